// Sends the things of a shot that move on their way: their poses, how far they get, and how far the camera goes with them.
import type { RenderPool, World } from '@atelier/painter';
import { cycleOf } from '../motion/limbs.ts';
import { STYLES } from '../motion/manner.ts';
import type { Thing } from '../motion/rig.ts';
import type { Travel } from '../motion/travel.ts';
import type { Act } from '../storyboard/acts.ts';
import { canFollow } from '../storyboard/framing.ts';
import type { Shot } from '../storyboard/shot.ts';
import type { Lens, Plate } from './plate.ts';
import { shadowOf } from './shadow.ts';
import { paintSprites } from './sprite.ts';

export interface MoverOrder {
  shot: Shot;
  world: World;
  lens: Lens;
  film: { width: number; height: number; fps: number };
}

export interface Mover {
  thing: Thing;
  act: Act;
}

/** More than these go their way without striding: their poses would take too long to paint. */
const MAX_STRIDERS = 4;
/** How much of the frame's width the subject crosses while the camera goes with it. */
const CROSSED = { wide: 0.44, medium: 0.3, close: 0.22 } as const;

export function findMovers({ shot, world }: Pick<MoverOrder, 'shot' | 'world'>): Mover[] {
  return (shot.acts ?? []).flatMap((act) =>
    world.things.filter(({ name }) => name === act.word).map((thing) => ({ act, thing: turned(thing, act) })),
  );
}

const TURN = (65 * Math.PI) / 180;

/** People turn from us to their way; everything else shows more of its side than of its front. */
function turned(thing: Thing, { looksAtUs, manner }: Act): Thing {
  if (STYLES[manner].least === 0 || manner === 'dance') return thing;
  if (looksAtUs) return { ...thing, yaw: TURN };
  const ahead = Math.cos(thing.yaw) >= 0 ? 1 : -1;
  const aside = Math.max(-0.4, Math.min(0.4, Math.asin(Math.sin(thing.yaw))));
  return { ...thing, yaw: ahead > 0 ? aside : Math.PI - aside };
}

/** Each mover with its shadow, if it has one, before it. */
export async function paintMovers(pool: RenderPool, movers: readonly Mover[], order: MoverOrder): Promise<Plate[]> {
  const striders = movers.length <= MAX_STRIDERS;
  const painted: Plate[] = [];
  for (const mover of movers)
    painted.push(...(await paintMover(pool, mover, { ...order, striders, hold: movers.length > 2 ? 2 : 1 })));
  return painted;
}

async function paintMover(
  pool: RenderPool,
  { thing, act }: Mover,
  { world, lens, film, shot, striders, hold }: MoverOrder & { striders: boolean; hold: number },
): Promise<Plate[]> {
  const { manner } = act;
  const style = STYLES[manner];
  const aspect = film.width / film.height;
  const seconds = shot.frames / film.fps;
  const depth = world.camera.at[2] - thing.at[2];
  const metre = lens.focal / depth / (lens.perPixel * film.height);
  const ahead = act.looksAtUs || Math.cos(thing.yaw) >= 0 ? 1 : -1;
  const wanted = Math.max(style.least, style.pace * seconds) * aspect;
  const way = canFollow(world) ? wanted : Math.min(wanted, 0.5 * aspect);
  const fastest = canFollow(world) ? {} : { fastest: way / seconds / metre };
  const cycle = striders
    ? cycleOf(thing, {
        manner,
        fps: film.fps,
        depth,
        ahead,
        hold,
        speed: (style.least * aspect) / seconds / metre,
        ...fastest,
      })
    : undefined;
  const grounded = world.ground.kind !== 'none' && thing.at[1] < 0.05;
  const plates = await paintSprites(pool, { world, lens, poses: cycle?.poses ?? [thing], grounded });
  if (!plates) return [];
  const reach = cycle?.reach === undefined ? undefined : cycle.reach * metre;
  const travel: Travel = {
    manner,
    ahead,
    aspect,
    way:
      reach !== undefined && cycle && style.limbs === 'stride'
        ? (reach * shot.frames) / (cycle.poses.length * cycle.hold)
        : way,
    tall: plates[0].height / (lens.perPixel * film.height),
    poses: cycle ? plates.length : 0,
    hold: cycle?.hold ?? 1,
    ...(reach === undefined ? {} : { reach }),
    fromGround: grounded,
  };
  const plate = { ...plates[0], travel, ...(plates.length > 1 ? { phases: plates } : {}) };
  return grounded ? [shadowOf(plate), plate] : [plate];
}

/** How much of its way the camera goes with a mover, so that it stays in the picture. */
export function followShare(plate: Plate, { shot, lens, film }: MoverOrder): number {
  const { travel } = plate;
  if (!travel || travel.manner === 'dance' || travel.way === 0) return 0;
  const wide = plate.width / (lens.perPixel * film.height);
  const room = Math.max(0.12, 1 - wide / travel.aspect) * 0.9;
  const crossed = Math.min(CROSSED[shot.framing], room) * travel.aspect;
  return travel.way > crossed ? 1 - crossed / travel.way : 0;
}
