// Encodes a PCM stream during synthesis with the machine's FFmpeg, in a separate process.
import { type ChildProcess, spawn } from 'node:child_process';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { hasNodeAv, listFfmpegEncoders, wavHeader } from '@atelier/kit';
import type { SpeechFormat } from '../port.ts';
import { BYTES_PER_SAMPLE, PCM_RATE } from './pcm.ts';

export type Pcm = AsyncIterable<Uint8Array>;

export interface SpeechEncoder {
  readonly formats: readonly SpeechFormat[];
  encode(format: SpeechFormat, pcm: Pcm, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

type CompressedFormat = Exclude<SpeechFormat, 'wav' | 'pcm'>;

/** Encoder, container and bit rate of each compressed format. */
const CODECS: Record<CompressedFormat, { codec: string; container: string; bitRate?: string }> = {
  mp3: { codec: 'libmp3lame', container: 'mp3', bitRate: '128k' },
  opus: { codec: 'libopus', container: 'ogg', bitRate: '64k' },
  aac: { codec: 'aac', container: 'adts', bitRate: '96k' },
  flac: { codec: 'flac', container: 'flac' },
};
const COMPRESSED = Object.keys(CODECS) as CompressedFormat[];
const PLAIN: readonly SpeechFormat[] = ['wav', 'pcm'];
const CHILD = fileURLToPath(new URL('./node-av-child.ts', import.meta.url));
const MAX_COMPLAINT = 2_000;

/** The machine's own `ffmpeg`, otherwise the library from npm, otherwise only formats that need no encoder. */
export async function findSpeechEncoder(): Promise<SpeechEncoder> {
  const known = await listFfmpegEncoders();
  if (known)
    return encoderWith(
      COMPRESSED.filter((format) => known.has(CODECS[format].codec)),
      ffmpegCommand,
    );
  return hasNodeAv() ? encoderWith(COMPRESSED, nodeAvCommand) : encoderWith([], ffmpegCommand);
}

/** For tests: uses the library even if there is an ffmpeg. */
export const nodeAvEncoder = encoderWith(COMPRESSED, nodeAvCommand);

type CommandFor = (format: CompressedFormat) => readonly [string, ...string[]];

function encoderWith(compressed: readonly CompressedFormat[], commandFor: CommandFor): SpeechEncoder {
  return {
    formats: [...compressed, ...PLAIN],
    encode(format, pcm, signal) {
      if (format === 'pcm') return pcm;
      if (format === 'wav') return asWav(pcm);
      return throughProcess(commandFor(format), pcm, signal);
    },
  };
}

function ffmpegCommand(format: CompressedFormat): readonly [string, ...string[]] {
  const { codec, container, bitRate } = CODECS[format];
  // Without these two, FFmpeg buffers seconds of sound before it writes the first byte.
  const reading = ['-probesize', '32', '-fflags', 'nobuffer', '-protocol_whitelist', 'pipe'];
  const input = ['-f', 's16le', '-ar', String(PCM_RATE), '-ac', '1', '-i', 'pipe:0'];
  const writing = ['-c:a', codec, ...(bitRate ? ['-b:a', bitRate] : []), '-flush_packets', '1'];
  const extra = format === 'mp3' ? ['-write_xing', '0'] : format === 'opus' ? ['-page_duration', '200000'] : [];
  return ['ffmpeg', '-v', 'error', '-nostdin', ...reading, ...input, ...writing, ...extra, '-f', container, 'pipe:1'];
}

function nodeAvCommand(format: CompressedFormat): readonly [string, ...string[]] {
  return [process.execPath, '--no-warnings', CHILD, JSON.stringify({ ...CODECS[format], sampleRate: PCM_RATE })];
}

async function* asWav(pcm: Pcm): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const piece of pcm) {
    // The header is sent with the first sound: until then a failure is an ordinary error response.
    if (isFirst) yield wavHeader({ sampleRate: PCM_RATE, channels: 1, sampleBytes: BYTES_PER_SAMPLE });
    isFirst = false;
    yield piece;
  }
}

async function* throughProcess(
  [file, ...args]: readonly [string, ...string[]],
  pcm: Pcm,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const child = spawn(file, args, {
    stdio: ['pipe', 'pipe', 'pipe'],
    // The child process gets none of the service's settings and secrets.
    env: { PATH: process.env.PATH ?? '' },
    signal,
    killSignal: 'SIGKILL',
  });
  const ended = endOf(child);
  const feeding = pipeline(pcm, child.stdin, { signal });
  // The await below throws it; until then it must not count as an unhandled rejection.
  feeding.catch(() => undefined);
  try {
    for await (const chunk of child.stdout) yield chunk as Uint8Array;
    await feeding;
    await ended;
  } finally {
    child.kill('SIGKILL');
  }
}

function endOf(child: ChildProcess): Promise<void> {
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT) complaint += chunk.toString('utf8');
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(complaint.trim() || `the encoder ended with ${code}`)),
    );
  });
  ended.catch(() => undefined);
  return ended;
}
