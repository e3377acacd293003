// Places speech on the video's timeline and writes it as a WAV file.
import { writeFile } from 'node:fs/promises';
import { wavHeader } from '@atelier/kit';
import type { Speech } from '@atelier/voice';
import type { Voiced } from './performance.ts';

const PEAK = 0.7;
const SAMPLE_BYTES = 2;

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
  const file = Buffer.alloc(samples.length * SAMPLE_BYTES);
  for (const [index, sample] of samples.entries()) file.writeInt16LE(Math.round(sample * gain), index * SAMPLE_BYTES);
  const header = wavHeader({ sampleRate, channels: 1, sampleBytes: SAMPLE_BYTES, bytes: file.length });
  await writeFile(path, [header, file]);
}
