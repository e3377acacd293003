// Clothes of animals, in the colours of the prompt: jackets around the chest of four-legged ones, scarves around any
// neck.
import { ball, bothSides, limb, type Part, ring, type Vec } from '../shapes/part.ts';
import type { Traits } from './kind.ts';
import type { Build, Stand } from './mammal-poses.ts';

const LEATHER = '#1c1a1c gloss plain';

export function clothesOf(build: Build, stand: Stand, { wears = [], wornColours = {} }: Traits = {}): Part[] {
  return [
    ...(wears.includes('jacket') ? jacketOf(build, stand, wornColours.jacket) : []),
    ...scarfOf({ from: stand.chest, to: stand.head, radius: build.neck[2] }, { wears, wornColours }),
  ];
}

/** Dark leather with studs along its edge, unless the prompt names a colour. */
function jacketOf({ long, thick }: Build, { y, chest }: Stand, colour: string | undefined): Part[] {
  const [x, middle] = [chest[0] * 0.5, (y + chest[1]) / 2];
  const label = 'jacket';
  const paint = colour ? `${colour} cloth plain` : LEATHER;
  const studs = [0, 1, 2, 3].map((i) =>
    ball([x - long * 0.3 + i * long * 0.2, middle + thick * 0.3, thick * 0.98], thick * 0.07, 'silver metal plain', {
      label: 'studs',
    }),
  );
  return [
    ball([x, middle, 0], [long * 0.8, thick * 1.2, thick * 1.1], paint, { label }),
    ...bothSides(
      limb(
        [chest[0], middle - thick * 0.1, thick * 0.7],
        [chest[0], middle - thick * 1.3, thick * 0.66],
        thick * 0.34,
        paint,
        { label },
      ),
      ...(colour ? [] : studs),
    ),
  ];
}

/** How far up the neck it lies, and how thick it is beside the neck. */
const UP_THE_NECK = 0.5;
const WOOL = 0.42;

interface Neck {
  from: Vec;
  to: Vec;
  radius: number;
}

/** Nothing unless the prompt names a scarf. */
export function scarfOf({ from, to, radius }: Neck, { wears = [], wornColours = {} }: Traits = {}): Part[] {
  if (!wears.includes('scarf')) return [];
  const thick = radius * WOOL;
  const way: Vec = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const at: Vec = [from[0] + way[0] * UP_THE_NECK, from[1] + way[1] * UP_THE_NECK, from[2] + way[2] * UP_THE_NECK];
  const lean = (Math.atan2(-way[0], way[1]) * 180) / Math.PI;
  const paint = `${wornColours.scarf ?? 'red'} cloth plain`;
  const label = 'scarf';
  const knot: Vec = [at[0] + radius * 0.7, at[1] - radius * 0.7, radius * 0.9];
  return [
    ring(at, radius * 1.12, thick, paint, { turn: [0, 0, lean], label }),
    ball(knot, thick * 0.85, paint, { label }),
    limb(
      knot,
      [knot[0] + thick * 0.4, knot[1] - radius * 1.4, knot[2] + thick * 0.3],
      [thick * 0.5, thick * 0.75],
      paint,
      {
        label,
      },
    ),
  ];
}
