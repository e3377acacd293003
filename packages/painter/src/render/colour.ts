// Colours: names that people use, hex, and the linear light the renderer works in.
import type { Vec } from '../shapes/part.ts';

export const COLOURS: Readonly<Record<string, string>> = {
  red: '#d81e1e',
  crimson: '#b01030',
  scarlet: '#e02410',
  maroon: '#701018',
  ruby: '#b8103c',
  burgundy: '#6e1028',
  orange: '#f0801a',
  amber: '#f0a010',
  rust: '#a8481c',
  peach: '#f8b890',
  coral: '#f07058',
  apricot: '#f4a868',
  yellow: '#f4d018',
  golden: '#e0a820',
  gold: '#e0a820',
  mustard: '#c89a18',
  lemon: '#f4e040',
  green: '#2f9a34',
  emerald: '#149858',
  lime: '#88d028',
  olive: '#7c8030',
  mint: '#98e0b8',
  jade: '#1c9870',
  teal: '#128888',
  turquoise: '#22bcb4',
  cyan: '#24c0d8',
  aqua: '#30c8d0',
  blue: '#1f52cc',
  azure: '#2f8cf0',
  navy: '#162a68',
  indigo: '#3c2a90',
  sapphire: '#1440b0',
  cobalt: '#1448b8',
  purple: '#7c2aa8',
  violet: '#7838c8',
  lavender: '#b49ae0',
  lilac: '#c0a0dc',
  plum: '#70305c',
  magenta: '#d0208c',
  fuchsia: '#d8289c',
  pink: '#f078a8',
  rose: '#e85c80',
  salmon: '#f48870',
  white: '#f2f0ea',
  ivory: '#f4ecd8',
  cream: '#f2e4c4',
  black: '#1c1a1c',
  ebony: '#1e1814',
  gray: '#85868a',
  grey: '#85868a',
  silver: '#b8bec6',
  charcoal: '#3a3c40',
  brown: '#6e4424',
  chestnut: '#7c4220',
  tan: '#c49a6c',
  beige: '#dccaa6',
  bronze: '#a06c30',
  copper: '#b8683c',
  chocolate: '#4c2c1a',
  ginger: '#d07a30',
  blonde: '#e4c47a',
  khaki: '#a89a68',
};

export function linearOf(hex: string): Vec {
  const value = Number.parseInt(hex.slice(1), 16);
  return [toLinear(((value >> 16) & 255) / 255), toLinear(((value >> 8) & 255) / 255), toLinear((value & 255) / 255)];
}

function toLinear(c: number): number {
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
}

export function toScreen(c: number): number {
  return c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
}

export function mix(a: Vec, b: Vec, share: number): Vec {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share];
}

export function scaled(a: Vec, by: number): Vec {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function added(a: Vec, b: Vec): Vec {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function brightness(a: Vec): number {
  return a[0] * 0.2126 + a[1] * 0.7152 + a[2] * 0.0722;
}

/** More or less colourful, same brightness. */
export function saturated(a: Vec, by: number): Vec {
  const grey = brightness(a);
  return [
    Math.max(0, grey + (a[0] - grey) * by),
    Math.max(0, grey + (a[1] - grey) * by),
    Math.max(0, grey + (a[2] - grey) * by),
  ];
}

export function smooth(low: number, high: number, value: number): number {
  const t = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
