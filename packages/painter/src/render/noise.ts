// Smooth noise over the plane and in space; the same point always has the same value.
export function hash2(x: number, y: number): number {
  let h = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

export function hash3(x: number, y: number, z: number): number {
  let h = (Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(z | 0, 2147483647 ^ 1013904223)) | 0;
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Value noise in [0, 1]. */
export function noise2(x: number, y: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const a = hash2(ix, iy);
  const b = hash2(ix + 1, iy);
  const c = hash2(ix, iy + 1);
  const d = hash2(ix + 1, iy + 1);
  return a + (b - a) * u + (c - a + (a - b - c + d) * u) * v;
}

export function noise3(x: number, y: number, z: number): number {
  const iz = Math.floor(z);
  const fz = z - iz;
  const w = fz * fz * (3 - 2 * fz);
  const low = noise2(x + iz * 37.17, y - iz * 17.83);
  const high = noise2(x + (iz + 1) * 37.17, y - (iz + 1) * 17.83);
  return low + (high - low) * w;
}

/** Layered noise in about [0, 1]. */
export function cloudNoise(x: number, y: number, octaves: number): number {
  let sum = 0;
  let weight = 0.5;
  let total = 0;
  let px = x;
  let py = y;
  for (let i = 0; i < octaves; i++) {
    sum += weight * noise2(px, py);
    total += weight;
    weight *= 0.5;
    const nx = px * 1.62 + py * 1.18 + 11.3;
    py = py * 1.62 - px * 1.18 + 5.7;
    px = nx;
  }
  return sum / total;
}
