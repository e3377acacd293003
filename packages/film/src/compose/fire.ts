// Fire in the air: the sparks under a rocket, which cool from white to red, and fireworks.
import { type Colour, type Dab, disc, glow, streak } from './brush.ts';
import { hash } from './waves.ts';

const SPARKS = 70;

export function fireOf(foot: { x: number; y: number }, width: number, seconds: number): Dab[] {
  const dabs: Dab[] = [];
  const flicker = 0.85 + 0.15 * Math.sin(seconds * 31);
  glow(dabs, { x: foot.x, y: foot.y, radius: width * 1.5 }, { colour: [255, 150, 60], alpha: 0.6 * flicker });
  for (let i = 0; i < SPARKS; i++) {
    const trip = hash(i * 5) + seconds * (1.1 + 0.8 * hash(i * 5 + 1));
    const age = trip - Math.floor(trip);
    const side = hash(i * 5 + 2 + Math.floor(trip) * 977) - 0.5;
    const x = foot.x + side * width * (0.35 + 1.1 * age);
    const y = foot.y - width * 0.15 + age * width * 3.4;
    const colour: Colour = [255, 235 - 170 * age, 180 - 175 * age];
    const size = width * (0.16 + 0.16 * age) * (1 - 0.4 * age);
    glow(dabs, { x, y, radius: size * 1.8 }, { colour, alpha: 0.5 * (1 - age) });
    disc(dabs, { x, y, radius: size * 0.5 }, { colour, alpha: 0.8 * (1 - age) ** 1.5 });
  }
  return dabs;
}

const SHELLS: readonly Colour[] = [
  [255, 120, 90],
  [120, 190, 255],
  [255, 215, 110],
  [140, 255, 160],
  [240, 140, 255],
];
const EVERY_SECONDS = 0.55;
const LIFE_SECONDS = 2.1;
const RAYS = 90;

/** Shells burst one after the other; their rays fly out, slow down, sink and fade. */
export function fireworksOf(size: { width: number; height: number }, seed: number, seconds: number): Dab[] {
  const dabs: Dab[] = [];
  const first = Math.floor((seconds - LIFE_SECONDS) / EVERY_SECONDS);
  for (let shell = first; shell * EVERY_SECONDS <= seconds; shell++) {
    const age = (seconds - shell * EVERY_SECONDS) / LIFE_SECONDS;
    if (age < 0 || age >= 1) continue;
    const own = shell * 53 + seed;
    const x = (0.12 + 0.76 * hash(own)) * size.width;
    const y = (0.1 + 0.3 * hash(own + 1)) * size.height;
    const reach = (0.16 + 0.14 * hash(own + 2)) * size.height * (1 - (1 - age) ** 3);
    const colour = SHELLS[Math.abs(own) % SHELLS.length] ?? [255, 255, 255];
    const fade = (1 - age) ** 1.4;
    if (age < 0.15) glow(dabs, { x, y, radius: size.height * 0.3 }, { colour, alpha: 0.5 * (1 - age / 0.15) });
    for (let ray = 0; ray < RAYS; ray++) {
      const angle = (ray / RAYS) * 6.283 + hash(own + 3);
      const far = reach * (0.3 + 0.7 * Math.sqrt(hash(own + ray * 7)));
      const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
      const head = { x: x + dx * far, y: y + dy * far + age * age * size.height * 0.09 };
      const tail = { dx: -dx * far * 0.22 * (1 - age), dy: -dy * far * 0.22 * (1 - age), wide: size.height / 600 };
      streak(dabs, { ...head, ...tail }, { colour, alpha: fade });
      const sparkle = 0.5 + 0.5 * Math.sin(seconds * 24 + ray * 5);
      glow(
        dabs,
        { x: head.x, y: head.y, radius: size.height * 0.013 },
        { colour, alpha: fade * (0.6 + 0.6 * sparkle) },
      );
    }
  }
  return dabs;
}
