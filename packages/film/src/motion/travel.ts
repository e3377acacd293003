// Where a travelling thing is at a moment of its shot, and which pose it shows; in frame heights and seconds.
import { type Manner, STYLES } from './manner.ts';
import { CALM, type Stir } from './stir.ts';

export interface Travel {
  manner: Manner;
  /** 1 to the right, -1 to the left. */
  ahead: number;
  /** The whole way of the shot, in frame heights. */
  way: number;
  /** Its own height and the frame's width, in frame heights. */
  tall: number;
  aspect: number;
  /** How many poses there are, frames for each, and the way of one cycle where the feet decide it. */
  poses: number;
  hold: number;
  reach?: number;
  /** Stood on the ground when it was painted, rather than in the air. */
  fromGround: boolean;
}

export interface Passage {
  stir: Stir;
  pose: number;
  /** The even way so far, from half of it behind the middle on: what a camera follows. */
  smooth: number;
}

export interface Clock {
  frame: number;
  frames: number;
  fps: number;
}

const { sin, cos, floor, min, max, PI } = Math;

export function passageAt(travel: Travel, clock: Clock): Passage {
  const { manner } = travel;
  const share = clock.frames > 1 ? clock.frame / (clock.frames - 1) : 0;
  if (manner === 'dance') return dance(travel, clock);
  if (manner === 'fall') return fall(travel, clock);
  if (manner === 'jump' || (STYLES[manner].limbs === 'stride' && travel.poses === 0)) return hop(travel, clock);
  if (STYLES[manner].limbs === 'stride') return stride(travel, clock, share);
  return glide(travel, clock, share);
}

function at(travel: Travel, share: number): number {
  return travel.ahead * travel.way * (share - 0.5);
}

/** Each pose has its own place on the way, so that standing feet do not move. */
function stride(travel: Travel, { frame, frames }: Clock, share: number): Passage {
  const { poses, hold, reach = 0 } = travel;
  const step = floor(frame / hold);
  const whole = (reach * max(1, frames - 1)) / (poses * hold);
  const dx = travel.ahead * ((reach * step) / poses - whole / 2);
  const rest = (frame / hold - step) / poses;
  return {
    pose: step % poses,
    smooth: travel.ahead * whole * (share - 0.5),
    stir: { ...CALM, dx, dy: climbed(travel, share), lean: (travel.ahead * reach * rest) / travel.tall },
  };
}

const HOP_SECONDS = 0.62;
const GROUNDED = 0.34;

/** Goes ahead only while it is in the air: nothing slides. Without legs to walk on, walking is many small hops. */
function hop(travel: Travel, { frame, frames, fps }: Clock): Passage {
  const isJump = travel.manner === 'jump';
  const hops = max(1, Math.round(frames / fps / (isJump ? HOP_SECONDS : 0.34)));
  const place = frames > 1 ? (frame / (frames - 1)) * hops : 0;
  const own = min(1, max(0, (place - floor(place) - GROUNDED) / (1 - GROUNDED)));
  const done = place >= hops ? 1 : (floor(place) + own) / hops;
  const height = isJump ? min(0.2, travel.tall * 0.5) : min(0.03, travel.tall * 0.07);
  const up = place >= hops ? 0 : 4 * own * (1 - own);
  return {
    pose: Math.round(up * max(0, travel.poses - 1)),
    smooth: at(travel, frames > 1 ? frame / (frames - 1) : 0),
    stir: { ...CALM, dx: at(travel, done), dy: -height * up, lean: isJump ? 0 : 0.03 * sin(place * PI) },
  };
}

const BEAT_SECONDS = 0.46;

/** From side to side in small jumps on the beat, swaying. */
function dance(travel: Travel, { frame, fps }: Clock): Passage {
  const beat = frame / fps / BEAT_SECONDS;
  const side = (step: number) => -0.16 * travel.aspect * cos((step * PI) / 2);
  const own = min(1, max(0, (beat - floor(beat) - GROUNDED) / (1 - GROUNDED)));
  // Up first, then aside: a foot that has hardly left the ground does not slide over it.
  const aside = own * own * (3 - 2 * own);
  const dx = side(floor(beat)) + (side(floor(beat) + 1) - side(floor(beat))) * aside;
  return {
    pose: 0,
    smooth: 0,
    stir: { ...CALM, dx, dy: -min(0.05, travel.tall * 0.12) * 4 * own * (1 - own), lean: 0.07 * sin(beat * PI) },
  };
}

/** Faster and faster until it lies on the ground, where it bounces once; in the air it falls through the picture. */
function fall(travel: Travel, { frame, frames, fps }: Clock): Passage {
  const seconds = frame / fps;
  const long = frames / fps;
  const down = min(1.3, long * 0.7);
  const drop = travel.fromGround ? min(0.62, max(0.3, 0.9 - travel.tall)) : 0.6;
  if (!travel.fromGround) {
    const share = frame / max(1, frames - 1);
    return {
      pose: 0,
      smooth: 0,
      stir: { ...CALM, dy: drop * (0.35 * share + 0.65 * share * share - 0.45), lean: 0.04 * sin(seconds * 5) },
    };
  }
  const after = min(1, (seconds - down) / 0.3);
  const high = seconds < down ? drop * (1 - (seconds / down) ** 2) : 0.05 * 4 * after * (1 - after);
  return { pose: 0, smooth: 0, stir: { ...CALM, dy: -max(0, high) } };
}

function glide(travel: Travel, { frame, fps }: Clock, share: number): Passage {
  const { manner, poses, hold, reach } = travel;
  const t = frame / fps;
  const dx = at(travel, share);
  const turned = reach ? (travel.way * share) / reach : 0;
  const pose = poses === 0 ? 0 : reach ? floor(turned * poses) % poses : floor(frame / hold) % poses;
  return { pose, smooth: dx, stir: { ...CALM, dx, dy: climbed(travel, share), ...swayOf(manner, t) } };
}

/** Half of the climb below and half above where it was painted; from the ground up only. */
function climbed({ manner, fromGround, tall }: Travel, share: number): number {
  const { climb } = STYLES[manner];
  if (climb < 0 && fromGround) return climb * min(1, 0.9 / (0.5 + tall)) * (manner === 'rise' ? share ** 1.4 : share);
  return climb * (share - 0.5);
}

function swayOf(manner: Manner, t: number): Pick<Stir, 'lean'> {
  if (manner === 'sail') return { lean: 0.03 * sin(t * 1.2) };
  if (manner === 'float') return { lean: 0.03 * sin(t * 0.8 + 1) };
  if (manner === 'fly' || manner === 'soar') return { lean: 0.02 * cos(t * 2.1) };
  return { lean: 0 };
}
