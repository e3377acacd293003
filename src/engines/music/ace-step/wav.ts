// Puts raw samples into a WAV file: stereo, 16 bit, 48 kHz, which is what ACE-Step makes.
const RATE = 48_000;
const FRAME_BYTES = 4;

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
