// The encoder of videos: the machine's own `ffmpeg` if it has the codecs, else FFmpeg's libraries from npm.
import { fileURLToPath } from 'node:url';
import { EngineError, findFfmpeg } from '@atelier/kit';
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
const ENCODERS = ['libx264', 'libvpx-vp9', 'aac', 'libopus'];

export async function findFilmEncoder(): Promise<FilmEncoder> {
  const name = await findFfmpeg(ENCODERS);
  if (name) return name === 'ffmpeg' ? ffmpegCommand : nodeAvChild;
  throw new EngineError(
    'engine_unavailable',
    'This machine has no video encoder: install the optional package node-av or the command ffmpeg.',
  );
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
