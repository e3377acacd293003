// Turns WAV into MP3 and FLAC and any usual sound into samples, with whichever FFmpeg the machine has, in a process of its own.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../../../core/errors.ts';

export interface TranscodeOrder {
  input: string;
  output: string;
  /** raw: interleaved 32 bit floats, stereo. */
  codec: 'mp3' | 'flac' | 'raw';
  sampleRate: number;
  bitrate?: string;
  tags: Record<string, string>;
  /** Longer input is refused. */
  maxSeconds?: number;
}

export interface Transcoder {
  readonly name: string;
  transcode(order: TranscodeOrder, signal: AbortSignal): Promise<void>;
}

const CHILD = fileURLToPath(new URL('./node-av-child.ts', import.meta.url));
const MAX_COMPLAINT = 2_000;

/** The machine's own `ffmpeg`, else the library from npm, else a clear refusal. */
export async function findTranscoder(): Promise<Transcoder> {
  if (await canRun('ffmpeg', ['-version'])) return ffmpegCommand;
  if (hasPackage('node-av')) return nodeAvChild;
  throw new ServiceError(
    'engine_unavailable',
    'This machine has no audio encoder: install the optional package node-av or the command ffmpeg.',
  );
}

const ffmpegCommand: Transcoder = { name: 'ffmpeg', transcode: transcodeByCommand };
export const nodeAvChild: Transcoder = { name: 'node-av', transcode: transcodeInChild };

function hasPackage(name: string): boolean {
  try {
    import.meta.resolve(`${name}/api`);
    return true;
  } catch {
    return false;
  }
}

function canRun(command: string, args: string[]): Promise<boolean> {
  return run(command, args, AbortSignal.timeout(10_000)).then(
    () => true,
    () => false,
  );
}

function transcodeInChild(order: TranscodeOrder, signal: AbortSignal): Promise<void> {
  return run(process.execPath, ['--no-warnings', CHILD, JSON.stringify(order)], signal);
}

function transcodeByCommand(order: TranscodeOrder, signal: AbortSignal): Promise<void> {
  const limit = order.maxSeconds ? ['-t', String(order.maxSeconds)] : [];
  const tags = Object.entries(order.tags).flatMap(([name, value]) => ['-metadata', `${name}=${value}`]);
  const codecs: Record<TranscodeOrder['codec'], string[]> = {
    mp3: ['-c:a', 'libmp3lame', '-b:a', order.bitrate ?? '320k', '-id3v2_version', '3'],
    flac: ['-c:a', 'flac', '-sample_fmt', 's32', '-bits_per_raw_sample', '24'],
    raw: ['-c:a', 'pcm_f32le', '-f', 'f32le'],
  };
  const args = [
    '-v',
    'error',
    '-nostdin',
    '-y',
    ...limit,
    '-protocol_whitelist',
    'file',
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

function run(command: string, args: string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], signal, killSignal: 'SIGKILL' });
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
