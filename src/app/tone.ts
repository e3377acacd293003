// A second of a quiet tone as a WAV file: the recording that a transcription upstream is tried with.
const RATE = 16_000;
export const TONE_SECONDS = 1;
const HERTZ = 440;
const LOUDNESS = 0.2;
const HEADER_BYTES = 44;
const SAMPLE_BYTES = 2;

/** 16 bit, mono. */
export function makeTone(): Uint8Array {
  const samples = RATE * TONE_SECONDS;
  const bytes = samples * SAMPLE_BYTES;
  const file = Buffer.alloc(HEADER_BYTES + bytes);
  file.write('RIFF', 0);
  file.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * SAMPLE_BYTES, 28);
  file.writeUInt16LE(SAMPLE_BYTES, 32);
  file.writeUInt16LE(SAMPLE_BYTES * 8, 34);
  file.write('data', 36);
  file.writeUInt32LE(bytes, 40);
  for (let index = 0; index < samples; index += 1) {
    const value = LOUDNESS * Math.sin((2 * Math.PI * HERTZ * index) / RATE);
    file.writeInt16LE(Math.round(value * 0x7fff), HEADER_BYTES + index * SAMPLE_BYTES);
  }
  return file;
}
