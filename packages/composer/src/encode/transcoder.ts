// Turns WAV into MP3 and FLAC and any usual sound into samples, with whichever FFmpeg the machine has, in a process of its own.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { EngineError, findFfmpeg } from '@atelier/kit';
import { decodeSound } from './decoder.ts';

export interface TranscodeOrder {
  input: string;
  output: string;
  /** raw: interleaved 32 bit floats, stereo. */
  codec: 'mp3' | 'flac' | 'raw';
  sampleRate: number;
  bitrate?: string;
  tags: Record<string, string>;
  /** For raw input from customers: longer input is refused. All other input is our own WAV. */
  maxSeconds?: number;
}

export interface Transcoder {
  readonly name: string;
  transcode(order: TranscodeOrder, signal: AbortSignal): Promise<void>;
}

const CHILD = fileURLToPath(new URL('./node-av-child.ts', import.meta.url));
const ENCODERS = ['libmp3lame', 'flac'];
const MAX_COMPLAINT = 2_000;

/** Uses the machine's `ffmpeg`, else node-av from npm, else throws. */
export async function findTranscoder(): Promise<Transcoder> {
  const name = await findFfmpeg(ENCODERS);
  if (name) return name === 'ffmpeg' ? ffmpegCommand : nodeAvChild;
  throw new EngineError(
    'engine_unavailable',
    'This machine has no audio encoder: install the optional package node-av or the command ffmpeg.',
  );
}

const ffmpegCommand: Transcoder = { name: 'ffmpeg', transcode: transcodeByCommand };
export const nodeAvChild: Transcoder = { name: 'node-av', transcode: transcodeInChild };

function transcodeInChild(order: TranscodeOrder, signal: AbortSignal): Promise<void> {
  if (order.codec === 'raw') return decodeSound('node-av', bounded(order), signal);
  return run(process.execPath, ['--no-warnings', CHILD, JSON.stringify(order)], signal);
}

function transcodeByCommand(order: TranscodeOrder, signal: AbortSignal): Promise<void> {
  if (order.codec === 'raw') return decodeSound('ffmpeg', bounded(order), signal);
  const tags = Object.entries(order.tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const codecs = {
    mp3: ['-c:a', 'libmp3lame', '-b:a', order.bitrate ?? '320k', '-id3v2_version', '3'],
    flac: ['-c:a', 'flac', '-sample_fmt', 's32', '-bits_per_raw_sample', '24'],
  };
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-y',
    '-protocol_whitelist',
    'file',
    '-f',
    'wav',
    '-i',
    order.input,
    '-vn',
    '-ar',
    String(order.sampleRate),
    '-ac',
    '2',
  ];
  return run('ffmpeg', [...args, ...codecs[order.codec], '-fflags', '+bitexact', ...tags, order.output], signal);
}

const MAX_SECONDS = 3600;

function bounded(order: TranscodeOrder) {
  return { ...order, maxSeconds: order.maxSeconds ?? MAX_SECONDS };
}

function run(command: string, args: string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      stdio: ['ignore', 'ignore', 'pipe'],
      // Passes none of the service's settings and secrets on.
      env: { PATH: process.env.PATH ?? '' },
      signal,
      killSignal: 'SIGKILL',
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      if (complaint.length < MAX_COMPLAINT) complaint += chunk.toString('utf8');
    });
    child.on('error', (error) => reject(signal.aborted ? signal.reason : error));
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(complaint.trim() || `${command} ended with ${code}`)),
    );
  });
}
