// Encodes the studio's output: MP3 and FLAC with tags, stems as FLAC and as one zip file that is reproducible.
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { Zip, ZipPassThrough } from 'fflate';
import type { Song } from '../order.ts';
import type { Transcoder } from './transcoder.ts';

export interface SongTags {
  title: string;
  artist: string;
  genre?: string;
  lyrics?: string | null;
}

export interface PackagePlace {
  folder: string;
  sampleRate: number;
  transcoder: Transcoder;
  onFile: (done: number, total: number) => void;
  signal: AbortSignal;
}

const MP3_BITRATE = '320k';
/** Zip cannot omit the date: its earliest date keeps equal songs equal. */
const NO_DATE = new Date(1980, 0, 1);

/** `song.wav` and `stem-<name>.wav` are in the folder; the stems' WAVs are replaced by FLAC. */
export async function packageSong(
  tags: SongTags,
  stems: readonly string[],
  place: PackagePlace,
): Promise<Song['files']> {
  const { folder, transcoder, sampleRate, signal } = place;
  const plain = tagsOf(tags);
  const total = stems.length + 3;
  let done = 0;
  const tick = (): void => {
    done += 1;
    place.onFile(done, total);
  };
  const input = join(folder, 'song.wav');
  await transcoder.transcode(
    { input, output: join(folder, 'song.mp3'), codec: 'mp3', sampleRate, bitrate: MP3_BITRATE, tags: plain },
    signal,
  );
  tick();
  await transcoder.transcode(
    { input, output: join(folder, 'song.flac'), codec: 'flac', sampleRate, tags: plain },
    signal,
  );
  tick();
  const files: Record<string, string> = {};
  for (const name of stems) {
    const wav = join(folder, `stem-${name}.wav`);
    const flac = `stem-${name}.flac`;
    await transcoder.transcode(
      {
        input: wav,
        output: join(folder, flac),
        codec: 'flac',
        sampleRate,
        tags: { title: `${tags.title} (${name})`, artist: tags.artist },
      },
      signal,
    );
    await rm(wav);
    files[name] = flac;
    tick();
  }
  if (stems.length > 0) await zipStems(folder, Object.values(files), signal);
  tick();
  return { mp3: 'song.mp3', wav: 'song.wav', flac: 'song.flac', midi: 'song.mid', stemsZip: 'stems.zip', stems: files };
}

function tagsOf(tags: SongTags): Record<string, string> {
  return {
    title: tags.title,
    artist: tags.artist,
    ...(tags.genre ? { genre: tags.genre } : {}),
    ...(tags.lyrics ? { lyrics: tags.lyrics } : {}),
  };
}

/** Stored, not deflated: FLAC does not get smaller. One stem is in memory at a time. */
async function zipStems(folder: string, names: readonly string[], signal: AbortSignal): Promise<void> {
  const file = createWriteStream(join(folder, 'stems.zip'));
  const zip = new Zip((error, chunk, isLast) => {
    if (error) file.destroy(error);
    else {
      file.write(chunk);
      if (isLast) file.end();
    }
  });
  for (const name of names) {
    signal.throwIfAborted();
    const entry = new ZipPassThrough(name);
    entry.mtime = NO_DATE;
    zip.add(entry);
    entry.push(await readFile(join(folder, name)), true);
  }
  zip.end();
  await finished(file);
}
