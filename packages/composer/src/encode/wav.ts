// Writes and reads WAV: 24 bit out, any usual PCM in; no other program needed.
import { open, readFile } from 'node:fs/promises';
import { wavHeader } from '@atelier/kit';
import type { Stereo } from '../sound/stereo.ts';

const SAMPLE_BYTES = 3;
const FRAME_BYTES = 2 * SAMPLE_BYTES;
const CHUNK_FRAMES = 65_536;

export async function writeWav(
  path: string,
  sound: Stereo,
  { sampleRate, gain = 1 }: { sampleRate: number; gain?: number },
): Promise<void> {
  const frames = sound.left.length;
  const file = await open(path, 'w');
  try {
    await file.write(wavHeader({ sampleRate, channels: 2, sampleBytes: SAMPLE_BYTES, bytes: frames * FRAME_BYTES }));
    for (let from = 0; from < frames; from += CHUNK_FRAMES) {
      await file.write(packFrames(sound, { from, to: Math.min(frames, from + CHUNK_FRAMES) }, gain));
    }
  } finally {
    await file.close();
  }
}

function packFrames(sound: Stereo, { from, to }: { from: number; to: number }, gain: number): Buffer {
  const bytes = Buffer.alloc((to - from) * FRAME_BYTES);
  let at = 0;
  for (let frame = from; frame < to; frame += 1) {
    for (const channel of [sound.left, sound.right]) {
      const value = Math.max(-8388608, Math.min(8388607, Math.round((channel[frame] ?? 0) * gain * 8388607)));
      bytes[at] = value & 255;
      bytes[at + 1] = (value >> 8) & 255;
      bytes[at + 2] = (value >> 16) & 255;
      at += 3;
    }
  }
  return bytes;
}

/** Reads float samples (f32le, stereo, interleaved) as a decoder writes them. */
export async function readRawStereo(path: string): Promise<Stereo> {
  const bytes = await readFile(path);
  const frames = Math.floor(bytes.byteLength / 8);
  const samples = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + frames * 8));
  const sound = { left: new Float32Array(frames), right: new Float32Array(frames) };
  for (let frame = 0; frame < frames; frame += 1) {
    sound.left[frame] = samples[frame * 2] ?? 0;
    sound.right[frame] = samples[frame * 2 + 1] ?? 0;
  }
  return sound;
}
