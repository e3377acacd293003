// The poses of one cycle of a moving thing: striding legs, flapping wings, a wagging body, a turning ball.
import { type Manner, STYLES } from './manner.ts';
import { type Part, type Rig, rigOf, type Thing } from './rig.ts';
import { type Gait, leapAt, STANCE, strideAt } from './stride.ts';

export interface Cycle {
  poses: Thing[];
  /** Frames that each pose is shown for. */
  hold: number;
  /** How far one cycle carries the thing through the world, in metres; nothing where the pace is free. */
  reach?: number;
}

export interface CycleOrder {
  manner: Manner;
  fps: number;
  /** Distance from the eye in metres. */
  depth: number;
  ahead: number;
  /** The least speed that is wanted, in metres per second. */
  speed: number;
  /** The most, where the camera cannot go along. */
  fastest?: number;
  /** Frames for each pose: more where many things move at once. */
  hold: number;
}

/** Sweep of a foot in leg lengths, its lift, how far the body sinks, and seconds per cycle. */
const GAITS = {
  run: { sweep: 1.5, lift: 0.34, crouch: 0.12, seconds: 0.46 },
  walk: { sweep: 1, lift: 0.16, crouch: 0.05, seconds: 0.8 },
  crawl: { sweep: 0.9, lift: 0.2, crouch: 0.12, seconds: 0.7 },
  climb: { sweep: 0.9, lift: 0.3, crouch: 0.08, seconds: 0.9 },
} as const;
const FASTEST_CYCLE = 0.3;
/** Feet sweep at most this many leg lengths. */
const LONGEST_SWEEP = 2;

/** Nothing when the thing has no legs to walk on, or no need of poses. */
export function cycleOf(thing: Thing, order: CycleOrder): Cycle | undefined {
  const { limbs } = STYLES[order.manner];
  if (limbs === 'flap') return flapping(thing, order);
  if (limbs === 'wag') return wagging(thing, order);
  if (limbs === 'spin') return spinning(thing, order);
  const rig = limbs === 'stride' || limbs === 'leap' ? rigOf(thing.parts) : undefined;
  if (!rig) return undefined;
  return limbs === 'leap' ? leaping(thing, rig, order) : striding(thing, rig, order);
}

function striding(thing: Thing, rig: Rig, order: CycleOrder): Cycle {
  const { manner, fps, hold, depth } = order;
  const usual = GAITS[manner === 'walk' || manner === 'crawl' || manner === 'climb' ? manner : 'run'];
  const leg = rig.length * thing.scale;
  const wanted = order.speed * STANCE * usual.seconds;
  const most = order.fastest === undefined ? leg * usual.sweep : order.fastest * STANCE * usual.seconds;
  const sweep = Math.min(leg * LONGEST_SWEEP, Math.max(Math.min(leg * usual.sweep, most), wanted));
  // Short legs step faster.
  const seconds = Math.max(FASTEST_CYCLE, Math.min(usual.seconds, sweep / (STANCE * Math.max(1e-6, order.speed))));
  const count = Math.max(4, Math.round((seconds * fps) / hold / 2) * 2);
  const gait: Gait = {
    sweep: sweep / thing.scale,
    lift: rig.length * usual.lift,
    crouch: rig.length * usual.crouch,
    ahead: order.ahead,
    depth: depth / thing.scale,
  };
  const poses = phases(count).map((phase) => strideAt(thing, rig, { gait, phase }));
  return { poses, hold, reach: sweep / STANCE };
}

/** Poses of a leap: the first on the ground, the last in full flight; the way back is the same. */
function leaping(thing: Thing, rig: Rig, { ahead, depth }: CycleOrder): Cycle {
  const gait = { sweep: rig.length * 0.9, lift: rig.length * 0.3, crouch: 0, ahead, depth: depth / thing.scale };
  return { poses: [0, 0.35, 0.7, 1].map((share) => leapAt(thing, rig, { gait, share })), hold: 1 };
}

const WING_TURN = 24;

/** Parts far out to both sides go up and down. */
function flapping(thing: Thing, { fps, hold }: CycleOrder): Cycle | undefined {
  const reach = Math.max(...thing.parts.map((part) => Math.abs(part.at[2])));
  const isWing = (part: Part) =>
    part.shape === 'ball' && Math.abs(part.at[2]) > reach * 0.3 && part.size[1] < part.size[2] * 0.5;
  if (thing.parts.filter(isWing).length < 2) return undefined;
  const count = Math.max(4, Math.round((0.5 * fps) / hold));
  const poses = phases(count).map((phase) => {
    const turn = WING_TURN * Math.sin(phase * 2 * Math.PI);
    return { ...thing, parts: thing.parts.map((part) => (isWing(part) ? raised(part, turn) : part)) };
  });
  return { poses, hold };
}

function raised(part: Part, degrees: number): Part {
  const side = Math.sign(part.at[2]);
  const angle = (degrees * Math.PI) / 180;
  const [x, y, z] = part.at;
  const [a, b, c] = part.turn ?? [0, 0, 0];
  return { ...part, at: [x, y + Math.abs(z) * Math.sin(angle), z * Math.cos(angle)], turn: [a - side * degrees, b, c] };
}

/** The whole body turns a little to and fro, as fish do. */
function wagging(thing: Thing, { fps, hold }: CycleOrder): Cycle {
  const count = Math.max(4, Math.round((0.8 * fps) / hold / 2));
  const poses = phases(count).map((phase) => ({ ...thing, yaw: thing.yaw + 0.16 * Math.sin(phase * 2 * Math.PI) }));
  return { poses, hold: hold * 2 };
}

const TURNS = 16;

/** A whole turn; the way of one turn is its circumference. */
function spinning(thing: Thing, { ahead }: CycleOrder): Cycle {
  const [low, high] = [edge(thing, -1), edge(thing, 1)];
  const middle = (low + high) / 2;
  const poses = phases(TURNS).map((phase) => {
    const degrees = -ahead * phase * 360;
    const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
    const about = ([x, y, z]: Part['at']): Part['at'] => [
      x * cos - (y - middle) * sin,
      middle + x * sin + (y - middle) * cos,
      z,
    ];
    const parts = thing.parts.map((part): Part => {
      if (part.shape === 'limb') return { ...part, at: about(part.at), size: about(part.size) };
      const [a, b, c] = part.turn ?? [0, 0, 0];
      return { ...part, at: about(part.at), turn: [a, b, c + degrees] };
    });
    return { ...thing, parts };
  });
  return { poses, hold: 1, reach: Math.PI * (high - low) * thing.scale };
}

/** Lowest (-1) or highest (1) point, without regard to how parts are turned. */
function edge({ parts }: Thing, side: -1 | 1): number {
  const ends = parts.filter((part) => part.shape !== 'limb').map((part) => part.at[1] + side * part.size[1]);
  return side < 0 ? Math.min(...ends) : Math.max(...ends);
}

function phases(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i / count);
}
