// Paints one thing by itself, whole and seen from straight ahead, in as many poses as it has: plates that can go anywhere.
import { boxInFrame, paintThing, type RenderPool, type World } from '@atelier/painter';
import type { Thing } from '../motion/rig.ts';
import { cutPlate, type Lens, type Plate, type Traits } from './plate.ts';

export interface SpriteOrder {
  world: World;
  lens: Lens;
  poses: readonly Thing[];
  grounded: boolean;
}

/** What is larger than this many frame heights is cut. */
const MAX_HEIGHTS = 1.4;

/** All plates have one size and one place. */
export async function paintSprites(
  pool: RenderPool,
  { world, lens, poses, grounded }: SpriteOrder,
): Promise<[Plate, ...Plate[]] | undefined> {
  const [first] = poses;
  if (!first) return undefined;
  const camera = { ...world.camera, at: [first.at[0], world.camera.at[1], world.camera.at[2]] as const };
  const alone = (pose: Thing): World => ({ ...world, camera, things: [pose] });
  const boxes = poses.map((pose) => boxInFrame(alone(pose), pose, lens));
  const half = Math.ceil(
    Math.min(
      lens.width * MAX_HEIGHTS * 0.5,
      Math.max(...boxes.map(({ left, right }) => Math.max(lens.width / 2 - left, right - lens.width / 2))) + 2,
    ),
  );
  const top = Math.floor(Math.max(-lens.height * 0.2, Math.min(...boxes.map((box) => box.top)) - 2));
  const bottom = Math.ceil(Math.min(lens.height * 1.2, Math.max(...boxes.map((box) => box.bottom)) + 2));
  const size = { width: half * 2, height: bottom - top };
  if (size.height < 4) return undefined;
  const depth = world.camera.at[2] - first.at[2];
  const middle = lens.centre + (lens.focal * (first.at[0] - world.camera.at[0])) / depth;
  const traits: Traits = {
    kind: 'subject',
    label: first.name,
    depth,
    motion: first.motion,
    facing: Math.cos(first.yaw),
    grounded,
  };
  const plates: Plate[] = [];
  for (const pose of poses) {
    const cropped = {
      ...alone(pose),
      camera: { ...camera, focal: lens.focal / size.height, horizon: 1 - (lens.horizon - top) / size.height },
    };
    const layer = await paintThing(pool, cropped, size);
    if (!layer) return undefined;
    const whole = { left: 0, top: 0, right: size.width, bottom: size.height };
    const plate = cutPlate({ ...size, rgba: layer.rgba, box: whole }, traits);
    plates.push({ ...plate, left: Math.round(middle - half), top });
  }
  const [plate, ...others] = plates;
  return plate && [plate, ...others];
}
