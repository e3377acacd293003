// Paints the plates of a shot once, somewhat larger than the film, from the layers of the painter.

import type { RenderPool, World } from '@atelier/painter';
import { composeLayers, type PictureLayer, paintLayers } from '@atelier/painter';
import type { Stage } from '../compose/band.ts';
import type { Shot } from '../storyboard/shot.ts';
import { ambienceOf } from './ambience.ts';
import { settleMotions } from './carriers.ts';
import { glowOf } from './glow.ts';
import { cutPlate, type Lens, type Plate } from './plate.ts';
import { markStars } from './stars.ts';

export interface FilmSize {
  width: number;
  height: number;
  fps: number;
}

/** Share of the film's width and height that is painted beyond each edge, for the camera to move into. */
const SPARE = 0.08;
/** Larger films are painted at this many pixels and enlarged: time and memory stay bounded. */
const MOST_PIXELS = 3_200_000;

export async function paintShot(
  pool: RenderPool,
  shot: Shot,
  { film, onLayer }: { film: FilmSize; onLayer: (done: number) => void },
): Promise<Stage> {
  const { world, lens } = sourceOf(shot, film);
  const plates: Plate[] = [];
  for await (const layer of paintLayers(pool, { world, scene: { sky: [] } }, lens)) {
    plates.push(...platesOf(layer, world, lens));
    onLayer(plates.length);
  }
  if (world.ground.kind !== 'none') settleMotions(plates, lens.horizon);
  return {
    ...film,
    frames: shot.frames,
    lens,
    plates,
    move: shot.move,
    glow: world.style === 'anime' ? undefined : glowOf(plates, lens, 0.5),
    seed: shot.seed % 1000,
    ...ambienceOf(shot.scene, world, shot.seed),
  };
}

/** The composed world, seen through a wider lens whose middle is the film's own picture. */
function sourceOf(shot: Shot, film: FilmSize): { world: World; lens: Lens } {
  const wide = 1 + 2 * SPARE;
  const perPixel = Math.min(1, Math.sqrt(MOST_PIXELS / (film.width * film.height * wide * wide)));
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

/** What walks or drives takes its shadow along: the ground was painted without it. */
function shadowOf(plate: Plate): Plate {
  const width = plate.width;
  const height = Math.max(4, Math.round(width * 0.14));
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const off = ((x / width - 0.5) * 2) ** 2 + ((y / height - 0.5) * 2) ** 2;
      rgba[(y * width + x) * 4 + 3] = off < 1 ? 120 * (1 - off) ** 1.2 : 0;
    }
  const cut = cutPlate({ width, height, rgba, box: { left: 0, top: 0, right: width, bottom: height } }, plate);
  return { ...cut, left: plate.left, top: plate.top + plate.height - Math.round(height * 0.6) };
}
