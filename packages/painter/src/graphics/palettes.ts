// Colours of a design: a ground, a readable ink on it, and two accents.
import { COLOURS } from '../render/colour.ts';

export interface Palette {
  ground: string;
  ink: string;
  accent: string;
  second: string;
}

const PALETTES: readonly Palette[] = [
  { ground: '#f7f1e5', ink: '#1f2a44', accent: '#e07a3f', second: '#f2c57c' },
  { ground: '#fdf6ec', ink: '#3b2a20', accent: '#a4623a', second: '#e3b98a' },
  { ground: '#eef5f1', ink: '#16423c', accent: '#3f9b78', second: '#b8dcc6' },
  { ground: '#f3f0fa', ink: '#2b2250', accent: '#7a5cd0', second: '#c9b8f0' },
  { ground: '#fff4f1', ink: '#4a1526', accent: '#d8435a', second: '#f5b5b0' },
  { ground: '#f0f6fb', ink: '#0f2f4a', accent: '#2b86c5', second: '#a9d3ee' },
];

/** A colour that the prompt names becomes the accent, or with `asGround` the ground. */
export function paletteFor(seed: number, named: string | undefined, { asGround = false } = {}): Palette {
  const base = PALETTES[seed % PALETTES.length] ?? (PALETTES[0] as Palette);
  const asked = named ? COLOURS[named] : undefined;
  if (!asked) return base;
  if (!asGround) return { ...base, accent: asked };
  return { ...base, ground: asked, ink: isDark(asked) ? '#ffffff' : '#14161c' };
}

export function isDark(hex: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return r * 0.3 + g * 0.59 + b * 0.11 < 140;
}
