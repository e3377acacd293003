// Decodes a customer's audio file in the sandbox where available, with an empty environment and limits on time and size.
import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { EngineError, Sandbox, SOUND_HEAD_BYTES, type SoundFormat, sniffSound } from '@atelier/kit';

export interface DecodeOrder {
  input: string;
  /** Gets interleaved 32 bit floats, stereo. */
  output: string;
  sampleRate: number;
  /** Longer input is refused. */
  maxSeconds: number;
}

const CHILD = fileURLToPath(new URL('./node-av-child.ts', import.meta.url));
const SERVICE_FOLDER = fileURLToPath(new URL('../../../../', import.meta.url));
const DECODE_MS = 5 * 60_000;
const BYTES_PER_SAMPLE = 8;
const MAX_COMPLAINT = 2_000;
/** Where the sandbox shows the file. */
const INSIDE = '/source/sound';

const sandbox = new Sandbox();

export async function decodeSound(name: 'ffmpeg' | 'node-av', order: DecodeOrder, signal: AbortSignal): Promise<void> {
  const format = await formatOf(order.input);
  if (!format) throw new Error('the file is no sound');
  const isWalled = (await sandbox.problem()) === null;
  const seen = { ...order, input: isWalled ? INSIDE : order.input };
  const command = name === 'ffmpeg' ? ffmpegCommand(seen, format) : nodeAvCommand(seen, format);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(DECODE_MS)]);
  const child = isWalled
    ? sandbox.start(
        { readable: { [order.input]: INSIDE, ...readableFor(name) }, environment: {}, command },
        { stdin: 'ignore', signal: limit },
      )
    : spawn(command[0] ?? '', command.slice(1), {
        stdio: ['ignore', 'pipe', 'pipe'],
        // Passes none of the service's settings and secrets on.
        env: { PATH: process.env.PATH ?? '' },
        signal: limit,
        killSignal: 'SIGKILL',
      });
  const mostBytes = order.maxSeconds * order.sampleRate * BYTES_PER_SAMPLE;
  const ended = endOf(child);
  try {
    await pipeline(child.stdout as Readable, bounded(mostBytes), createWriteStream(order.output), { signal: limit });
    await ended;
  } catch (error) {
    child.kill('SIGKILL');
    await ended.catch(() => undefined);
    signal.throwIfAborted();
    // The limit on processor time stops a file that is too expensive to decode; here the machine was too busy.
    if (limit.aborted)
      throw new EngineError('engine_unavailable', 'The machine is too busy to decode the sound. Try again later.', {
        cause: error,
      });
    throw error;
  }
}

async function formatOf(path: string): Promise<SoundFormat | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(SOUND_HEAD_BYTES), 0, SOUND_HEAD_BYTES, 0);
    return sniffSound(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function ffmpegCommand({ input, sampleRate, maxSeconds }: DecodeOrder, format: SoundFormat): string[] {
  // One second more, so that a file that is too long is detected and not truncated.
  const reading = ['-t', String(maxSeconds + 1), '-protocol_whitelist', 'file', '-f', format, '-i', input];
  const writing = ['-vn', '-ar', String(sampleRate), '-ac', '2', '-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'];
  return ['ffmpeg', '-v', 'error', '-nostdin', ...reading, ...writing];
}

function nodeAvCommand({ input, sampleRate }: DecodeOrder, format: SoundFormat): string[] {
  const order = JSON.stringify({ codec: 'raw', input, format, sampleRate });
  return [process.execPath, '--no-warnings', CHILD, order];
}

/** What the library needs to run: itself, and the file that calls it. */
function readableFor(name: 'ffmpeg' | 'node-av'): Record<string, string> {
  if (name === 'ffmpeg') return {};
  const packages = join(SERVICE_FOLDER, 'node_modules');
  const manifest = join(SERVICE_FOLDER, 'package.json');
  const own = dirname(CHILD);
  return { [process.execPath]: process.execPath, [packages]: packages, [manifest]: manifest, [own]: own };
}

function bounded(mostBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > mostBytes) done(new Error('the file is too long'));
      else done(null, chunk);
    },
  });
}

function endOf(child: ChildProcess): Promise<void> {
  let complaint = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT) complaint += chunk.toString('utf8');
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(complaint.trim() || `the decoder ended with ${code}`)),
    );
  });
  // Prevents an unhandled rejection until the caller awaits the promise.
  ended.catch(() => undefined);
  return ended;
}
