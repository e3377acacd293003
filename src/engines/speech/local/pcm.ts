// Samples as 16-bit PCM, and the header of a WAV stream.

export const PCM_RATE = 24_000;
const BYTES_PER_SAMPLE = 2;
const HEADER_BYTES = 44;
/** The length of a stream is not known when it starts; players read until it ends. */
const UNKNOWN_LENGTH = 0xffff_ffff;

export function toPcm(samples: Float32Array): Buffer {
  const pcm = Buffer.alloc(samples.length * BYTES_PER_SAMPLE);
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample));
    pcm.writeInt16LE(Math.round(clipped * 32_767), index * BYTES_PER_SAMPLE);
  });
  return pcm;
}

export function wavStreamHeader(sampleRate: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(UNKNOWN_LENGTH, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * BYTES_PER_SAMPLE, 28);
  header.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(UNKNOWN_LENGTH, 40);
  return header;
}
