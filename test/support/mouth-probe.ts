// Looks at a film of a speaking head from outside: how far the mouth is open in each frame, and how loud it is then.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { needProgram } from '../../packages/kit/test/support/programs.ts';

const run = promisify(execFile);

export interface Region {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** For each frame, how many pixels of the region are as dark as only the inside of a mouth is. */
export async function measureOpenness(film: string, region: Region, darkest = 48): Promise<number[]> {
  const { left, top, width, height } = region;
  const crop = `crop=${width}:${height}:${left}:${top}`;
  const raw = await decode(['-i', film, '-vf', crop, '-f', 'rawvideo', '-pix_fmt', 'gray', '-']);
  const size = width * height;
  return Array.from({ length: raw.length / size }, (_, frame) => {
    let dark = 0;
    for (let pixel = frame * size; pixel < (frame + 1) * size; pixel += 1) if ((raw[pixel] ?? 255) < darkest) dark += 1;
    return dark;
  });
}

/** Root mean square around the middle of each frame, as it is heard in the film. */
export async function measureLoudness(film: string, frames: number, fps: number): Promise<number[]> {
  const rate = 24_000;
  const bytes = await decode(['-i', film, '-f', 'f32le', '-ac', '1', '-ar', String(rate), '-']);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
  return Array.from({ length: frames }, (_, frame) => {
    const centre = Math.round(((frame + 0.5) / fps) * rate);
    let power = 0;
    for (let at = centre - 600; at < centre + 600; at += 1) power += (samples[at] ?? 0) ** 2;
    return Math.sqrt(power / 1200);
  });
}

/** Mean difference between neighbouring frames, shrunk, in grey levels. */
export async function measureMotion(film: string): Promise<number[]> {
  const [width, height] = [320, 180];
  const raw = await decode(['-i', film, '-vf', `scale=${width}:${height}`, '-f', 'rawvideo', '-pix_fmt', 'gray', '-']);
  const size = width * height;
  return Array.from({ length: raw.length / size - 1 }, (_, frame) => {
    let sum = 0;
    for (let pixel = 0; pixel < size; pixel += 1)
      sum += Math.abs((raw[(frame + 1) * size + pixel] ?? 0) - (raw[frame * size + pixel] ?? 0));
    return sum / size;
  });
}

export function correlate(first: readonly number[], second: readonly number[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [a, b] = [mean(first), mean(second)];
  let [both, one, other] = [0, 0, 0];
  for (const [index, value] of first.entries()) {
    const [x, y] = [value - a, (second[index] ?? 0) - b];
    both += x * y;
    one += x * x;
    other += y * y;
  }
  return both / Math.sqrt(one * other);
}

async function decode(args: readonly string[]): Promise<Buffer> {
  const options = { encoding: 'buffer' as const, maxBuffer: 1024 * 1024 * 1024 };
  return (await run(needProgram('ffmpeg'), ['-v', 'error', '-nostdin', ...args], options)).stdout;
}
