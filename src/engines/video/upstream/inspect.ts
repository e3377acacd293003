// Inspects a video of an upstream: format, length and size; and extracts a poster.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type FilmEncoder, findFilmEncoder } from '@atelier/film';
import { ServiceError } from '../../../core/errors.ts';

export interface SeenFilm {
  format: 'mp4' | 'webm';
  durationSeconds: number;
  width: number;
  height: number;
  fps: number;
  hasAudio: boolean;
}

const run = promisify(execFile);
const CHILD = fileURLToPath(new URL('./inspect-child.ts', import.meta.url));
const LOOK_MS = 120_000;
/** The file's stated length is charged and recorded. */
const MAX_SECONDS = 24 * 60 * 60;
/** A video is read from the disk in its detected format only, and may open no other file or URL that it names. */
const ONLY_FILES = ['-v', 'error', '-protocol_whitelist', 'file', '-f'];
const DEMUXERS = { mp4: 'mov', webm: 'matroska' };
/** The child process gets none of the service's settings and secrets. */
const NO_SECRETS = () => ({ PATH: process.env.PATH ?? '' });

export async function inspectFilm(
  path: string,
  posterPath: string,
  signal: AbortSignal,
  encoder?: FilmEncoder,
): Promise<SeenFilm> {
  const format = await sniff(path);
  if (!format) throw new ServiceError('engine_failed', 'The server sent a file that is not a video.');
  const { name } = encoder ?? (await findFilmEncoder());
  const look = name === 'ffmpeg' ? lookByCommand : lookInChild;
  const seen = await look({ path, posterPath, demuxer: DEMUXERS[format] }, signal).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ServiceError('engine_failed', 'The video that the server sent cannot be read.', { cause });
  });
  if (!(seen.durationSeconds > 0 && seen.durationSeconds <= MAX_SECONDS))
    throw new ServiceError('engine_failed', 'The video that the server sent does not say how long it is.');
  return { format, ...seen };
}

async function sniff(path: string): Promise<'mp4' | 'webm' | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    if (bytesRead >= 8 && buffer.toString('latin1', 4, 8) === 'ftyp') return 'mp4';
    return buffer.readUInt32BE(0) === 0x1a45dfa3 ? 'webm' : undefined;
  } finally {
    await file.close();
  }
}

interface Look {
  path: string;
  posterPath: string;
  demuxer: string;
}

async function lookByCommand(
  { path, posterPath, demuxer }: Look,
  signal: AbortSignal,
): Promise<Omit<SeenFilm, 'format'>> {
  const options = { signal, timeout: LOOK_MS, maxBuffer: 4 * 1024 * 1024, env: NO_SECRETS() };
  const questions = ['-show_entries', 'format=duration:stream=codec_type,width,height,avg_frame_rate', '-of', 'json'];
  const { stdout } = await run('ffprobe', [...ONLY_FILES, demuxer, ...questions, path], options);
  const { streams = [], format } = JSON.parse(stdout) as Probe;
  const video = streams.find(({ codec_type: type }) => type === 'video');
  const durationSeconds = Number(format?.duration);
  if (!video?.width || !video.height || !(durationSeconds > 0)) throw new Error('the file contains no video stream');
  const at = ['-ss', (durationSeconds / 3).toFixed(3)];
  const still = ['-frames:v', '1', '-q:v', '3', '-f', 'image2', '-update', '1', '-y', posterPath];
  await run('ffmpeg', ['-nostdin', ...at, ...ONLY_FILES, demuxer, '-i', path, ...still], options);
  const [frames = 0, seconds = 1] = (video.avg_frame_rate ?? '').split('/').map(Number);
  return {
    durationSeconds,
    width: video.width,
    height: video.height,
    fps: Math.round((frames / (seconds || 1)) * 1000) / 1000,
    hasAudio: streams.some(({ codec_type: type }) => type === 'audio'),
  };
}

interface Probe {
  streams?: { codec_type?: string; width?: number; height?: number; avg_frame_rate?: string }[];
  format?: { duration?: string };
}

async function lookInChild(
  { path, posterPath, demuxer }: Look,
  signal: AbortSignal,
): Promise<Omit<SeenFilm, 'format'>> {
  const args = ['--no-warnings', CHILD, path, posterPath, demuxer];
  const { stdout } = await run(process.execPath, args, { signal, timeout: LOOK_MS, env: NO_SECRETS() });
  return JSON.parse(stdout) as Omit<SeenFilm, 'format'>;
}
