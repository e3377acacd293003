// A second of a quiet tone as a WAV file: the recording that a transcription upstream is tried with.
import { wavHeader } from '@atelier/kit';

const RATE = 16_000;
export const TONE_SECONDS = 1;
const HERTZ = 440;
const LOUDNESS = 0.2;
const SAMPLE_BYTES = 2;

/** 16 bit, mono. */
export function makeTone(): Uint8Array {
  const samples = RATE * TONE_SECONDS;
  const bytes = samples * SAMPLE_BYTES;
  const pcm = Buffer.alloc(bytes);
  for (let index = 0; index < samples; index += 1) {
    const value = LOUDNESS * Math.sin((2 * Math.PI * HERTZ * index) / RATE);
    pcm.writeInt16LE(Math.round(value * 0x7fff), index * SAMPLE_BYTES);
  }
  return Buffer.concat([wavHeader({ sampleRate: RATE, channels: 1, sampleBytes: SAMPLE_BYTES, bytes }), pcm]);
}
