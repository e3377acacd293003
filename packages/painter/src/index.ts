// The entry of the package: images from words, and the same scenes as layers for animation.
export { composeLayers, type PictureLayer, paintLayers, paintThing } from './layers.ts';
export { Painter } from './painter.ts';
export type { Picture, PictureFormat, PictureOrder, PictureStyle, ReportProgress } from './picture.ts';
export { describeScene } from './prompt/describe.ts';
export type { SceneDescription } from './prompt/scene.ts';
export { boxInFrame } from './render/frame.ts';
export { RenderPool } from './render/pool.ts';
export type { FallKind, Motion, World } from './render/world.ts';
export { kindOf } from './subjects/registry.ts';
