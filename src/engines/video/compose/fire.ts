// The fire under a rocket: sparks that leave its foot, spread, cool from white to red and fade.
import { type Colour, type Dab, disc, glow } from './brush.ts';
import { hash } from './waves.ts';

const SPARKS = 70;

export function fireOf(foot: { x: number; y: number }, width: number, seconds: number): Dab[] {
  const dabs: Dab[] = [];
  const flicker = 0.85 + 0.15 * Math.sin(seconds * 31);
  glow(dabs, foot.x, foot.y, width * 1.5, [255, 150, 60], 0.6 * flicker);
  for (let i = 0; i < SPARKS; i++) {
    const trip = hash(i * 5) + seconds * (1.1 + 0.8 * hash(i * 5 + 1));
    const age = trip - Math.floor(trip);
    const side = hash(i * 5 + 2 + Math.floor(trip) * 977) - 0.5;
    const x = foot.x + side * width * (0.35 + 1.1 * age);
    const y = foot.y - width * 0.15 + age * width * 3.4;
    const colour: Colour = [255, 235 - 170 * age, 180 - 175 * age];
    const size = width * (0.16 + 0.16 * age) * (1 - 0.4 * age);
    glow(dabs, x, y, size * 1.8, colour, 0.5 * (1 - age));
    disc(dabs, x, y, size * 0.5, colour, 0.8 * (1 - age) ** 1.5);
  }
  return dabs;
}
