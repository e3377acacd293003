// A tile of soft noise that wraps around: gusts over grass, shadows of clouds, ripples and gleams on water.
const SIDE = 256;
const MASK = SIDE - 1;

const NOISE = softNoise();

/** Between the tile's points; coordinates in points, any number. */
export function noiseAt(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const column = x0 & MASK;
  const right = (x0 + 1) & MASK;
  const row = (y0 & MASK) * SIDE;
  const below = ((y0 + 1) & MASK) * SIDE;
  const top = (NOISE[row + column] ?? 0) * (1 - fx) + (NOISE[row + right] ?? 0) * fx;
  const bottom = (NOISE[below + column] ?? 0) * (1 - fx) + (NOISE[below + right] ?? 0) * fx;
  return top * (1 - fy) + bottom * fy;
}

/** Values about 0, most within ±1: three octaves of lattice noise, each wrapping. */
function softNoise(): Float32Array {
  const tile = new Float32Array(SIDE * SIDE);
  let strength = 1;
  for (const cell of [16, 8, 4]) {
    const points = SIDE / cell;
    const lattice = Float32Array.from({ length: points * points }, (_, i) => hash(i * 3 + cell) * 2 - 1);
    const at = (x: number, y: number) => lattice[(y % points) * points + (x % points)] ?? 0;
    for (let y = 0; y < SIDE; y++)
      for (let x = 0; x < SIDE; x++) {
        const [cx, cy] = [Math.floor(x / cell), Math.floor(y / cell)];
        const [fx, fy] = [soft((x % cell) / cell), soft((y % cell) / cell)];
        const top = at(cx, cy) * (1 - fx) + at(cx + 1, cy) * fx;
        const bottom = at(cx, cy + 1) * (1 - fx) + at(cx + 1, cy + 1) * fx;
        tile[y * SIDE + x] = (tile[y * SIDE + x] ?? 0) + strength * (top * (1 - fy) + bottom * fy);
      }
    strength *= 0.5;
  }
  return tile;
}

function soft(t: number): number {
  return t * t * (3 - 2 * t);
}

export function hash(n: number): number {
  let h = Math.imul(n ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}
