// Decides where the camera stands and how it moves, for each framing of a composed scene.

import type { World } from '@atelier/painter';
import { boxInFrame, composeLayers } from '@atelier/painter';
import { type CameraMove, type Pose, STILL } from '../motion/camera.ts';
import { type Manner, STYLES } from '../motion/manner.ts';
import type { Shot, Stand } from './shot.ts';

const HERE: Stand = { x: 0, y: 0, ahead: 0, zoom: 1, tilt: 0 };
/** A composed picture is measured at this height. */
const MEASURE = 360;

export interface FramingOrder {
  framing: Shot['framing'];
  /** Counts the shots of one scene, so that no two are alike. */
  variant: number;
  aspect: number;
  chance: () => number;
  seconds: number;
  /** The subject goes somewhere. */
  moves?: boolean;
}

/** A camera that goes along needs ground that goes on. */
export function canFollow(world: World): boolean {
  return world.ground.kind !== 'none' && !world.room && !world.abstract && world.sky.kind !== 'studio';
}

export function frameShot(
  shot: Pick<Shot, 'scene' | 'seed' | 'style' | 'acts'>,
  order: FramingOrder,
): Pick<Shot, 'stand' | 'move'> {
  const size = { width: Math.round(MEASURE * order.aspect), height: MEASURE };
  const world = composeLayers(shot.scene, { ...size, seed: shot.seed, ...(shot.style ? { style: shot.style } : {}) });
  if (world.room || world.abstract || world.sky.kind === 'studio')
    return { stand: indoorStand(world, subjectOf(world, size, wordFor(shot, order)), order), move: lensMove(order) };
  const subject = subjectOf(world, size, wordFor(shot, order));
  const act = shot.acts?.[0];
  if (subject && act)
    return { stand: approach(world, subject, { ...order, moves: true }), move: alongMove(world, act.manner) };
  if (world.ground.kind === 'none')
    return { stand: subject ? approach(world, subject, order) : HERE, move: floatingMove(order) };
  if (!subject || (shot.scene.subjects.length === 0 && order.framing === 'wide')) return openCountry(order);
  const stand = approach(world, subject, order);
  if (order.framing === 'wide') return { stand: { ...stand, y: 0.15 + 0.3 * order.chance() }, move: groundMove(order) };
  return { stand, move: subjectMove(subject, order) };
}

interface Subject {
  depth: number;
  x: number;
  /** Middle above the ground, and what it takes of the frame. */
  middle: number;
  high: number;
  wide: number;
}

/** What moves is kept through every cut. Else wide shots look at what is named first, nearer ones at each in turn. */
function wordFor(shot: Pick<Shot, 'scene' | 'acts'>, { framing, variant }: FramingOrder): string | undefined {
  const { subjects } = shot.scene;
  const act = shot.acts?.[0];
  if (act) return act.word;
  return subjects[framing === 'wide' ? 0 : Math.max(0, variant - 1) % Math.max(1, subjects.length)]?.word;
}

/** The named thing and its fellows; where the prompt names a place only, one thing of that place. */
function subjectOf(
  world: World,
  size: { width: number; height: number },
  word: string | undefined,
): Subject | undefined {
  const first = world.things.find((thing) => thing.name === word) ?? world.things[0];
  if (!first) return undefined;
  const fellows = word
    ? world.things.filter((thing) => thing.name === first.name && Math.abs(thing.at[2] - first.at[2]) < 4)
    : [first];
  const boxes = fellows.map((thing) => boxInFrame(world, thing, size));
  const left = Math.min(...boxes.map((box) => box.left));
  const right = Math.max(...boxes.map((box) => box.right));
  const top = Math.min(...boxes.map((box) => box.top));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  const depth = Math.max(1, world.camera.at[2] - first.at[2]);
  const metre = (size.height * world.camera.focal) / depth;
  return {
    depth,
    x: ((left + right) / 2 - size.width / 2) / metre,
    middle: world.camera.at[1] + (size.height * (1 - world.camera.horizon) - (top + bottom) / 2) / metre,
    high: (bottom - top) / size.height,
    wide: (right - left) / size.width,
  };
}

/** What a subject may take of the frame's height and width, and how far it is enlarged for that. */
const SHARES = {
  wide: { high: 0.32, wide: 0.4, most: 1 },
  medium: { high: 0.5, wide: 0.62, most: 1.7 },
  close: { high: 0.68, wide: 0.92, most: 2.6 },
} as const;

/** What moves needs room to move in. */
const MOVING = {
  wide: { high: 0.3, wide: 0.34, most: 1 },
  medium: { high: 0.4, wide: 0.42, most: 1.7 },
  close: { high: 0.52, wide: 0.52, most: 2.6 },
} as const;

/** Goes nearer until the subject fills its share, aims at its middle, and turns a little aside for another angle. */
function approach(world: World, subject: Subject, order: FramingOrder): Stand {
  const { high, wide, most } = (order.moves ? MOVING : SHARES)[order.framing];
  const wanted = Math.min(most, Math.max(0.55, Math.min(high / subject.high, wide / subject.wide)));
  const nearer = Math.min(wanted, order.framing === 'close' ? 1.7 : 1.35);
  // Stepping back from the water would show the shore that a boat at sea does not have.
  const least = world.water ? 0 : -subject.depth;
  const ahead = Math.max(least, Math.min(subject.depth - 2.2, subject.depth * (1 - 1 / nearer)));
  const zoom = (wanted * (subject.depth - ahead)) / subject.depth;
  const side = (order.variant % 2 === 0 ? 1 : -1) * (0.2 + 0.3 * order.chance());
  const focal = world.camera.focal * zoom;
  // What is high up is met half-way: from the ground one would only see it from below.
  const lift = order.framing === 'wide' ? 0 : Math.max(0, (subject.middle - 3) * 0.6);
  const eyeY = world.camera.at[1] + lift;
  const up = world.camera.horizon + (focal * (subject.middle - eyeY)) / (subject.depth - ahead) - 0.5;
  return {
    x: order.moves ? subject.x : subject.x * (1 - 0.25 / wanted) + side * 0.4,
    y: lift,
    ahead,
    zoom,
    tilt: Math.max(-0.22, Math.min(0.6, up * 0.92)),
  };
}

/** Nothing but a landscape: each shot looks at another side of it. */
function openCountry(order: FramingOrder): Pick<Shot, 'stand' | 'move'> {
  const looks: Pick<Shot, 'stand' | 'move'>[] = [
    { stand: { ...HERE, y: 0.2 }, move: groundMove(order) },
    { stand: { ...HERE, zoom: 1.75, tilt: 0.1, ahead: 2 }, move: driftMove(order) },
    { stand: { ...HERE, y: -0.75, zoom: 1.05, tilt: 0.06, x: 2 }, move: glide(order, 0.22) },
    { stand: { ...HERE, y: 2.4, zoom: 0.95, tilt: -0.06, x: -3 }, move: crane() },
  ];
  return looks[order.variant % looks.length] ?? { stand: HERE, move: groundMove(order) };
}

/** A slow push beside the way that the compositor goes with the subject. */
function alongMove(world: World, manner: Manner): CameraMove {
  const isFollowed = canFollow(world) && STYLES[manner].pace > 0;
  return move(isFollowed ? 'follow' : 'stand', { zoom: 1.02 }, { zoom: 1.05 });
}

function groundMove(order: FramingOrder): CameraMove {
  const moves = [() => push(0.9), () => glide(order, 0.45), () => crane(), () => pull(0.9)];
  return (moves[Math.floor(order.chance() * moves.length)] ?? moves[0])?.() ?? push(0.9);
}

function subjectMove(subject: Subject, order: FramingOrder): CameraMove {
  const reach = Math.min(0.9, subject.depth * 0.07);
  return order.variant % 2 === 0 ? push(reach) : glide(order, Math.min(0.4, subject.depth * 0.035));
}

function move(name: string, from: Partial<Pose>, to: Partial<Pose>): CameraMove {
  return { name, from: { ...STILL, ...from }, to: { ...STILL, ...to } };
}

function push(metres: number): CameraMove {
  return move('push-in', { zoom: 1.01 }, { z: metres, zoom: 1.06 });
}

function pull(metres: number): CameraMove {
  return move('pull-back', { z: metres, zoom: 1.06 }, { zoom: 1.01 });
}

function glide({ chance }: FramingOrder, metres: number): CameraMove {
  const way = chance() < 0.5 ? -1 : 1;
  return move(
    way > 0 ? 'glide right' : 'glide left',
    { x: -metres * way, zoom: 1.03 },
    { x: metres * way, zoom: 1.05 },
  );
}

function crane(): CameraMove {
  return move('crane up', { y: -0.2, zoom: 1.03, panY: -0.015 }, { y: 0.9, z: 0.4, zoom: 1.03, panY: 0.02 });
}

function driftMove({ chance }: FramingOrder): CameraMove {
  const way = chance() < 0.5 ? -1 : 1;
  return move('pan', { panX: 0.05 * way, x: 0.3 * way, zoom: 1.04 }, { panX: -0.05 * way, x: -0.3 * way, zoom: 1.08 });
}

function floatingMove({ chance }: FramingOrder): CameraMove {
  const way = chance() < 0.5 ? -1 : 1;
  return move(
    'float',
    { panX: 0.03 * way, x: -0.3 * way, zoom: 1.02 },
    { panX: -0.03 * way, x: 0.3 * way, z: 0.9, zoom: 1.12 },
  );
}

function lensMove({ chance, variant }: FramingOrder): CameraMove {
  const way = chance() < 0.5 ? -1 : 1;
  if (variant % 2 === 0) return move('push-in', { zoom: 1.01 }, { zoom: 1.1, panX: 0.015 * way });
  return move('pan', { panX: 0.045 * way, zoom: 1.08 }, { panX: -0.045 * way, zoom: 1.09 });
}

function indoorStand(world: World, subject: Subject | undefined, order: FramingOrder): Stand {
  if (!subject || order.framing === 'wide' || world.abstract) return HERE;
  return { ...approach(world, subject, order), x: subject.x * 0.6 };
}
