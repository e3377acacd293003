// Finds the encoder of this machine: its own `ffmpeg` where that has the codecs, else FFmpeg's libraries from npm.
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EngineError } from '@atelier/kit';
import { encodeByCommand, soundByCommand } from './command-line.ts';
import type { Command, FilmOrder, SoundOrder } from './film-order.ts';

/** Both steps are commands: frames come in on the standard input, a file comes out. */
export interface FilmEncoder {
  readonly name: string;
  encode(order: FilmOrder, path: string): Command;
  addSound(order: SoundOrder): Command;
}

export type ChildTask = { kind: 'encode'; order: FilmOrder; path: string } | { kind: 'sound'; order: SoundOrder };

const CHILD = fileURLToPath(new URL('./node-av-child.ts', import.meta.url));
const NEEDED = ['libx264', 'libvpx-vp9', 'aac', 'libopus'];

let found: Promise<FilmEncoder> | undefined;

/** Looked for once per process. */
export function findFilmEncoder(): Promise<FilmEncoder> {
  found ??= look();
  return found;
}

/** Known without looking further than the disk, for readiness. */
export function hasNodeAv(): boolean {
  try {
    import.meta.resolve('node-av/api');
    return true;
  } catch {
    return false;
  }
}

async function look(): Promise<FilmEncoder> {
  if (await commandHasCodecs()) return ffmpegCommand;
  if (hasNodeAv()) return nodeAvChild;
  found = undefined;
  throw new EngineError(
    'engine_unavailable',
    'This machine has no video encoder: install the optional package node-av or the command ffmpeg.',
  );
}

async function commandHasCodecs(): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('ffmpeg', ['-hide_banner', '-encoders'], { timeout: 10_000 });
    return NEEDED.every((codec) => new RegExp(`^ [VA]\\S+ ${codec} `, 'm').test(stdout));
  } catch {
    return false;
  }
}

export const ffmpegCommand: FilmEncoder = { name: 'ffmpeg', encode: encodeByCommand, addSound: soundByCommand };

/** node-av is built with GPL parts and is optional: it must never be loaded into the service itself. */
export const nodeAvChild: FilmEncoder = {
  name: 'node-av',
  encode: (order, path) => childCommand({ kind: 'encode', order, path }),
  addSound: (order) => childCommand({ kind: 'sound', order }),
};

function childCommand(task: ChildTask): Command {
  return { command: process.execPath, args: ['--no-warnings', CHILD, JSON.stringify(task)] };
}
