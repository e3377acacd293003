// Paints a shot and, beside it, every leg of its subject alone: feet that pass each other can then be told apart.
import { paintThing, RenderPool, type World } from '@atelier/painter';
import type { Stage } from '../../src/compose/band.ts';
import { rigOf } from '../../src/motion/rig.ts';
import { paintShot } from '../../src/scene/paint.ts';
import { cutPlate, type Plate } from '../../src/scene/plate.ts';
import type { Shot } from '../../src/storyboard/shot.ts';

export interface Filmed {
  stage: Stage;
  /** For each leg the plates of its poses; none for what has no legs or shows one pose only. */
  feet: Plate[][];
}

type Size = { width: number; height: number };
type Film = Size & { fps: number };

/** Remembers what it rendered. */
export class WatchedPool extends RenderPool {
  readonly rendered: { world: World; size: Size }[] = [];

  override render(...[world, size, options]: Parameters<RenderPool['render']>): ReturnType<RenderPool['render']> {
    this.rendered.push({ world, size });
    return super.render(world, size, options);
  }
}

export async function filmFeet(
  pool: WatchedPool,
  { shot, subject }: { shot: Shot; subject: string },
  film: Film,
): Promise<Filmed> {
  pool.rendered.length = 0;
  const stage = await paintShot(pool, shot, { film, onLayer: () => undefined });
  const poses = pool.rendered.filter(({ world }) => world.things.length === 1 && world.things[0]?.name === subject);
  const plate = stage.plates.find(({ label, phases }) => label === subject && phases);
  // A rig shows all its legs in the pose where they all stand.
  const rigs = poses.flatMap(({ world }) => rigOf(world.things[0]?.parts ?? []) ?? []);
  const rig = rigs.toSorted((a, b) => b.legs.length - a.legs.length)[0];
  if (!plate?.phases || !rig || plate.travel?.manner === 'jump') return { stage, feet: [] };
  if (poses.length !== plate.phases.length) throw new Error(`${poses.length} poses, ${plate.phases.length} plates`);
  const feet: Plate[][] = [];
  for (const { upper, lower, ends } of rig.legs) {
    const kept = new Set([upper, lower, ...ends]);
    const phases: Plate[] = [];
    for (const pose of poses) phases.push(await paintAlone(pool, pose, { kept, place: plate }));
    feet.push(phases);
  }
  return { stage, feet };
}

async function paintAlone(
  pool: RenderPool,
  { world, size }: { world: World; size: Size },
  { kept, place }: { kept: ReadonlySet<number>; place: Plate },
): Promise<Plate> {
  const things = world.things.map((thing) => ({
    ...thing,
    parts: thing.parts.filter((_, i) => kept.has(i)),
    paints: thing.paints.filter((_, i) => kept.has(i)),
  }));
  const layer = await paintThing(pool, { ...world, things }, size);
  if (!layer) throw new Error('a leg cannot be painted alone');
  const box = { left: 0, top: 0, right: size.width, bottom: size.height };
  const { kind, label, depth, motion, facing, grounded, left, top } = place;
  const traits = { kind, label, depth, motion, facing, grounded };
  return { ...cutPlate({ ...size, rgba: layer.rgba, box }, traits), left, top };
}
