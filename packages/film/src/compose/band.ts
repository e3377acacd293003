// Paints a band of rows of one frame: the plates back to front, the particles, the grading.
import { type CameraMove, poseAt } from '../motion/camera.ts';
import type { Stir } from '../motion/stir.ts';
import { isRocket } from '../motion/subject.ts';
import type { Lens, Plate } from '../scene/plate.ts';
import { type Air, dabsOf } from './air.ts';
import { blendRow } from './blend.ts';
import { type Dab, paintDabs } from './brush.ts';
import { castAt, type Follow } from './cast.ts';
import { fireOf } from './fire.ts';
import { addGlow, type Glow, type Planes, type Tone, writeRows } from './grade.ts';
import { blendGround, type GroundStir } from './ground.ts';
import { blendRelief } from './relief.ts';
import { blendClouds, tuneStars, twinkleRow } from './sky.ts';
import { footOf, lookAtRow, type View } from './view.ts';
import { hash } from './waves.ts';

/** A shot as the compositor knows it: plain data and shared memory, the same for every thread. */
export interface Stage {
  width: number;
  height: number;
  fps: number;
  frames: number;
  lens: Lens;
  plates: Plate[];
  move: CameraMove;
  /** The plate that the camera follows. */
  follow?: Follow;
  air: Air[];
  glow: Glow | undefined;
  wind: number;
  shade: number;
  waves: number;
  gleam: number;
  cloudSpeed: number;
  lightning: boolean;
  /** Exposure and warmth at the beginning and at the end. */
  dawn: Tone;
  dusk: Tone;
  seed: number;
}

export interface Moment {
  seconds: number;
  frame: number;
  view: View;
  tone: Tone;
  ground: GroundStir;
  /** The plates in the poses of this moment, and how each is moved. */
  plates: readonly Plate[];
  stirs: readonly (Stir | undefined)[];
  dabs: Dab[];
}

export function momentOf(stage: Stage, frame: number): Moment {
  const seconds = frame / stage.fps;
  const share = stage.frames > 1 ? frame / (stage.frames - 1) : 0;
  const { plates, stirs, pose } = castAt(stage, poseAt(stage.move, share, seconds + stage.seed), { frame, share });
  const view: View = { lens: stage.lens, pose, width: stage.width, height: stage.height };
  tuneStars(seconds);
  return {
    seconds,
    frame,
    view,
    plates,
    stirs,
    tone: toneAt(stage, share, seconds),
    ground: {
      seconds,
      wind: stage.wind,
      shade: stage.shade,
      waves: stage.waves,
      gleam: stage.gleam,
      focal: stage.lens.focal,
    },
    dabs: [
      ...exhausts(stage, view, { stirs, seconds }),
      ...stage.air.flatMap((air) => dabsOf(air, stage, { t: seconds, pose })),
    ],
  };
}

/** Rockets leave fire behind. */
function exhausts(
  stage: Stage,
  view: View,
  { stirs, seconds }: { stirs: readonly (Stir | undefined)[]; seconds: number },
): Dab[] {
  return stage.plates.flatMap((plate, i) => {
    const stir = stirs[i];
    if (!stir || !isRocket(plate)) return [];
    const foot = footOf(view, plate, stir);
    return fireOf(foot, plate.width * foot.pixel * 0.5, seconds);
  });
}

export function paintBand(
  stage: Stage,
  moment: Moment,
  { planes, top, pixels }: { planes: Planes; top: number; pixels: Float32Array },
): void {
  const { width } = stage;
  const rows = Math.min(pixels.length / (width * 3), stage.height - top);
  const band = { pixels, width, top, rows };
  for (let i = 0; i < rows; i++)
    paintRow(stage, moment, { y: top + i, out: pixels.subarray(i * width * 3, (i + 1) * width * 3) });
  paintDabs(band, moment.dabs);
  for (let i = 0; i + 1 < rows; i += 2) {
    const upper = pixels.subarray(i * width * 3, (i + 1) * width * 3);
    const lower = pixels.subarray((i + 1) * width * 3, (i + 2) * width * 3);
    writeRows(planes, { y: top + i, upper, lower }, { tone: moment.tone, frame: moment.frame });
  }
}

function paintRow(stage: Stage, moment: Moment, { y, out }: { y: number; out: Float32Array }): void {
  const { width, glow, lens } = stage;
  const { view, plates } = moment;
  for (let i = hindmost(plates, moment, y); i < plates.length; i++) {
    const plate = plates[i];
    if (!plate) continue;
    const look = lookAtRow(view, plate, { stir: moment.stirs[i], y });
    if (!look || isBeside(plate, look.row)) continue;
    if (plate.kind === 'ground') blendGround(out, plate, { look, stir: moment.ground });
    else if (plate.kind === 'clouds')
      blendClouds(out, plate, { look, view, drift: { seconds: moment.seconds, speed: stage.cloudSpeed } });
    else if (plate.kind === 'relief')
      blendRelief(out, plate, { look, stir: { pose: view.pose, reach: lens.focal * 0.075 } });
    else blendRow(out, plate, { look, light: moment.stirs[i]?.light ?? 1 });
    if (plate.stars) twinkleRow(out, plate, look);
  }
  if (!glow) return;
  const across = lens.perPixel / view.pose.zoom;
  const cell = glow.width / lens.width;
  const middle = width / 2 + view.pose.panX * stage.height;
  const centreY = stage.height / 2 + view.pose.panY * stage.height;
  addGlow(out, glow, {
    row: (lens.height / 2 + (y - centreY) * across) * cell,
    start: (lens.centre - middle * across) * cell,
    step: across * cell,
  });
}

/** The nearest plate that hides all others in this row: what is behind it need not be painted. */
function hindmost(plates: readonly Plate[], moment: Moment, y: number): number {
  for (let i = plates.length - 1; i > 0; i--) {
    const plate = plates[i];
    if (!plate || plate.kind === 'subject') continue;
    const look = lookAtRow(moment.view, plate, { stir: undefined, y });
    if (!look || look.row < 0) continue;
    const row = Math.min(plate.height - 1, Math.floor(look.row));
    if (plate.solid[row] === 1 && plate.solid[Math.min(plate.height - 1, row + 1)] === 1) return i;
  }
  return 0;
}

/** A cut-out ends at its rows; a plate as wide as the picture is stretched downward, never upward. */
function isBeside(plate: Plate, row: number): boolean {
  if (plate.kind === 'sky' || plate.kind === 'wall' || plate.kind === 'relief') return false;
  return row <= -1 || (row >= plate.height && (plate.kind === 'subject' || plate.kind === 'clouds'));
}

function toneAt(stage: Stage, share: number, seconds: number): Tone {
  const { dawn, dusk } = stage;
  const flash = stage.lightning ? flashAt(seconds, stage.seed) : 0;
  const mix = (key: keyof Tone) => dawn[key] + (dusk[key] - dawn[key]) * share;
  return {
    red: mix('red') * (1 + 0.5 * flash),
    green: mix('green') * (1 + 0.55 * flash),
    blue: mix('blue') * (1 + 0.75 * flash),
    vignette: mix('vignette'),
  };
}

/** Lightning: now and then a double flash that dies away. */
function flashAt(seconds: number, seed: number): number {
  const slot = Math.floor(seconds / 1.7);
  if (hash(slot * 17 + seed) < 0.35) return 0;
  const since = seconds - slot * 1.7 - hash(slot * 29 + seed) * 0.9;
  if (since < 0 || since > 0.6) return 0;
  return Math.exp(-since * 9) * (since > 0.1 && since < 0.16 ? 0.3 : 1);
}
