// Paints small soft things over a band of rows: discs, streaks, glows.
export interface Band {
  /** Three values per pixel, 0–255; `rows` rows from `top` on. */
  pixels: Float32Array;
  width: number;
  top: number;
  rows: number;
}

export type Colour = readonly [number, number, number];

/** A soft disc, `flat` squeezes it: a turning leaf is thin from the side. */
export function paintDisc(
  band: Band,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  alpha: number,
  flat = 1,
): void {
  const high = radius * flat;
  if (y + high < band.top || y - high >= band.top + band.rows) return;
  const fromY = Math.max(band.top, Math.floor(y - high));
  const toY = Math.min(band.top + band.rows - 1, Math.ceil(y + high));
  const fromX = Math.max(0, Math.floor(x - radius));
  const toX = Math.min(band.width - 1, Math.ceil(x + radius));
  for (let py = fromY; py <= toY; py++) {
    const dy = (py - y) / high;
    for (let px = fromX; px <= toX; px++) {
      const dx = (px - x) / radius;
      const inside = 1 - dx * dx - dy * dy;
      if (inside <= 0) continue;
      lay(band, px, py, colour, alpha * Math.min(1, inside * 1.6));
    }
  }
}

/** Adds light that fades to the rim. */
export function paintGlow(band: Band, x: number, y: number, radius: number, colour: Colour, strength: number): void {
  if (y + radius < band.top || y - radius >= band.top + band.rows) return;
  const fromY = Math.max(band.top, Math.floor(y - radius));
  const toY = Math.min(band.top + band.rows - 1, Math.ceil(y + radius));
  const fromX = Math.max(0, Math.floor(x - radius));
  const toX = Math.min(band.width - 1, Math.ceil(x + radius));
  for (let py = fromY; py <= toY; py++) {
    for (let px = fromX; px <= toX; px++) {
      const inside = 1 - ((px - x) ** 2 + (py - y) ** 2) / (radius * radius);
      if (inside <= 0) continue;
      const light = strength * inside * inside;
      const at = ((py - band.top) * band.width + px) * 3;
      for (let c = 0; c < 3; c++) band.pixels[at + c] = (band.pixels[at + c] ?? 0) + (colour[c] ?? 0) * light;
    }
  }
}

/** A line that fades towards its tail: the trace of something fast. */
export function paintStreak(
  band: Band,
  head: { x: number; y: number },
  tail: { dx: number; dy: number; wide: number },
  colour: Colour,
  alpha: number,
): void {
  const end = head.y + tail.dy;
  const [low, high] = head.y < end ? [head.y, end] : [end, head.y];
  if (high < band.top - 1 || low >= band.top + band.rows + 1) return;
  const steep = Math.abs(tail.dy) >= Math.abs(tail.dx);
  const steps = Math.max(1, Math.ceil(steep ? Math.abs(tail.dy) : Math.abs(tail.dx)));
  for (let i = 0; i <= steps; i++) {
    const share = i / steps;
    const x = head.x + tail.dx * share;
    const y = head.y + tail.dy * share;
    const strength = alpha * (1 - share);
    for (let k = -Math.floor(tail.wide); k <= Math.ceil(tail.wide); k++) {
      const px = steep ? Math.floor(x) + k : Math.round(x);
      const py = steep ? Math.round(y) : Math.floor(y) + k;
      const off = Math.abs((steep ? px - x : py - y) + 0.5);
      const edge = Math.min(1, tail.wide + 0.5 - off);
      if (edge > 0 && px >= 0 && px < band.width && py >= band.top && py < band.top + band.rows)
        lay(band, px, py, colour, strength * edge);
    }
  }
}

function lay(band: Band, x: number, y: number, colour: Colour, alpha: number): void {
  const at = ((y - band.top) * band.width + x) * 3;
  for (let c = 0; c < 3; c++) {
    const own = band.pixels[at + c] ?? 0;
    band.pixels[at + c] = own + ((colour[c] ?? 0) - own) * alpha;
  }
}
