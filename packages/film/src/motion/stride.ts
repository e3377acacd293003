// One moment of a gait: feet that stand stay where they are on the ground, the others swing forward, the body goes over them.
import type { Leg, Part, Rig, Spot, Thing } from './rig.ts';

/** Share of a cycle that a foot stands: with two legs in turn, one always does. */
export const STANCE = 0.5;

export interface Gait {
  /** How far a foot travels under the body while it stands, in the figure's own units. */
  sweep: number;
  /** How high a swinging foot is lifted. */
  lift: number;
  /** How far the body sinks on its legs, so that they reach that far. */
  crouch: number;
  /** 1 to the right of the frame, -1 to the left. */
  ahead: number;
  /** Distance of the figure from the eye, in its own units: a nearer foot appears to travel further. */
  depth: number;
}

/** `phase` runs from 0 to 1 over a cycle. */
export function strideAt(thing: Thing, rig: Rig, { gait, phase }: { gait: Gait; phase: number }): Thing {
  const way = wayOf(thing, gait.ahead);
  const bounce = gait.lift * 0.12 * Math.cos(phase * 4 * Math.PI);
  const drop = Math.max(0, gait.crouch - bounce);
  const moved = thing.parts.map((part) => shifted(part, [0, -drop, 0]));
  for (const [index, leg] of rig.legs.entries()) {
    const own = (phase + offsetOf(rig, leg, index)) % 1;
    const near = 1 - distanceToUs(thing, leg.ankle) / gait.depth;
    const { ahead, up } = footAt(own, gait);
    const ankle = added(leg.ankle, scaled(way, ahead * near), [0, up, 0]);
    setLeg(moved, { leg, hip: added(leg.hip, [0, -drop, 0]), ankle, way: scaled(way, 1) });
    for (const end of leg.ends) moved[end] = shifted(thing.parts[end], subtract(ankle, leg.ankle));
  }
  for (const [index, arm] of rig.arms.entries())
    swing(moved, { arm, angle: Math.sin((phase + index * 0.5 + 0.25) * 2 * Math.PI) * gait.sweep * 0.6, way });
  return { ...thing, parts: moved };
}

/** In the air: front legs reach ahead, hind legs behind. `share` is 0 at take-off and at landing. */
export function leapAt(thing: Thing, rig: Rig, { gait, share }: { gait: Gait; share: number }): Thing {
  const way = wayOf(thing, gait.ahead);
  const moved = [...thing.parts];
  const middle = rig.legs.reduce((sum, { hip }) => sum + dot(hip, way), 0) / rig.legs.length;
  for (const leg of rig.legs) {
    const side = rig.legs.length === 2 || dot(leg.hip, way) < middle ? -1 : 1;
    const ankle = added(leg.ankle, scaled(way, side * gait.sweep * 0.5 * share), [0, gait.lift * share, 0]);
    setLeg(moved, { leg, hip: leg.hip, ankle, way });
    for (const end of leg.ends) moved[end] = shifted(thing.parts[end], subtract(ankle, leg.ankle));
  }
  return { ...thing, parts: moved };
}

function footAt(own: number, { sweep, lift }: Gait): { ahead: number; up: number } {
  if (own < STANCE) return { ahead: sweep * (0.5 - own / STANCE), up: 0 };
  const share = (own - STANCE) / (1 - STANCE);
  // Leaves and meets the ground at the ground's own speed: a foot slides neither as it lifts nor as it lands.
  const back = share * (1 - share) * (2 * share - 1);
  return {
    ahead: sweep * (share * share * (3 - 2 * share) - 0.5 + back),
    up: lift * (1 - (2 * share - 1) ** 4),
  };
}

/** Diagonal legs together, as in a trot; two legs in turn. */
function offsetOf(rig: Rig, leg: Leg, index: number): number {
  if (rig.looksAtUs) return leg.hip[0] > 0 ? 0 : 0.5;
  if (rig.legs.length === 2) return leg.hip[2] > 0 ? 0 : 0.5;
  const middle = rig.legs.reduce((sum, { hip }) => sum + hip[0], 0) / rig.legs.length;
  const isDiagonal = leg.hip[0] > middle === leg.hip[2] > 0;
  return rig.legs.length === 4 ? (isDiagonal ? 0 : 0.5) : (index % 2) * 0.5;
}

/** The frame's right or left, in the figure's own axes: feet travel along the picture, however the figure is turned. */
function wayOf({ yaw }: Thing, ahead: number): Spot {
  return [ahead * Math.cos(yaw), 0, ahead * Math.sin(yaw)];
}

function distanceToUs({ yaw }: Thing, [x, , z]: Spot): number {
  return -x * Math.sin(yaw) + z * Math.cos(yaw);
}

function setLeg(
  parts: (Part | undefined)[],
  { leg, hip, ankle, way }: { leg: Leg; hip: Spot; ankle: Spot; way: Spot },
): void {
  const [upper, lower] = [parts[leg.upper], parts[leg.lower]];
  if (!upper || !lower) return;
  if (leg.upper === leg.lower) {
    parts[leg.upper] = { ...upper, at: hip, size: ankle };
    return;
  }
  const share = length(subtract(leg.knee, leg.hip)) / Math.max(1e-6, legLength(leg));
  const slack = Math.max(0, legLength(leg) ** 2 - length(subtract(ankle, hip)) ** 2);
  // What the leg is longer than its way goes into the knee; a leg that is too short is stretched.
  const bend = Math.min(Math.sqrt(slack) * 0.42, legLength(leg) * 0.26);
  const knee = added(hip, scaled(subtract(ankle, hip), share), scaled(way, bend));
  parts[leg.upper] = { ...upper, at: hip, size: knee };
  parts[leg.lower] = { ...lower, at: knee, size: ankle };
}

function legLength({ hip, knee, ankle }: Leg): number {
  return length(subtract(knee, hip)) + length(subtract(ankle, knee));
}

/** Turns an arm about its shoulder, in the plane of the way. */
function swing(parts: (Part | undefined)[], { arm, angle, way }: { arm: Leg; angle: number; way: Spot }): void {
  const turn = Math.max(-0.7, Math.min(0.7, angle * 2));
  const shoulder = parts[arm.upper]?.at;
  if (!shoulder) return;
  const turned = (spot: Spot): Spot => {
    const from = subtract(spot, shoulder);
    const [along, up] = [dot(from, way), from[1]];
    const ahead = along * Math.cos(turn) - up * Math.sin(turn) - along;
    return added(spot, scaled(way, ahead), [0, up * Math.cos(turn) + along * Math.sin(turn) - up, 0]);
  };
  for (const index of new Set([arm.upper, arm.lower, ...arm.ends])) {
    const part = parts[index];
    if (!part) continue;
    parts[index] = { ...part, at: turned(part.at), ...(part.shape === 'limb' ? { size: turned(part.size) } : {}) };
  }
}

function shifted(part: Part | undefined, by: Spot): Part {
  if (!part) throw new Error('a figure has no such part');
  return { ...part, at: added(part.at, by), ...(part.shape === 'limb' ? { size: added(part.size, by) } : {}) };
}

function added(...spots: Spot[]): Spot {
  return spots.reduce<Spot>((sum, one) => [sum[0] + one[0], sum[1] + one[1], sum[2] + one[2]], [0, 0, 0]);
}

function subtract(a: Spot, b: Spot): Spot {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function scaled([x, y, z]: Spot, by: number): Spot {
  return [x * by, y * by, z * by];
}

function dot(a: Spot, b: Spot): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function length(spot: Spot): number {
  return Math.sqrt(dot(spot, spot));
}
