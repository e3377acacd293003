// Samples as 16-bit PCM.

export const PCM_RATE = 24_000;
export const BYTES_PER_SAMPLE = 2;

export function toPcm(samples: Float32Array): Buffer {
  const pcm = Buffer.alloc(samples.length * BYTES_PER_SAMPLE);
  samples.forEach((sample, index) => {
    const clipped = Math.max(-1, Math.min(1, sample));
    pcm.writeInt16LE(Math.round(clipped * 32_767), index * BYTES_PER_SAMPLE);
  });
  return pcm;
}
