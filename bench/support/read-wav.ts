// Reads the composer's own WAV files (24 bit, stereo) as one channel.
const HEADER_BYTES = 44;
const FRAME_BYTES = 6;
const SAMPLE_BYTES = 3;
const FULL_SCALE = 2 ** 23;

export function readWavMono(file: Buffer): { samples: Float32Array; sampleRate: number } {
  const bits = file.readUInt16LE(34);
  if (bits !== 24 || file.readUInt16LE(22) !== 2) throw new RangeError(`Expected 24 bit stereo, not ${bits} bit.`);
  const samples = new Float32Array(Math.floor((file.length - HEADER_BYTES) / FRAME_BYTES));
  for (let frame = 0; frame < samples.length; frame += 1) {
    const at = HEADER_BYTES + frame * FRAME_BYTES;
    samples[frame] =
      (file.readIntLE(at, SAMPLE_BYTES) + file.readIntLE(at + SAMPLE_BYTES, SAMPLE_BYTES)) / 2 / FULL_SCALE;
  }
  return { samples, sampleRate: file.readUInt32LE(24) };
}
