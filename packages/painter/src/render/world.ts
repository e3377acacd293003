// A composed scene, ready to be rendered: plain data that is sent to the render workers.
import type { PictureStyle } from '../picture.ts';
import type { Part, Vec } from '../shapes/part.ts';

export type Finish =
  | 'matte'
  | 'gloss'
  | 'metal'
  | 'glass'
  | 'fur'
  | 'leaf'
  | 'bark'
  | 'wood'
  | 'stone'
  | 'brick'
  | 'cloth'
  | 'skin'
  | 'glow'
  | 'snow'
  | 'facade'
  | 'tiles'
  | 'scales'
  | 'feather'
  | 'petal'
  | 'straw'
  | 'ice'
  | 'plaster'
  | 'citrus'
  | 'crater'
  | 'earth'
  | 'bands';

export type Pattern = 'plain' | 'stripes' | 'spots' | 'checks' | 'patches';

export interface Paint {
  colour: Vec;
  finish: Finish;
  pattern: Pattern;
  second: Vec;
}

export interface Thing {
  id: number;
  /** What it is called in the scene's description. */
  name: string;
  parts: Part[];
  paints: Paint[];
  at: Vec;
  yaw: number;
  scale: number;
  motion: Motion;
  /** Floats on, or stands in, water: its lower rim is wetted by ripples. */
  afloat: boolean;
}

export type Motion = 'still' | 'drift' | 'sway' | 'ripple' | 'twinkle' | 'fall' | 'bob' | 'walk' | 'fly' | 'flicker';

export interface Camera {
  at: Vec;
  /** Focal length in frame heights. */
  focal: number;
  /** Height of the horizon in the frame, 0 at the bottom, 1 at the top. */
  horizon: number;
}

export interface Light {
  /** Towards the key light that shapes things. */
  key: Vec;
  keyColour: Vec;
  zenith: Vec;
  horizon: Vec;
  glow: Vec;
  ambient: Vec;
  bounce: Vec;
  fog: Vec;
  fogDensity: number;
  softness: number;
  night: number;
}

export interface SkyLook {
  kind: 'air' | 'space' | 'studio' | 'underwater';
  /** Towards the visible sun or moon; used by glows and reflections too. */
  sun: Vec;
  disc: 'sun' | 'moon' | 'none';
  discSize: number;
  clouds: number;
  cloudColour: Vec;
  cloudShade: Vec;
  stars: number;
  aurora: number;
  rainbow: number;
  nebula: Vec;
  seed: number;
}

export type GroundKind =
  | 'grass'
  | 'sand'
  | 'snow'
  | 'soil'
  | 'stone'
  | 'road'
  | 'planks'
  | 'studio'
  | 'leaves'
  | 'table'
  | 'seabed'
  | 'flowers'
  | 'none'
  | 'moon'
  | 'carpet'
  | 'tile'
  | 'crops';

export interface GroundLook {
  kind: GroundKind;
  colour: Vec;
  second: Vec;
}

export interface WaterLook {
  colour: Vec;
  shallow: Vec;
  /** Depth (distance from the eye) at which water begins and ends. */
  from: number;
  to: number;
  waves: number;
}

export type RidgeKind =
  | 'hills'
  | 'peaks'
  | 'forest'
  | 'city'
  | 'dunes'
  | 'pines'
  | 'houses'
  | 'mesa'
  | 'reef'
  | 'hedge';

export interface Ridge {
  kind: RidgeKind;
  /** Distance, for haze and parallax. */
  depth: number;
  /** Height above the horizon in frame heights at the picture's usual lens. */
  height: number;
  colour: Vec;
  second: Vec;
  seed: number;
  lit: number;
}

export interface Room {
  wall: Vec;
  second: Vec;
  back: number;
  halfWidth: number;
  height: number;
  window: boolean;
  /** What falls behind the panes. */
  weather: 'fair' | 'rain' | 'snow';
  pattern: 'plain' | 'panels' | 'stripes' | 'tiles' | 'bricks' | 'books' | 'haze';
}

export type FallKind = 'none' | 'rain' | 'snow' | 'petals' | 'leaves' | 'sparks' | 'bubbles' | 'fireflies' | 'confetti';

export interface World {
  style: PictureStyle;
  seed: number;
  /** Seconds into the shot: moves clouds and water. */
  time: number;
  camera: Camera;
  light: Light;
  sky: SkyLook;
  ground: GroundLook;
  water?: WaterLook;
  ridges: Ridge[];
  room?: Room;
  things: Thing[];
  /** Blades, flowers and stones strewn over the ground, 0 to 1. */
  strewn: { kind: 'grass' | 'flowers' | 'reeds' | 'stones' | 'none'; amount: number; colours: Vec[] };
  falling: FallKind;
  fallAmount: number;
  exposure: number;
  saturation: number;
  /** A pattern of the mood, drawn instead of a scene. */
  abstract?: { swirl: number; colours: Vec[]; kind: 'waves' | 'bloom' | 'shards' };
}
