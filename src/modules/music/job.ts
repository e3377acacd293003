// Makes a song: composed into a folder of its own, its files put among the made files, its track into the library.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { ImageEngine } from '../../engines/image/port.ts';
import type { MusicEngine, Song } from '../../engines/music/port.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../jobs/kinds.ts';
import type { Queries } from '../../store/database.ts';
import { insertTrack } from '../../store/tracks.ts';
import { paintCover } from './cover.ts';
import { FileShelf } from './file-shelf.ts';
import type { MusicPayload } from './order.ts';
import type { TrackDetails } from './track.ts';

export interface MusicJobParts {
  engine: MusicEngine;
  artifacts: ArtifactStore;
  queries: Queries;
  publicUrl: string;
  /** Paints covers; songs have none without it. */
  images?: ImageEngine;
}

export function musicJob(parts: MusicJobParts): JobHandler {
  return { run: (job) => runInFolder(job, (folder) => makeSong(job as RunningJob<MusicPayload>, parts, folder)) };
}

/** Whatever happens, the folder goes. */
export async function runInFolder<T>(job: RunningJob, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `atelier-${job.id}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function makeSong(
  job: RunningJob<MusicPayload>,
  parts: MusicJobParts,
  folder: string,
): Promise<FinishedWork<TrackDetails>> {
  const { order, format } = job.payload;
  const covering = paintCover(parts.images, order, job.signal).catch(() => undefined);
  const song = await parts.engine.compose(
    order,
    folder,
    (fraction, stage) => job.report(fraction * 0.98, stage),
    job.signal,
  );
  const shelf = new FileShelf(parts.artifacts, job, job.signal);
  try {
    const details = await shelve(song, shelf, folder, { format, seed: order.seed, cover: await covering });
    await insertTrack(parts.queries, {
      id: job.id,
      accountId: job.accountId,
      environment: job.environment,
      title: song.title,
      genre: song.genre,
      prompt: order.prompt,
      lyrics: song.lyrics,
      details,
      artifactIds: shelf.ids,
    });
    return {
      result: details,
      outputUrl: new URL(details.audio_url, parts.publicUrl).href,
      usage: { milliseconds: Math.round(song.durationSeconds * 1000) },
    };
  } catch (error) {
    await shelf.clear();
    throw error;
  }
}

async function shelve(
  song: Song,
  shelf: FileShelf,
  folder: string,
  extra: { format: MusicPayload['format']; seed: number; cover: Uint8Array | undefined },
): Promise<TrackDetails> {
  const { files, title } = song;
  const formats = {
    mp3: await shelf.putFile(folder, files.mp3, title),
    wav: await shelf.putFile(folder, files.wav, title),
    flac: await shelf.putFile(folder, files.flac, title),
  };
  const stems: Record<string, string> = {};
  for (const [name, file] of Object.entries(files.stems))
    stems[name] = await shelf.putFile(folder, file, `${title} (${name})`);
  return {
    title,
    genre: song.genre,
    duration: song.durationSeconds,
    tempo: song.tempo,
    key: song.key,
    sections: song.sections,
    lyrics: song.lyrics,
    voices: song.voices,
    audio_url: formats[extra.format],
    formats,
    stems,
    stems_url: files.stemsZip ? await shelf.putFile(folder, files.stemsZip, `${title} (stems)`) : null,
    midi_url: files.midi ? await shelf.putFile(folder, files.midi, title) : null,
    waveform: song.waveform,
    cover_url: extra.cover ? await shelf.putBytes(extra.cover, 'png', `${title} (cover)`) : null,
    loudness: { integrated_lufs: song.loudness.integratedLufs, true_peak_db: song.loudness.truePeakDb },
    seed: extra.seed,
    understood: song.understood,
    warnings: song.warnings,
  };
}
