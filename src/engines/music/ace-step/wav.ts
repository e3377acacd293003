// Cuts raw samples to the ordered length and puts them into a WAV file: stereo, 16 bit, 48 kHz, which is what ACE-Step makes.
const RATE = 48_000;
const FRAME_BYTES = 4;
const FADE_FRAMES = RATE / 2;

/** The model decides itself where a song ends; what is longer than ordered is cut, and the last moment fades. */
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
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * FRAME_BYTES, 28);
  head.writeUInt16LE(FRAME_BYTES, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}
