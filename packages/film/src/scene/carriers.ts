// Who moves with whom: a rider with the horse, a cat with the sofa; and what is in the air by itself flies.
import type { Plate } from './plate.ts';

const STANDS: ReadonlySet<Plate['motion']> = new Set(['walk', 'sway', 'still', 'flicker', 'twinkle']);
/** How far apart in depth two things may be for one to be on the other. */
const CLOSE = 1.6;

/** Changes the plates: gives riders their carrier, and lets fly what is above the horizon with nothing under it. */
export function settleMotions(plates: Plate[], horizon: number): void {
  for (const plate of plates) {
    if (plate.kind !== 'subject' || plate.grounded || !STANDS.has(plate.motion)) continue;
    const carrier = plates.findIndex((other) => other !== plate && isUnder(other, plate));
    if (carrier >= 0) plate.carrier = carrier;
    else if (plate.top + plate.height < horizon) plate.motion = 'fly';
    else plate.motion = 'still';
  }
}

function isUnder(other: Plate, plate: Plate): boolean {
  if (other.kind !== 'subject' || other.label === plate.label || Math.abs(other.depth - plate.depth) > CLOSE)
    return false;
  const middle = plate.left + plate.width / 2;
  const foot = plate.top + plate.height;
  const slack = other.height * 0.15;
  return (
    middle > other.left &&
    middle < other.left + other.width &&
    foot > other.top &&
    foot < other.top + other.height - slack
  );
}
