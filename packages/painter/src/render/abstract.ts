// A mood without objects: warped fields of colour, for prompts that name nothing that can be drawn.
import type { Vec } from '../shapes/part.ts';
import { added, mix, scaled, smooth } from './colour.ts';
import { cloudNoise, noise2 } from './noise.ts';
import type { World } from './world.ts';

export function abstractColour(world: World, x: number, y: number): Vec {
  const mood = world.abstract;
  if (!mood) return [0, 0, 0];
  const s = (world.seed % 1000) * 0.713;
  const drift = world.time * 0.05;
  const a = cloudNoise(x * 1.6 + s + drift, y * 1.6, 4);
  const b = cloudNoise(x * 1.6 + 5.2, y * 1.6 + s - drift, 4);
  const u = x + mood.swirl * (a - 0.5);
  const v = y + mood.swirl * (b - 0.5);
  const field =
    mood.kind === 'shards'
      ? shards(u, v, s)
      : mood.kind === 'bloom'
        ? bloom(u, v)
        : cloudNoise(u * 2.2 + s, v * 2.2, 5);
  const colour = ramp(mood.colours, Math.min(0.999, Math.max(0, field * 1.5 - 0.25)));
  const vein = Math.abs(Math.sin((a * 3 + b * 2 + field * 4) * Math.PI));
  const light = smooth(0.12, 0, vein) * 0.55;
  const glow = smooth(0.55, 0.9, a) * 0.4;
  const lit = scaled(colour, 0.55 + 0.8 * b);
  return added(lit, scaled(mood.colours[mood.colours.length - 1] ?? [1, 1, 1], light + glow * 0.6));
}

function ramp(colours: readonly Vec[], t: number): Vec {
  const place = t * (colours.length - 1);
  const i = Math.floor(place);
  return mix(colours[i] ?? [0, 0, 0], colours[i + 1] ?? colours[i] ?? [0, 0, 0], smooth(0, 1, place - i));
}

function bloom(u: number, v: number): number {
  const [cx, cy] = [u - 0.5, v - 0.48];
  const angle = Math.atan2(cy, cx);
  const reach = Math.hypot(cx, cy);
  return 0.85 - reach * 1.15 + 0.12 * Math.sin(angle * 7 + reach * 14) + 0.1 * noise2(angle * 3, reach * 8);
}

function shards(u: number, v: number, s: number): number {
  const a = Math.floor((u * 0.8 + v * 0.6) * 7 + noise2(u * 3, v * 3) * 2 + s);
  const b = Math.floor((u * -0.5 + v * 0.86) * 6 + s);
  return 0.15 + 0.7 * noise2(a * 3.7, b * 5.1);
}
