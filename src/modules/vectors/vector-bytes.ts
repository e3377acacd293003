// Vectors as they are stored: their bytes and their signs.

export function toBytes(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

/** A copy: the bytes of a row may begin anywhere in memory. */
export function toVector(bytes: Buffer): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}

export function signsOf(vector: Float32Array): string {
  let signs = '';
  for (const value of vector) signs += value > 0 ? '1' : '0';
  return signs;
}

/** The cosine, because both have length 1. */
export function similarity(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
