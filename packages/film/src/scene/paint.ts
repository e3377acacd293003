// Paints the plates of a shot once, somewhat larger than the film, from the layers of the painter.

import type { RenderPool, World } from '@atelier/painter';
import { composeLayers, type PictureLayer, paintLayers } from '@atelier/painter';
import type { Stage } from '../compose/band.ts';
import { backOf, rigOf } from '../motion/rig.ts';
import { canFollow } from '../storyboard/framing.ts';
import type { Shot } from '../storyboard/shot.ts';
import { ambienceOf } from './ambience.ts';
import { settleMotions } from './carriers.ts';
import { glowOf } from './glow.ts';
import { findMovers, followShare, type Mover, type MoverOrder, paintMovers } from './movers.ts';
import { cutPlate, type Lens, type Plate } from './plate.ts';
import { shadowOf } from './shadow.ts';
import { paintSprites } from './sprite.ts';
import { markStars } from './stars.ts';

export interface FilmSize {
  width: number;
  height: number;
  fps: number;
}

/** Share of the film's width and height that is painted beyond each edge, for the camera to move into. */
const SPARE = 0.08;
/** Larger films are painted at this many pixels and enlarged: time and memory stay bounded. */
const MAX_PIXELS = 3_200_000;

export async function paintShot(
  pool: RenderPool,
  shot: Shot,
  { film, onLayer }: { film: FilmSize; onLayer: (done: number) => void },
): Promise<Stage> {
  const { world, lens } = sourceOf(shot, film);
  const order = { shot, world, lens, film };
  const movers = findMovers(order);
  const staying = withoutMovers(world, movers);
  const plates: Plate[] = [];
  for await (const layer of paintLayers(pool, { world: staying, scene: { sky: [] } }, lens)) {
    plates.push(...platesOf(layer, world, lens));
    onLayer(plates.length);
  }
  const glow = world.style === 'anime' ? undefined : glowOf(plates, lens, 0.5);
  const moving = await paintMovers(pool, movers, order);
  const lead = canFollow(world) ? moving.find((plate) => plate.travel) : undefined;
  const share = lead ? followShare(lead, order) : 0;
  if (lead && share > 0) await markPassing(pool, plates, { ...order, world: staying });
  joinByDepth(plates, moving);
  if (world.ground.kind !== 'none') settleMotions(plates, lens.horizon);
  return {
    ...film,
    frames: shot.frames,
    lens,
    plates,
    move: shot.move,
    ...(lead && share > 0 ? { follow: { plate: plates.indexOf(lead), share } } : {}),
    glow,
    seed: shot.seed % 1000,
    ...ambienceOf(shot.scene, world, shot.seed),
  };
}

/** What stands on a mover goes with it: like it, it leaves no shadow behind. */
function withoutMovers(world: World, movers: readonly Mover[]): World {
  const carries = ({ thing: { at } }: Mover, { at: own }: World['things'][number]) =>
    own[1] > 0.3 && Math.abs(own[0] - at[0]) < 0.6 && Math.abs(own[2] - at[2]) < 0.6;
  const things = world.things.flatMap((thing) => {
    if (movers.some((mover) => mover.thing.id === thing.id)) return [];
    const carrier = movers.find((mover) => carries(mover, thing));
    return [carrier ? { ...seated(thing, carrier.thing), motion: 'walk' as const } : thing];
  });
  return { ...world, things };
}

/** Astride, a rider's hips are at the animal's back, not the feet. */
function seated(rider: World['things'][number], mount: World['things'][number]): World['things'][number] {
  if (!rigOf(mount.parts)) return rider;
  const own = rigOf(rider.parts);
  const back = mount.at[1] + backOf(mount.parts) * mount.scale;
  const y = back - (own ? own.length * rider.scale * 0.6 : 0);
  return { ...rider, at: [rider.at[0], Math.min(rider.at[1], y), rider.at[2]] };
}

/** A rider is as far away as the horse, and in front of it. */
const ASTRIDE = 0.1;

/** Far plates first; each shadow learns where its carrier is. */
function joinByDepth(plates: Plate[], moving: readonly Plate[]): void {
  for (const [i, plate] of moving.entries()) {
    if (plate.isShadow) continue;
    const before = moving[i - 1];
    const pair = before?.isShadow ? [before, plate] : [plate];
    const place = plates.findIndex((other) => other.kind === 'subject' && other.depth < plate.depth + ASTRIDE);
    plates.splice(place < 0 ? plates.length : place, 0, ...pair);
  }
  for (const [i, plate] of plates.entries()) if (plate.isShadow) plate.carrier = i + 1;
}

/** Things of the place that nobody has named come by as the camera travels; they must be whole for that. */
async function markPassing(pool: RenderPool, plates: Plate[], { shot, world, lens }: MoverOrder): Promise<void> {
  const named = new Set(shot.scene.subjects.map(({ word }) => word));
  for (const [i, plate] of plates.entries()) {
    if (plate.kind !== 'subject' || named.has(plate.label)) continue;
    plate.passes = true;
    if (plate.left > 0 && plate.left + plate.width < lens.width) continue;
    const thing = world.things.find(
      ({ name, at }) => name === plate.label && Math.abs(world.camera.at[2] - at[2] - plate.depth) < 1e-6,
    );
    const whole = thing && (await paintSprites(pool, { world, lens, poses: [thing], grounded: plate.grounded }));
    if (whole) plates[i] = { ...whole[0], passes: true };
  }
}

/** The composed world, seen through a wider lens whose middle is the film's own picture. */
function sourceOf(shot: Shot, film: FilmSize): { world: World; lens: Lens } {
  const wide = 1 + 2 * SPARE;
  const perPixel = Math.min(1, Math.sqrt(MAX_PIXELS / (film.width * film.height * wide * wide)));
  const width = Math.round(film.width * wide * perPixel);
  const height = Math.round(film.height * wide * perPixel);
  const order = { width, height, seed: shot.seed, ...(shot.style ? { style: shot.style } : {}) };
  const { stand } = shot;
  const composed = composeLayers(shot.scene, order).camera;
  const horizon = (composed.horizon - stand.tilt + SPARE) / wide;
  const world = composeLayers(shot.scene, {
    ...order,
    camera: {
      x: stand.x,
      y: stand.y,
      z: -stand.ahead,
      zoom: stand.zoom / wide,
      horizon: horizon / composed.horizon,
    },
  });
  const lens: Lens = {
    width,
    height,
    centre: width / 2,
    horizon: height * (1 - horizon),
    focal: height * world.camera.focal,
    eye: world.camera.at[1],
    perPixel,
  };
  return { world, lens };
}

const ROAMING = new Set(['walk', 'drift']);

function platesOf(layer: PictureLayer, world: World, lens: Lens): Plate[] {
  const isWall = layer.name === 'ground' && (world.room !== undefined || world.abstract !== undefined);
  const foot = lens.horizon + (lens.focal * lens.eye) / layer.depth;
  const grounded =
    layer.name === 'subject' && world.ground.kind !== 'none' && layer.box.bottom > foot - lens.height * 0.03;
  const plate = cutPlate(
    {
      width: lens.width,
      height: lens.height,
      rgba: layer.rgba,
      box: layer.name === 'subject' ? layer.box : { ...layer.box, left: 0, right: lens.width },
      ...(layer.water ? { mask: layer.water } : {}),
    },
    {
      kind: isWall ? 'wall' : layer.name,
      label: layer.label,
      depth: layer.depth,
      motion: layer.motion,
      facing: layer.facing,
      grounded,
    },
  );
  if (layer.name === 'sky' && layer.motion === 'twinkle') plate.stars = markStars(plate);
  return grounded && ROAMING.has(layer.motion) && !world.water ? [shadowOf(plate), plate] : [plate];
}
