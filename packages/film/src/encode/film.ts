// Writes a video frame by frame through an encoder in a separate process: one frame at a time is in memory, never the
// whole video.
import { type ChildProcess, spawn } from 'node:child_process';
import { rename, rm } from 'node:fs/promises';
import { setPriority } from 'node:os';
import type { Writable } from 'node:stream';
import { EngineError } from '@atelier/kit';
import { type FilmEncoder, findFilmEncoder } from './encoder.ts';
import type { Command, FilmOrder, Sound } from './film-order.ts';
import { bytesPerFrame } from './pixels.ts';

export interface OpenFilm {
  /** Frames written so far. */
  readonly frames: number;
  /** Resolves when the next frame may be written; the bytes may then be used again. */
  write(frame: Uint8Array): Promise<void>;
  finish(sound?: Sound): Promise<{ frames: number; seconds: number }>;
  /** Ends the encoder and removes what it wrote. */
  abort(): Promise<void>;
}

const MAX_COMPLAINT = 2_000;
/** Lower than the service's own priority, but high enough that a busy machine still encodes. */
const BEHIND_REQUESTS = 10;

export async function openFilm(order: FilmOrder, signal: AbortSignal, encoder?: FilmEncoder): Promise<OpenFilm> {
  signal.throwIfAborted();
  if (order.width % 2 || order.height % 2) throw new Error('a film needs an even width and height');
  const chosen = encoder ?? (await findFilmEncoder());
  const silent = `${order.path}.part.${order.format}`;
  const child = start(chosen.encode(order, silent), signal);
  const size = bytesPerFrame(order);
  let frames = 0;

  async function write(frame: Uint8Array): Promise<void> {
    if (frame.byteLength !== size) throw new Error(`a frame must have ${size} bytes, not ${frame.byteLength}`);
    await Promise.race([push(child.input, frame), child.broken]);
    frames += 1;
  }

  async function finish(sound?: Sound): Promise<{ frames: number; seconds: number }> {
    if (frames === 0) throw new Error('a film without frames cannot be finished');
    const seconds = frames / order.fps;
    try {
      child.input.end();
      await child.ended;
      if (sound) {
        const whole = `${order.path}.whole.${order.format}`;
        await start(chosen.addSound({ film: silent, sound, seconds, format: order.format, path: whole }), signal).ended;
        await rename(whole, order.path);
        await rm(silent);
      } else await rename(silent, order.path);
    } catch (error) {
      await abort();
      throw error;
    }
    return { frames, seconds };
  }

  async function abort(): Promise<void> {
    child.process.kill('SIGKILL');
    await child.ended.catch(() => undefined);
    for (const left of [silent, `${order.path}.whole.${order.format}`]) await rm(left, { force: true });
  }

  return {
    get frames() {
      return frames;
    },
    write,
    finish,
    abort,
  };
}

/** Waits until the pipe has taken the whole frame: the caller paints the next one into the same bytes. */
function push(input: Writable, frame: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    input.write(frame, (error) => (error ? reject(error) : resolve()));
  });
}

interface Running {
  process: ChildProcess;
  input: Writable;
  ended: Promise<void>;
  /** Never resolves: rejects when the process fails. */
  broken: Promise<never>;
}

function start({ command, args }: Command, signal: AbortSignal): Running {
  const env = { PATH: process.env.PATH ?? '' };
  const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'pipe'], env, signal, killSignal: 'SIGKILL' });
  yieldToOthers(child.pid);
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < MAX_COMPLAINT) complaint += chunk.toString('utf8');
  });
  // Ignored: the exit of the process explains more than a broken pipe.
  child.stdin.on('error', () => undefined);
  const ended = new Promise<void>((resolve, reject) => {
    const failed = (cause: unknown) =>
      reject(
        signal.aborted ? signal.reason : new EngineError('engine_failed', 'The film could not be encoded.', { cause }),
      );
    child.on('error', failed);
    child.on('close', (code) =>
      code === 0 ? resolve() : failed(new Error(complaint.trim() || `the encoder ended with ${code}`)),
    );
  });
  const broken = ended.then(() => new Promise<never>(() => undefined));
  broken.catch(() => undefined);
  return { process: child, input: child.stdin, ended, broken };
}

/** Encoding runs at a low priority, so that requests come first. */
function yieldToOthers(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, BEHIND_REQUESTS);
  } catch {
    // Ignored: the process may have ended already, and its exit event reports that.
  }
}
