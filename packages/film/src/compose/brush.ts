// Paints small soft things over a band of rows: discs, streaks, glows.
export interface Band {
  /** Three values per pixel, 0–255; `rows` rows from `top` on. */
  pixels: Float32Array;
  width: number;
  top: number;
  rows: number;
}

export type Colour = readonly [number, number, number];

/** One dab of paint, with the rows it touches: a band paints only its own. */
export interface Dab {
  kind: 'disc' | 'glow' | 'streak';
  top: number;
  bottom: number;
  x: number;
  y: number;
  radius: number;
  /** A disc is squeezed by this; a streak reaches this far from its head. */
  flat: number;
  dx: number;
  dy: number;
  colour: Colour;
  alpha: number;
}

/** A soft disc, `flat` squeezes it: a turning leaf is thin from the side. */
export function disc(
  dabs: Dab[],
  { x, y, radius, flat = 1 }: { x: number; y: number; radius: number; flat?: number },
  { colour, alpha }: { colour: Colour; alpha: number },
): void {
  const high = radius * flat;
  dabs.push({ kind: 'disc', top: y - high, bottom: y + high, x, y, radius, flat, dx: 0, dy: 0, colour, alpha });
}

/** Added light that fades to the rim. */
export function glow(
  dabs: Dab[],
  { x, y, radius }: { x: number; y: number; radius: number },
  { colour, alpha }: { colour: Colour; alpha: number },
): void {
  dabs.push({ kind: 'glow', top: y - radius, bottom: y + radius, x, y, radius, flat: 1, dx: 0, dy: 0, colour, alpha });
}

export interface StreakPlace {
  x: number;
  y: number;
  /** From the head to the tail. */
  dx: number;
  dy: number;
  wide: number;
}

/** A line that fades towards its tail: the trace of something fast. */
export function streak(
  dabs: Dab[],
  { x, y, dx, dy, wide }: StreakPlace,
  { colour, alpha }: { colour: Colour; alpha: number },
): void {
  const [top, bottom] = [Math.min(y, y + dy) - wide - 1, Math.max(y, y + dy) + wide + 1];
  dabs.push({ kind: 'streak', top, bottom, x, y, radius: wide, flat: 1, dx, dy, colour, alpha });
}

const PAINT = { disc: paintDisc, glow: paintGlow, streak: paintStreak };

export function paintDabs(band: Band, dabs: readonly Dab[]): void {
  for (const dab of dabs) if (dab.bottom >= band.top && dab.top < band.top + band.rows) PAINT[dab.kind](band, dab);
}

function paintDisc(band: Band, { x, y, radius, colour, alpha, flat }: Dab): void {
  const high = radius * flat;
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
      lay(band, { x: px, y: py }, { colour, alpha: alpha * Math.min(1, inside * 1.6) });
    }
  }
}

function paintGlow(band: Band, { x, y, radius, colour, alpha }: Dab): void {
  const fromY = Math.max(band.top, Math.floor(y - radius));
  const toY = Math.min(band.top + band.rows - 1, Math.ceil(y + radius));
  const fromX = Math.max(0, Math.floor(x - radius));
  const toX = Math.min(band.width - 1, Math.ceil(x + radius));
  for (let py = fromY; py <= toY; py++) {
    for (let px = fromX; px <= toX; px++) {
      const inside = 1 - ((px - x) ** 2 + (py - y) ** 2) / (radius * radius);
      if (inside <= 0) continue;
      const light = alpha * inside * inside;
      const at = ((py - band.top) * band.width + px) * 3;
      for (let c = 0; c < 3; c++) band.pixels[at + c] = (band.pixels[at + c] ?? 0) + (colour[c] ?? 0) * light;
    }
  }
}

function paintStreak(band: Band, { x: headX, y: headY, dx, dy, radius: wide, colour, alpha }: Dab): void {
  const steep = Math.abs(dy) >= Math.abs(dx);
  const steps = Math.max(1, Math.ceil(steep ? Math.abs(dy) : Math.abs(dx)));
  for (let i = 0; i <= steps; i++) {
    const share = i / steps;
    const x = headX + dx * share;
    const y = headY + dy * share;
    const strength = alpha * (1 - share);
    for (let k = -Math.floor(wide); k <= Math.ceil(wide); k++) {
      const px = steep ? Math.floor(x) + k : Math.round(x);
      const py = steep ? Math.round(y) : Math.floor(y) + k;
      const off = Math.abs((steep ? px - x : py - y) + 0.5);
      const edge = Math.min(1, wide + 0.5 - off);
      if (edge > 0 && px >= 0 && px < band.width && py >= band.top && py < band.top + band.rows)
        lay(band, { x: px, y: py }, { colour, alpha: strength * edge });
    }
  }
}

function lay(
  band: Band,
  { x, y }: { x: number; y: number },
  { colour, alpha }: { colour: Colour; alpha: number },
): void {
  const at = ((y - band.top) * band.width + x) * 3;
  for (let c = 0; c < 3; c++) {
    const own = band.pixels[at + c] ?? 0;
    band.pixels[at + c] = own + ((colour[c] ?? 0) - own) * alpha;
  }
}
