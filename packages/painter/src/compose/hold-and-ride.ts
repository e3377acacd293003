// Puts things into hands and onto heads, and riders into their saddles, each at its true size.
import { isWorn } from '../prompt/bodies.ts';
import type { Thing } from '../render/world.ts';
import type { Vec } from '../shapes/part.ts';
import { RIDER_LEG } from '../subjects/person-limbs.ts';
import { kindOf } from '../subjects/registry.ts';
import type { Figure } from './figure.ts';
import type { Group } from './groups.ts';
import { thingOf } from './members.ts';

/** A person looks along z, an animal or a bicycle along x. */
const AHEAD = Math.PI / 2;
const SMALLEST_HELD = 0.16;
const LARGEST_HELD = 0.8;

export function holdThings(group: Group, anchor: Group, things: readonly Thing[]): Thing[] {
  return group.figures.flatMap((figure, i) => {
    const holder = things[i % things.length];
    const body = anchor.figures[i % anchor.figures.length];
    if (!holder || !body) return [];
    const tall = (body.box.high[1] - Math.min(0, body.box.low[1])) * holder.scale;
    if (isWorn(group.subject)) {
      const [x, y, z] = holder.at;
      return [thingOf(group, figure, { x, y: y + tall * 0.93, z, tall: tall * 0.16 })];
    }
    const ratio = kindOf(group.subject.kind).metres / kindOf(anchor.subject.kind).metres;
    const own = tall * Math.min(LARGEST_HELD, Math.max(SMALLEST_HELD, ratio * 1.15));
    const hand = placeIn(holder, handOf(body, i));
    const at = gripOf(figure, { hand, tall: own, rises: kindOf(group.subject.kind).stance === 'air' });
    return [thingOf({ ...group, air: true }, figure, { ...at, tall: own })];
  });
}

/** A figure without hands holds things at the side. */
function handOf({ parts, box }: Figure, i: number): Vec {
  const hand = parts.find(({ label }) => label === 'hand');
  if (hand) return hand.at;
  const tall = box.high[1] - Math.min(0, box.low[1]);
  return [(i % 2 === 0 ? 1 : -1) * tall * 0.2, tall * 0.5, tall * 0.15];
}

/** Rising things hang above the hand by their string, long things stand in it, and small things lie in front of it. */
function gripOf({ box, kind }: Figure, { hand, tall, rises }: { hand: Vec; tall: number; rises: boolean }) {
  const [wide, high, deep] = [0, 1, 2].map((axis) => (box.high[axis] ?? 0) - (box.low[axis] ?? 0)) as [
    number,
    number,
    number,
  ];
  const isLong = high > Math.max(wide, deep) * 1.6;
  const stands = isLong || kind.name === 'umbrella';
  const share = rises ? 0 : stands ? 0.15 : 0.5;
  const front = rises || stands ? 0 : (deep * tall * 0.4) / high;
  return { x: hand[0], y: hand[1] - tall * share, z: hand[2] + front };
}

/** Puts riders into the saddles, or returns nothing if there are none. */
export function seatRiders(group: Group, anchor: Group, things: readonly Thing[]): Thing[] | undefined {
  const saddle = kindOf(anchor.subject.kind).saddle;
  const ridden = anchor.figures[0];
  if (!saddle || !ridden || group.subject.pose !== saddle.pose) return undefined;
  const figureTall = ridden.box.high[1] - Math.min(0, ridden.box.low[1]);
  return group.figures.flatMap((figure, i) => {
    const host = things[i % things.length];
    if (!host) return [];
    const scale = (host.scale * figureTall) / kindOf(anchor.subject.kind).metres;
    const hips = placeIn(host, saddle.at);
    const soles = hips[1] - (RIDER_LEG - SADDLE_DEPTH) * scale;
    const { low, high } = figure.box;
    const rider = thingOf({ ...group, air: true }, figure, {
      x: hips[0],
      y: soles,
      z: hips[2],
      tall: (high[1] - low[1]) * scale,
    });
    return [{ ...rider, yaw: host.yaw + AHEAD }];
  });
}

/** The body reaches below the hip joint, so that riders do not sink into the back. */
const SADDLE_DEPTH = -0.1;

function placeIn(host: Thing, [x, y, z]: Vec): Vec {
  const [c, s] = [Math.cos(host.yaw), Math.sin(host.yaw)];
  return [
    host.at[0] + (x * c + z * s) * host.scale,
    host.at[1] + y * host.scale,
    host.at[2] + (z * c - x * s) * host.scale,
  ];
}
