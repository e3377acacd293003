// Cuts raw samples to the ordered length and writes a WAV file: stereo, 16 bit, 48 kHz, which is ACE-Step's output.
import { wavHeader } from '@atelier/kit';

const RATE = 48_000;
const CHANNELS = 2;
const SAMPLE_BYTES = 2;
const FRAME_BYTES = CHANNELS * SAMPLE_BYTES;
const FADE_FRAMES = RATE / 2;

/** The model itself decides where a song ends; a longer one is cut, and its last moment fades. */
export function cutToLength(samples: Uint8Array, seconds: number): Uint8Array {
  const bytes = Math.round(seconds * RATE) * FRAME_BYTES;
  if (samples.length <= bytes) return samples;
  const cut = Buffer.from(samples.subarray(0, bytes));
  const fadeBytes = Math.min(bytes, FADE_FRAMES * FRAME_BYTES);
  for (let at = 0; at < fadeBytes; at += 2) {
    const place = bytes - fadeBytes + at;
    cut.writeInt16LE(Math.round(cut.readInt16LE(place) * (1 - at / fadeBytes)), place);
  }
  return cut;
}

export function wrapInWav(samples: Uint8Array): Uint8Array {
  const format = { sampleRate: RATE, channels: CHANNELS, sampleBytes: SAMPLE_BYTES };
  return Buffer.concat([wavHeader({ ...format, bytes: samples.length }), samples]);
}
