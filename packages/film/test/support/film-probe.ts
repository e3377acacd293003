// Looks at a film with FFmpeg's libraries in a process of its own: streams, exact length, and every frame, small and grey.
import { execFile } from 'node:child_process';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export interface SeenFilm {
  width: number;
  height: number;
  videoCodec: string;
  audioCodec: string | null;
  seconds: number;
  audioSeconds: number | null;
  fps: number;
  /** Grey pixels, 160 × 90, one after the other for each frame. */
  frames: Uint8Array[];
}

const CHILD = fileURLToPath(new URL('./film-probe-child.ts', import.meta.url));

export async function watchFilm(path: string): Promise<SeenFilm> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', CHILD, path], {
    maxBuffer: 400_000_000,
  });
  const seen = JSON.parse(stdout) as Omit<SeenFilm, 'frames'> & { frames: string[] };
  return { ...seen, frames: seen.frames.map((frame) => Buffer.from(frame, 'base64')) };
}

/** How much each frame differs from the one before, in grey levels. */
export function differences(frames: readonly Uint8Array[]): number[] {
  return frames.slice(1).map((frame, i) => {
    const before = frames[i] ?? frame;
    return frame.reduce((sum, value, at) => sum + Math.abs(value - (before[at] ?? 0)), 0) / frame.length;
  });
}

export function brightness(frame: Uint8Array): number {
  return frame.reduce((sum, value) => sum + value, 0) / frame.length;
}

/** The longest run of values for which something holds. */
export function longestRun<T>(values: readonly T[], holds: (value: T) => boolean): number {
  let [run, longest] = [0, 0];
  for (const value of values) {
    run = holds(value) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

/** The names of an MP4's top-level boxes, in order. */
export async function boxesOf(path: string): Promise<string[]> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const names: string[] = [];
    const head = Buffer.alloc(16);
    for (let at = 0; at < size; ) {
      await file.read(head, 0, 16, at);
      names.push(head.toString('latin1', 4, 8));
      const short = head.readUInt32BE(0);
      at += short === 1 ? Number(head.readBigUInt64BE(8)) : short || size;
    }
    return names;
  } finally {
    await file.close();
  }
}
