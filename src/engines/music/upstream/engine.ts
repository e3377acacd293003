// A music engine on an upstream server: its audio is downloaded, then mastered and packaged locally like any other
// engine's.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../../core/errors.ts';
import { afterOrder, afterWork } from '../../../net/attempt-error.ts';
import type { Genre, MasteredTrack, MusicEngine, MusicOrder, ReportProgress, Song } from '../port.ts';

export interface SongSource {
  readonly name: string;
  fetchSong(order: MusicOrder, report: ReportProgress, signal: AbortSignal): Promise<Uint8Array>;
  /** Parts of the order that it does not support, besides the choice of a voice. */
  warningsOf?(order: MusicOrder): string[];
}

const FETCHED = 0.75;

export class UpstreamMusic implements MusicEngine {
  readonly name: string;
  readonly #source: SongSource;
  readonly #local: MusicEngine;
  readonly #artist: string;

  /** The local engine, which masters, encodes and previews, and knows the genres. */
  constructor(source: SongSource, local: MusicEngine, artist: string) {
    this.name = source.name;
    this.#source = source;
    this.#local = local;
    this.#artist = artist;
  }

  isReady(): boolean {
    return true;
  }

  genres(): readonly Genre[] {
    return this.#local.genres();
  }

  knowsGenre(name: string): boolean {
    return this.#local.knowsGenre(name);
  }

  async compose(order: MusicOrder, folder: string, report: ReportProgress, signal: AbortSignal): Promise<Song> {
    report(0, 'composing');
    const bytes = await this.#source.fetchSong(order, report, signal).catch((error: unknown) => {
      signal.throwIfAborted();
      // It answered something that the code of its source stumbled over.
      throw error instanceof ServiceError ? error : afterOrder(error);
    });
    const path = join(folder, 'upstream.audio');
    await writeFile(path, bytes);
    const title = order.title ?? order.prompt.slice(0, 60);
    const onMastering: ReportProgress = (fraction, stage) => report(FETCHED + (1 - FETCHED) * fraction, stage);
    const tags = { title, artist: this.#artist };
    const made = await this.#local
      .master(path, order.mastering, folder, onMastering, signal, tags)
      .catch((error: unknown) => {
        signal.throwIfAborted();
        throw afterWork(error);
      });
    return {
      title,
      genre: order.genre ?? 'other',
      durationSeconds: made.durationSeconds,
      tempo: order.tempo ?? 0,
      key: order.key ?? '',
      sections: [],
      lyrics: order.instrumental ? null : (order.lyrics ?? null),
      voices: [],
      files: { ...made.files, midi: null, stemsZip: null, stems: {} },
      waveform: made.waveform,
      loudness: made.loudness,
      understood: { engine: 'upstream' },
      warnings: [
        ...(order.voices.length > 0 ? ['The model chooses its own voice.'] : []),
        ...(this.#source.warningsOf?.(order) ?? []),
      ],
    };
  }

  master(
    audioPath: string,
    mastering: MusicOrder['mastering'],
    folder: string,
    report: ReportProgress,
    signal: AbortSignal,
    tags?: { title: string; artist: string },
  ): Promise<MasteredTrack> {
    return this.#local.master(audioPath, mastering, folder, report, signal, tags);
  }

  previewVoice(voice: string, folder: string, signal: AbortSignal): Promise<string> {
    return this.#local.previewVoice(voice, folder, signal);
  }
}
