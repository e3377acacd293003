// Paints one picture of an order: a graphic where one is asked for, else a scene, with its text set into it.
import type { Reading } from '@atelier/reader';
import { composeWorld } from './compose/compose.ts';
import { isGraphic } from './graphics/design.ts';
import { type LetteredPicture, letterScene } from './graphics/lettering.ts';
import { paintGraphic } from './graphics/paint-graphic.ts';
import type { PictureOrder, ReportProgress } from './picture.ts';
import { describeScene } from './prompt/describe.ts';
import type { SceneDescription } from './prompt/scene.ts';
import type { Frame } from './render/frame.ts';
import type { RenderPool } from './render/pool.ts';
import { EVERYTHING } from './render/trace.ts';
import type { World } from './render/world.ts';
import { seenIn, unwornIn, warningsFor } from './what-is-seen.ts';

export interface Commission {
  scene: SceneDescription;
  order: Pick<PictureOrder, 'prompt' | 'width' | 'height' | 'style'>;
  reading: Reading;
  seed: number;
}

export interface OnePicture {
  /** RGBA. */
  pixels: Uint8Array;
  warnings: string[];
  /** The vector drawing of a graphic. */
  svg?: string;
  /** What was rendered, of a scene. */
  rendered?: { world: World; frame: Frame };
}

/** Text set in type is not a thing of the scene: "Hello World" asks for no planet. */
export function describeAround({ called, said }: Reading, prompt: string, negativePrompt?: string): SceneDescription {
  const text = called ?? said;
  if (!text) return describeScene(prompt, negativePrompt);
  const around = describeScene(prompt.replace(text, ' '), negativePrompt);
  // If text is all there is, it may name the subject: "photos of 'Sampa Hostel'".
  const scene = around.abstract ? describeScene(prompt, negativePrompt) : around;
  for (const subject of scene.subjects) subject.traits = { ...subject.traits, lettered: true };
  return { ...scene, prompt };
}

export async function paintOne(pool: RenderPool, commission: Commission, report: ReportProgress): Promise<OnePicture> {
  const { reading, scene } = commission;
  const isTextAlone = scene.abstract && (reading.called ?? reading.said) !== undefined;
  if (isGraphic(reading.purpose) || isTextAlone) return drawGraphic(pool, commission, report);
  return renderScene(pool, commission, report);
}

async function drawGraphic(
  pool: RenderPool,
  { scene, order, reading, seed }: Commission,
  report: ReportProgress,
): Promise<OnePicture> {
  report(0.02, 'composing');
  const { svg, shown, text } = await paintGraphic(pool, { ...order, reading, scene, seed });
  report(0.8, 'rendering');
  const { default: sharp } = await import('sharp');
  const pixels = await sharp(Buffer.from(svg)).resize(order.width, order.height).ensureAlpha().raw().toBuffer();
  report(0.96, 'encoding');
  const drawn = { ...scene, abstract: false, subjects: scene.subjects.filter(({ word }) => !isOwner(word)) };
  return {
    pixels,
    svg,
    warnings: warningsFor(drawn, { seen: new Set(shown), reading, text: `${text} ${GRAPHIC_WORDS}` }),
  };
}

/** Words that ask for the graphic itself. */
const GRAPHIC_WORDS =
  'logo poster cover banner card icon sticker pattern blueprint meme flyer badge invitation minimal minimalist flat company brand letter letters word words text';

function isOwner(word: string): boolean {
  return /^(shop|store|building|cafe)$/.test(word);
}

async function renderScene(
  pool: RenderPool,
  { scene, order, reading, seed }: Commission,
  report: ReportProgress,
): Promise<OnePicture> {
  const world = composeWorld(scene, order, { seed, style: order.style ?? scene.style ?? 'realistic' });
  report(0.02, 'composing');
  const frame = await pool.render(world, order, {
    sight: EVERYTHING,
    onShare: (share) => report(0.02 + 0.8 * share, 'rendering'),
  });
  report(0.84, 'finishing');
  const seen = seenIn(world, frame);
  const painted = await pool.finish(world, frame, { layer: false, fireworks: scene.sky.includes('fireworks') });
  const text = reading.called ?? reading.said;
  const pixels = text ? await withLetters(painted, text, { world, scene, frame, pixels: painted }) : painted;
  report(0.96, 'encoding');
  const warnings = warningsFor(scene, { seen, reading, unworn: unwornIn(world, scene), ...(text ? { text } : {}) });
  return { pixels, warnings, rendered: { world, frame } };
}

async function withLetters(pixels: Uint8Array, text: string, picture: LetteredPicture): Promise<Uint8Array> {
  const { width, height } = picture.frame;
  const { default: sharp } = await import('sharp');
  const letters = Buffer.from(await letterScene(text, picture));
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .composite([{ input: letters }])
    .raw()
    .toBuffer();
}
