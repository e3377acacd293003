// Places speech in a film's own time and writes it as a WAV file.
import { writeFile } from 'node:fs/promises';
import type { Speech } from '@atelier/voice';
import type { Voiced } from './performance.ts';

const PEAK = 0.7;

/** Silence before and after, so that the track is as long as the film. */
export function placeSpeech(speech: Speech, leadSeconds: number, filmSeconds: number): Voiced {
  const { sampleRate } = speech;
  const samples = new Float32Array(Math.round(filmSeconds * sampleRate));
  const lead = Math.round(leadSeconds * sampleRate);
  samples.set(speech.samples.subarray(0, Math.max(0, samples.length - lead)), lead);
  const phonemes = speech.phonemes.map(({ symbol, startSeconds, endSeconds }) => ({
    symbol,
    startSeconds: startSeconds + leadSeconds,
    endSeconds: endSeconds + leadSeconds,
  }));
  return { samples, sampleRate, phonemes };
}

/** Mono, 16 bits, as loud as it can be without clipping once it is encoded. */
export async function writeVoice(path: string, { samples, sampleRate }: Voiced): Promise<void> {
  let loudest = 1e-4;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  const gain = (PEAK / loudest) * 32767;
  const file = Buffer.alloc(44 + samples.length * 2);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples.length * 2, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRate, 24);
  file.writeUInt32LE(sampleRate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples.length * 2, 40);
  for (const [index, sample] of samples.entries()) file.writeInt16LE(Math.round(sample * gain), 44 + index * 2);
  await writeFile(path, file);
}
