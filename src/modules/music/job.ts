// Makes a song: composes it in a temporary folder, stores its files as artifacts, and adds its track to the library.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArtifactStore, Origin } from '../../artifacts/port.ts';
import { microToCredits } from '../../core/money.ts';
import type { ImageEngine } from '../../engines/image/port.ts';
import type { MadeSong, MusicEngine } from '../../engines/music/port.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../jobs/kinds.ts';
import type { Queries } from '../../store/database.ts';
import { insertTrack } from '../../store/tracks.ts';
import { type Cover, paintCover } from './cover.ts';
import type { MusicPayload } from './order.ts';
import { COMPOSER_MODEL } from './service.ts';
import type { TrackDetails } from './track.ts';
import { TrackFiles } from './track-files.ts';

export interface MusicJobParts {
  engine: MusicEngine;
  artifacts: ArtifactStore;
  queries: Queries;
  publicUrl: string;
  /** Makes covers; without it songs have none. */
  images?: ImageEngine;
}

export function musicJob(parts: MusicJobParts): JobHandler {
  return { run: (job) => runInFolder(job, (folder) => makeSong(job as RunningJob<MusicPayload>, parts, folder)) };
}

/** Removes the folder however the work ends. */
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
  const origin = originOf(song, job);
  const trackFiles = new TrackFiles({ artifacts: parts.artifacts, owner: job, origin }, job.signal);
  try {
    const details = await storeFiles(
      song,
      { trackFiles, folder },
      {
        format,
        seed: order.seed,
        cover: await covering,
        credits: microToCredits(job.held),
      },
    );
    const track = {
      id: job.id,
      accountId: job.accountId,
      environment: job.environment,
      title: song.title,
      genre: song.genre,
      prompt: order.prompt,
      lyrics: song.lyrics,
      details,
      artifactIds: trackFiles.ids,
    };
    return {
      result: details,
      storeIn: (trx) => insertTrack(trx, track),
      discard: () => trackFiles.clear(),
      outputUrl: new URL(details.audio_url, parts.publicUrl).href,
      usage: { milliseconds: Math.round(song.durationSeconds * 1000) },
      ...(song.by ? { by: song.by } : {}),
    };
  } catch (error) {
    await trackFiles.clear();
    throw error;
  }
}

function originOf({ by, isProcedural }: MadeSong, { id, payload }: RunningJob<MusicPayload>): Origin {
  const source = isProcedural ? 'algorithmicMedia' : 'trainedAlgorithmicMedia';
  return { source, model: by?.model ?? payload.order.model ?? COMPOSER_MODEL, call: id, prompt: payload.order.prompt };
}

async function storeFiles(
  song: MadeSong,
  { trackFiles, folder }: { trackFiles: TrackFiles; folder: string },
  extra: { format: MusicPayload['format']; seed: number; cover: Cover | undefined; credits: number },
): Promise<TrackDetails> {
  const { files, title } = song;
  const formats = {
    mp3: await trackFiles.putFile(folder, files.mp3, title),
    wav: await trackFiles.putFile(folder, files.wav, title),
    flac: await trackFiles.putFile(folder, files.flac, title),
  };
  const stems: Record<string, string> = {};
  for (const [name, file] of Object.entries(files.stems))
    stems[name] = await trackFiles.putFile(folder, file, `${title} (${name})`);
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
    stems_url: files.stemsZip ? await trackFiles.putFile(folder, files.stemsZip, `${title} (stems)`) : null,
    midi_url: files.midi ? await trackFiles.putFile(folder, files.midi, title) : null,
    waveform: song.waveform,
    cover_url: extra.cover ? await trackFiles.putCover(extra.cover, `${title} (cover)`) : null,
    loudness: { integrated_lufs: song.loudness.integratedLufs, true_peak_db: song.loudness.truePeakDb },
    seed: extra.seed,
    understood: song.understood,
    warnings: song.warnings,
    usage: { credits: extra.credits },
  };
}
