// Writes and reads WAV: 24 bit out, any usual PCM in; no other program needed.
import { open, readFile } from 'node:fs/promises';
import type { Stereo } from '../sound/stereo.ts';

const HEADER_BYTES = 44;
const FRAME_BYTES = 6;
const CHUNK_FRAMES = 65_536;

export async function writeWav(
  path: string,
  sound: Stereo,
  { sampleRate, gain = 1 }: { sampleRate: number; gain?: number },
): Promise<void> {
  const frames = sound.left.length;
  const file = await open(path, 'w');
  try {
    await file.write(wavHeader(frames, sampleRate));
    for (let from = 0; from < frames; from += CHUNK_FRAMES) {
      await file.write(packFrames(sound, { from, to: Math.min(frames, from + CHUNK_FRAMES) }, gain));
    }
  } finally {
    await file.close();
  }
}

function wavHeader(frames: number, sampleRate: number): Buffer {
  const bytes = frames * FRAME_BYTES;
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + bytes, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(2, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * FRAME_BYTES, 28);
  header.writeUInt16LE(FRAME_BYTES, 32);
  header.writeUInt16LE(24, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(bytes, 40);
  return header;
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
