// Masters a track that was uploaded or made here; the source stays, and the master is a new track.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ArtifactStore } from '../../artifacts/port.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import type { MusicOrder } from '../../engines/music/port.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../jobs/kinds.ts';
import { insertTrack } from '../../store/tracks.ts';
import { type MusicJobParts, runInFolder } from './job.ts';
import type { AudioFormat } from './order.ts';
import { MASTER_MODEL } from './service.ts';
import type { TrackDetails } from './track.ts';
import { TrackFiles } from './track-files.ts';

export interface MasterPayload {
  artifactId: string;
  title: string;
  mastering: MusicOrder['mastering'];
  format: AudioFormat;
  /** The upload was stored only for this job. */
  removeSource: boolean;
}

export function masterJob(parts: MusicJobParts & { serviceName: string }): JobHandler {
  return { run: (job) => runInFolder(job, (folder) => masterTrack(job as RunningJob<MasterPayload>, parts, folder)) };
}

async function masterTrack(
  job: RunningJob<MasterPayload>,
  parts: MusicJobParts & { serviceName: string },
  folder: string,
): Promise<FinishedWork<TrackDetails>> {
  const { payload, signal } = job;
  const source = await copySource(parts.artifacts, { id: payload.artifactId, folder }, signal);
  const tags = { title: payload.title, artist: parts.serviceName };
  const made = await parts.engine.master(
    source,
    payload.mastering,
    folder,
    (fraction, stage) => job.report(fraction, stage),
    signal,
    tags,
  );
  const parent = { filePath: source };
  const origin = { source: 'algorithmicallyEnhanced', model: MASTER_MODEL, call: job.id, parent } as const;
  const trackFiles = new TrackFiles({ artifacts: parts.artifacts, owner: job, origin }, signal);
  try {
    const formats = {
      mp3: await trackFiles.putFile(folder, made.files.mp3, payload.title),
      wav: await trackFiles.putFile(folder, made.files.wav, payload.title),
      flac: await trackFiles.putFile(folder, made.files.flac, payload.title),
    };
    const details: TrackDetails = {
      title: payload.title,
      genre: null,
      duration: made.durationSeconds,
      tempo: null,
      key: null,
      sections: [],
      lyrics: null,
      voices: [],
      audio_url: formats[payload.format],
      formats,
      stems: {},
      stems_url: null,
      midi_url: null,
      waveform: made.waveform,
      cover_url: null,
      loudness: { integrated_lufs: made.loudness.integratedLufs, true_peak_db: made.loudness.truePeakDb },
      seed: null,
      understood: {},
      warnings: [],
      usage: { credits: microToCredits(job.held) },
    };
    const { id, accountId, environment } = job;
    const track = {
      id,
      accountId,
      environment,
      title: payload.title,
      genre: null,
      prompt: '',
      lyrics: null,
      details,
      artifactIds: trackFiles.ids,
    };
    return {
      result: details,
      storeIn: (trx) => insertTrack(trx, track),
      discard: () => trackFiles.clear(),
      ...(payload.removeSource ? { cleanUp: () => parts.artifacts.remove(payload.artifactId) } : {}),
      outputUrl: new URL(details.audio_url, parts.publicUrl).href,
      usage: { milliseconds: Math.round(made.durationSeconds * 1000) },
    };
  } catch (error) {
    await trackFiles.clear();
    throw error;
  }
}

async function copySource(
  artifacts: ArtifactStore,
  { id, folder }: { id: string; folder: string },
  signal: AbortSignal,
): Promise<string> {
  const artifact = await artifacts.find(id);
  if (!artifact) throw new ServiceError('not_found', 'The audio file to master no longer exists. Upload it again.');
  const path = join(folder, `source.${artifact.extension}`);
  await pipeline(await artifacts.read(artifact), createWriteStream(path), { signal });
  return path;
}
