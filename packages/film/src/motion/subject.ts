// How a subject stirs that the prompt does not send anywhere: swaying, bobbing, hovering; in frame heights and seconds.
import type { Plate } from '../scene/plate.ts';
import { CALM, type Stir } from './stir.ts';

const { sin, cos } = Math;

/** `own` sets apart two of a kind: 0–1. `share` is the shot's progress. */
export function stirOf(plate: Plate, own: number, { seconds, share }: { seconds: number; share: number }): Stir {
  const phase = own * 6.283;
  const t = seconds;
  const ahead = plate.facing >= 0 ? 1 : -1;
  switch (plate.motion) {
    case 'sway':
      return { ...CALM, lean: 0.012 * sin(t * 1.5 + phase) + 0.006 * sin(t * 3.7 + phase * 2) };
    case 'bob':
      return { ...CALM, dy: 0.006 * sin(t * 1.7 + phase), lean: 0.022 * sin(t * 1.1 + phase) };
    case 'drift':
      return plate.grounded ? drive(plate, ahead, { t, share }) : float(t, phase);
    case 'fly':
      return fly(plate, ahead, { t, phase, share });
    case 'flicker':
      return {
        ...CALM,
        lean: 0.02 * sin(t * 7 + phase) + 0.012 * sin(t * 13.3),
        size: 1 + 0.02 * sin(t * 9.1),
        light: 1 + 0.1 * sin(t * 11 + phase) + 0.07 * sin(t * 17.9),
      };
    case 'twinkle':
      return { ...CALM, light: 1 + 0.08 * sin(t * 3 + phase) };
    default:
      // Even what stands still breathes a little: nothing in a film is a photograph.
      return { ...CALM, lean: 0.0022 * sin(t * 1.2 + phase) };
  }
}

function drive(plate: Plate, ahead: number, { t, share }: { t: number; share: number }): Stir {
  const roll = 0.0012 * sin(t * 23) + 0.001 * sin(t * 31);
  return { ...CALM, dx: ahead * 0.34 * (share - 0.5), dy: roll, lean: roll * 2 * (plate.facing === 0 ? 0 : 1) };
}

function float(t: number, phase: number): Stir {
  return {
    ...CALM,
    dx: 0.014 * sin(t * 0.7 + phase),
    dy: -0.012 * t + 0.012 * cos(t * 0.9 + phase),
    lean: 0.03 * sin(t * 0.8 + phase + 1),
  };
}

/** What flies upright, on fire. */
export function isRocket(plate: Plate): boolean {
  return plate.motion === 'fly' && /rocket/.test(plate.label);
}

function fly(plate: Plate, ahead: number, { t, phase, share }: { t: number; phase: number; share: number }): Stir {
  if (isRocket(plate))
    return {
      ...CALM,
      dx: 0.004 * sin(t * 2.1 + phase),
      dy: 0.05 - 0.13 * share + 0.0016 * sin(t * 29),
      lean: 0.006 * sin(t * 1.9),
    };
  return {
    ...CALM,
    dx: ahead * 0.3 * (share - 0.5),
    dy: 0.022 * sin(t * 2.1 + phase) - 0.02 * share,
    lean: 0.02 * cos(t * 2.1 + phase),
    size: 1 + 0.015 * sin(t * 4.7 + phase),
  };
}
