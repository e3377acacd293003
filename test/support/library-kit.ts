// Things of the library for tests, stored as the modules store them, without the work of making them.
import { openArtifacts } from '../../src/app/store.ts';
import { addLibraryFiles, addLibraryItem } from '../../src/store/library.ts';
import { addVersion } from '../../src/store/projects.ts';
import { insertTrack } from '../../src/store/tracks.ts';
import type { TestAccount, TestService } from './service.ts';

export interface LibraryKit {
  image(prompt: string, bytes?: Uint8Array): Promise<string>;
  song(id: string, title: string): Promise<string>;
  video(id: string, prompt: string): Promise<string>;
  build(id: string, name: string): Promise<string>;
}

/** A picture of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

export async function fillLibrary(
  { app, config }: TestService,
  account: TestAccount,
  environment: 'live' | 'test' = 'live',
): Promise<LibraryKit> {
  const { database } = app;
  const { queries } = database;
  const { store } = await openArtifacts(config, queries);
  const owner = { accountId: account.id, environment };
  const put = (extension: string, contentType: string, source: Uint8Array) =>
    store.put({ ...owner, extension, contentType, name: `made.${extension}`, source, origin: null });
  return {
    async image(prompt, bytes = PIXEL) {
      const { id } = await put('png', 'image/png', bytes);
      await addLibraryFiles(queries, owner, { kind: 'image', prompt, artifactIds: [id] });
      return id;
    },
    async song(id, title) {
      const sound = await put('mp3', 'audio/mpeg', Buffer.from('ID3 a song'));
      const wav = await put('wav', 'audio/wav', Buffer.from('RIFF a song'));
      const cover = await put('png', 'image/png', PIXEL);
      const files = { mp3: sound.path, wav: wav.path, flac: wav.path };
      await insertTrack(queries, {
        ...owner,
        id,
        title,
        genre: 'pop',
        prompt: 'a song about rain',
        lyrics: null,
        details: detailsOf(title, files, cover.path),
        artifactIds: [sound.id, wav.id, cover.id],
      });
      return id;
    },
    async video(id, prompt) {
      const film = await put('mp4', 'video/mp4', Buffer.from('0123456789'));
      const poster = await put('png', 'image/png', PIXEL);
      await addLibraryItem(queries, {
        ...owner,
        id,
        kind: 'video',
        prompt,
        artifactId: film.id,
        thumbnailId: poster.id,
      });
      return id;
    },
    async build(id, name) {
      const project = { ...owner, id, name, framework: 'react', previewId: `p${id}`.padEnd(26, '0').slice(0, 26) };
      await database.transaction((trx) =>
        addVersion(trx, project, {
          projectId: id,
          jobId: null,
          prompt: 'an app to track bees',
          summary: 'Built.',
          engine: 'blueprint-1',
          files: [{ path: 'index.html', content: '<h1>Bees</h1>' }],
          changed: ['index.html'],
          blueprint: null,
          requested: null,
          archiveId: null,
          archivePath: null,
        }),
      );
      return id;
    },
  };
}

function detailsOf(title: string, formats: { mp3: string; wav: string; flac: string }, cover: string) {
  return {
    title,
    genre: 'pop',
    duration: 1,
    tempo: 120,
    key: 'C major',
    sections: [],
    lyrics: null,
    voices: [],
    audio_url: formats.mp3,
    formats,
    stems: {},
    stems_url: null,
    midi_url: null,
    waveform: [],
    cover_url: cover,
    loudness: { integrated_lufs: -14, true_peak_db: -1 },
    seed: 1,
    understood: {},
    warnings: [],
  };
}
