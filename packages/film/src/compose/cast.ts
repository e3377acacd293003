// The figures at a moment: the poses that plates show, how each is moved, and the camera that follows one of them.
import type { Pose } from '../motion/camera.ts';
import { CALM, type Stir } from '../motion/stir.ts';
import { stirOf } from '../motion/subject.ts';
import { type Passage, passageAt } from '../motion/travel.ts';
import type { Lens, Plate } from '../scene/plate.ts';
import { hash } from './waves.ts';

export interface Follow {
  /** Place of the plate, and how much of its way the camera goes with it, 0–1. */
  plate: number;
  share: number;
}

/** The parts of a shot that determine the figures. */
interface Scenery {
  plates: readonly Plate[];
  follow?: Follow;
  lens: Lens;
  height: number;
  frames: number;
  fps: number;
  seed: number;
}

interface Cast {
  plates: readonly Plate[];
  stirs: readonly (Stir | undefined)[];
  pose: Pose;
}

export function castAt(stage: Scenery, still: Pose, { frame, share }: { frame: number; share: number }): Cast {
  const clock = { frame, frames: stage.frames, fps: stage.fps };
  const passages = stage.plates.map((plate) => (plate.travel ? passageAt(plate.travel, clock) : undefined));
  const pose = followed(stage, still, passages);
  const own = stage.plates.map((plate, i) => {
    if (plate.kind !== 'subject') return undefined;
    const stir = passages[i]?.stir ?? stirOf(plate, hash(i * 31 + stage.seed), { seconds: frame / stage.fps, share });
    return plate.passes ? { ...stir, dx: stir.dx + comeBack(stage, plate, pose) } : stir;
  });
  const stirs = stage.plates.map((plate, i) => {
    const carrier = plate.carrier === undefined ? undefined : own[plate.carrier];
    if (!carrier) return own[i];
    return plate.isShadow ? { ...CALM, dx: carrier.dx } : { ...carrier, lean: 0 };
  });
  const plates = stage.plates.map((plate, i) => plate.phases?.[passages[i]?.pose ?? 0] ?? plate);
  return { plates, stirs, pose };
}

/** Frame heights become metres at the distance of the followed plate. */
function followed(stage: Scenery, pose: Pose, passages: readonly (Passage | undefined)[]): Pose {
  const { follow, lens } = stage;
  const plate = follow && stage.plates[follow.plate];
  const passage = follow && passages[follow.plate];
  if (!follow || !plate || !passage) return pose;
  const metre = lens.focal / plate.depth / (lens.perPixel * stage.height);
  return { ...pose, x: pose.x + (follow.share * passage.smooth) / metre };
}

/** What has left the picture on one side enters it on the other, never seen twice at once. */
function comeBack({ lens, height }: Scenery, plate: Plate, pose: Pose): number {
  const period = lens.width * (1.02 + 0.3 * hash(plate.left * 13 + plate.top)) + plate.width;
  const place = plate.left + plate.width / 2 - lens.centre - (lens.focal * pose.x) / plate.depth;
  return (-Math.floor(place / period + 0.5) * period) / (lens.perPixel * height);
}
