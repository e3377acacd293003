// A scene as transparent layers with depth, for video: rendered once per shot, then moved against each other.

import { composeWorld } from './compose/compose.ts';
import type { PictureStyle } from './picture.ts';
import type { SceneDescription } from './prompt/scene.ts';
import { boxInFrame, type Frame } from './render/frame.ts';
import { type Plan, planLayers, type Strip } from './render/layer-plan.ts';
import { RenderPool } from './render/pool.ts';
import { WATER_ID } from './render/trace.ts';
import type { Camera, FallKind, Motion, World } from './render/world.ts';

export interface LayerOrder {
  width: number;
  height: number;
  seed: number;
  style?: PictureStyle;
  /** Seconds into the shot. */
  time?: number;
  /** Moves or zooms the composed camera: an offset of its position, factors on lens and horizon. */
  camera?: { x?: number; y?: number; z?: number; zoom?: number; horizon?: number };
  /** Threads to use; all by default. */
  workers?: number;
}

export interface PictureLayer {
  name: 'sky' | 'clouds' | 'far' | 'ground' | 'subject';
  /** What a subject layer shows: the word in the prompt, or the company's kind. */
  label: string;
  /** RGBA, straight alpha, `width * height * 4` bytes. */
  rgba: Uint8Array;
  /** Distance of each pixel from the eye in scene units (sky: 5000). */
  depthMap: Float32Array;
  /** One distance for the whole layer: its parallax is 1 / depth. */
  depth: number;
  motion: Motion;
  /** Which way a subject looks: -1 left … 1 right. */
  facing: number;
  /** Smallest box that holds all covered pixels. */
  box: { left: number; top: number; right: number; bottom: number };
  /** 255 where there is water, for ripples; only on the ground layer. */
  water?: Uint8Array;
}

export interface LayeredPicture {
  width: number;
  height: number;
  camera: Camera;
  /** Back to front. */
  layers: PictureLayer[];
  /** Weather that the video engine draws in front of all layers. */
  falling: FallKind;
  night: number;
}

export async function renderLayers(
  scene: SceneDescription,
  order: LayerOrder,
  signal: AbortSignal,
): Promise<LayeredPicture> {
  const world = composeLayers(scene, order);
  const pool = order.workers ? new RenderPool(signal, order.workers) : new RenderPool(signal);
  try {
    const layers: PictureLayer[] = [];
    for await (const layer of paintLayers(pool, { world, scene }, order)) layers.push(layer);
    const { camera, falling, light } = world;
    return { width: order.width, height: order.height, camera, layers, falling, night: light.night };
  } finally {
    pool.close();
  }
}

/** The world of a shot: composed as for a still image, then seen from the order's camera. */
export function composeLayers(scene: SceneDescription, order: LayerOrder): World {
  const { camera = {}, time = 0 } = order;
  const world = composeWorld(scene, order, { seed: order.seed, style: order.style ?? scene.style ?? 'realistic' });
  const { at, focal, horizon } = world.camera;
  return {
    ...world,
    time,
    camera: {
      ...world.camera,
      at: [at[0] + (camera.x ?? 0), Math.max(0.2, at[1] + (camera.y ?? 0)), at[2] + (camera.z ?? 0)],
      focal: focal * (camera.zoom ?? 1),
      horizon: horizon * (camera.horizon ?? 1),
    },
  };
}

/** Yields one layer at a time, back to front, so that the caller need not hold all of them in memory. */
export async function* paintLayers(
  pool: RenderPool,
  { world, scene }: { world: World; scene: Pick<SceneDescription, 'sky'> },
  size: { width: number; height: number },
): AsyncGenerator<PictureLayer> {
  for (const plan of planLayers(world)) {
    const layer = await paintLayer(pool, { world, plan, hasFireworks: scene.sky.includes('fireworks') }, size);
    if (layer && layer.box.right > layer.box.left) yield layer;
  }
}

/** One thing alone, as a layer: a video draws it in several poses. The world contains no other thing. */
export async function paintThing(
  pool: RenderPool,
  world: World,
  size: { width: number; height: number },
): Promise<PictureLayer | undefined> {
  const plan = planLayers(world).find(({ name }) => name === 'subject');
  return plan && (await paintLayer(pool, { world, plan, hasFireworks: false }, size));
}

async function paintLayer(
  pool: RenderPool,
  { world, plan, hasFireworks }: { world: World; plan: Plan; hasFireworks: boolean },
  size: { width: number; height: number },
): Promise<PictureLayer | undefined> {
  const rows = rowsOf(world, size, plan.strip);
  if (rows.to <= rows.from) return undefined;
  const frame = await pool.render(plan.world, size, { sight: plan.sight, onShare: () => undefined, rows });
  const isGround = plan.name === 'ground';
  const water = isGround && world.water ? Uint8Array.from(frame.id, (id) => (id === WATER_ID ? 255 : 0)) : undefined;
  const rgba = await pool.finish(plan.world, frame, { layer: true, fireworks: plan.name === 'sky' && hasFireworks });
  return {
    name: plan.name,
    label: plan.label,
    rgba,
    depthMap: frame.depth,
    depth: plan.depth,
    motion: plan.motion,
    facing: plan.facing,
    box: coveredBox(frame, rows),
    ...(water ? { water } : {}),
  };
}

/** Rows beyond the horizon that a moving camera may still uncover. */
const SPARE_ROWS = 0.04;

function rowsOf(world: World, { width, height }: { width: number; height: number }, strip: Strip) {
  const horizon = height * (1 - world.camera.horizon);
  if (strip === 'above') return bounded(0, horizon + height * SPARE_ROWS, height);
  if (strip === 'below') return bounded(horizon - height * SPARE_ROWS, height, height);
  if (strip === 'all') return { from: 0, to: height };
  const box = boxInFrame(world, strip, { width, height });
  return bounded(box.top - 2, box.bottom + 2, height);
}

function bounded(from: number, to: number, height: number): { from: number; to: number } {
  return { from: Math.max(0, Math.floor(from)), to: Math.min(height, Math.ceil(to)) };
}

function coveredBox({ width, colour }: Frame, rows: { from: number; to: number }): PictureLayer['box'] {
  const box = { left: width, top: rows.to, right: 0, bottom: 0 };
  for (let y = rows.from; y < rows.to; y++) {
    for (let x = 0; x < width; x++) {
      if ((colour[(y * width + x) * 4 + 3] ?? 0) < 0.02) continue;
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x + 1);
      box.top = Math.min(box.top, y);
      box.bottom = Math.max(box.bottom, y + 1);
    }
  }
  return box;
}
