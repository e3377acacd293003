// A scene as transparent layers with depth, for video: rendered once per shot, then moved against each other.
import type { ImageStyle } from '../port.ts';
import { composeWorld } from './compose/compose.ts';
import type { SceneDescription } from './prompt/scene.ts';
import type { Frame } from './render/frame.ts';
import { RenderPool } from './render/pool.ts';
import { EVERYTHING, type Sight, WATER_ID } from './render/trace.ts';
import type { Camera, FallKind, Motion, World } from './render/world.ts';

export interface LayerOrder {
  width: number;
  height: number;
  seed: number;
  style?: ImageStyle;
  /** Seconds into the shot. */
  time?: number;
  /** Moves or zooms the composed camera: an offset of its position, factors on lens and horizon. */
  camera?: { x?: number; y?: number; z?: number; zoom?: number; horizon?: number };
  /** Threads to use; all by default. */
  workers?: number;
}

export interface PictureLayer {
  name: 'sky' | 'far' | 'ground' | 'subject';
  /** What a subject layer shows: the word in the prompt, or the company's kind. */
  label: string;
  /** RGBA, straight alpha, `width * height * 4` bytes. */
  rgba: Uint8Array;
  /** Distance of each pixel from the eye in scene units (sky: 5000). */
  depthMap: Float32Array;
  /** One distance for the whole layer: its parallax is 1 / depth. */
  depth: number;
  motion: Motion;
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
  /** Weather that the video engine lets fall in front of all layers. */
  falling: FallKind;
  night: number;
}

const MAX_SUBJECT_LAYERS = 12;

export async function renderLayers(
  scene: SceneDescription,
  order: LayerOrder,
  signal: AbortSignal,
): Promise<LayeredPicture> {
  const world = aimed(composeWorld(scene, order, order.seed, order.style ?? scene.style ?? 'realistic'), order);
  const pool = order.workers ? new RenderPool(signal, order.workers) : new RenderPool(signal);
  try {
    const layers: PictureLayer[] = [];
    for (const plan of planLayers(world)) layers.push(await renderLayer(pool, world, order, plan, scene));
    return {
      width: order.width,
      height: order.height,
      camera: world.camera,
      layers: layers.filter((layer) => layer.box.right > layer.box.left),
      falling: world.falling,
      night: world.light.night,
    };
  } finally {
    pool.close();
  }
}

function aimed(world: World, { camera = {}, time = 0 }: LayerOrder): World {
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

interface Plan {
  name: PictureLayer['name'];
  label: string;
  sight: Sight;
  depth: number;
  motion: Motion;
}

/** Far things first. Things beyond the limit are painted into the ground layer's neighbours by depth: the nearest keep their own. */
function planLayers(world: World): Plan[] {
  if (world.abstract || world.room)
    return [
      {
        name: 'ground',
        label: world.abstract ? 'abstract' : 'room',
        sight: { ...EVERYTHING, thing: -1 },
        depth: world.room?.back ?? 50,
        motion: world.abstract ? 'drift' : 'still',
      },
      ...thingPlans(world),
    ];
  return [
    {
      name: 'sky',
      label: 'sky',
      sight: { sky: true, far: false, ground: false, thing: -1 },
      depth: 1000,
      motion: world.light.night > 0.8 ? 'twinkle' : 'drift',
    },
    ...(world.ridges.length > 0
      ? [
          {
            name: 'far' as const,
            label: 'horizon',
            sight: { sky: false, far: true, ground: false, thing: -1 },
            depth: 120,
            motion: 'still' as const,
          },
        ]
      : []),
    ...(world.ground.kind !== 'none'
      ? [
          {
            name: 'ground' as const,
            label: world.ground.kind,
            sight: { sky: false, far: false, ground: true, thing: -1 },
            depth: 14,
            motion: world.water ? ('ripple' as const) : ('sway' as const),
          },
        ]
      : []),
    ...thingPlans(world),
  ];
}

function thingPlans(world: World): Plan[] {
  const order = world.things.map((thing, index) => ({ thing, index })).sort((a, b) => a.thing.at[2] - b.thing.at[2]);
  return order.slice(-MAX_SUBJECT_LAYERS).map(({ thing, index }) => ({
    name: 'subject' as const,
    label: thing.name,
    sight: { sky: false, far: false, ground: false, thing: index },
    depth: -thing.at[2],
    motion: thing.motion,
  }));
}

async function renderLayer(
  pool: RenderPool,
  world: World,
  size: { width: number; height: number },
  plan: Plan,
  scene: SceneDescription,
): Promise<PictureLayer> {
  const frame = await pool.render(world, size, plan.sight, () => undefined);
  const water =
    plan.name === 'ground' && world.water ? Uint8Array.from(frame.id, (id) => (id === WATER_ID ? 255 : 0)) : undefined;
  const rgba = await pool.finish(world, frame, {
    layer: true,
    fireworks: plan.name === 'sky' && scene.sky.includes('fireworks'),
  });
  return {
    name: plan.name,
    label: plan.label,
    rgba,
    depthMap: frame.depth,
    depth: plan.depth,
    motion: plan.motion,
    box: coveredBox(frame),
    ...(water ? { water } : {}),
  };
}

function coveredBox({ width, height, colour }: Frame): PictureLayer['box'] {
  const box = { left: width, top: height, right: 0, bottom: 0 };
  for (let y = 0; y < height; y++) {
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
