// Paints a caption and keeps, of everything in the picture, the pixels that show it.
import type { RenderPool, World } from '@atelier/painter';
import { readPrompt } from '@atelier/reader';
import sharp from 'sharp';
import { describeAround, type OnePicture, paintOne } from '../../packages/painter/src/paint-one.ts';
import { PLACE_WORDS } from '../../packages/painter/src/prompt/place-words.ts';
import type { SceneDescription } from '../../packages/painter/src/prompt/scene.ts';
import { TIME_WORDS } from '../../packages/painter/src/prompt/settings.ts';
import { baseForm } from '../../packages/painter/src/prompt/tokens.ts';
import type { Frame } from '../../packages/painter/src/render/frame.ts';
import { PARTS_PER_THING, THING_ID } from '../../packages/painter/src/render/trace.ts';
import { kindNamed } from '../../packages/painter/src/subjects/registry.ts';
import type { Painted, Shown } from './judge.ts';

const FAR_ID = 1;

export async function paintCaption(
  pool: RenderPool,
  prompt: string,
  { side, seed }: { side: number; seed: number },
): Promise<Painted> {
  const size = { width: side, height: side };
  const reading = readPrompt(prompt);
  const scene = describeAround(reading, prompt);
  const order = { prompt, ...size };
  const made = await paintOne(pool, { scene, order, reading, seed }, () => undefined);
  const shown = made.svg
    ? [wholeOf(reading.purpose, size), ...(await motifsIn(made.svg, made, size))]
    : shownIn(scene, made);
  return { picture: { ...size, pixels: made.pixels }, shown, warnings: made.warnings };
}

function shownIn(scene: SceneDescription, { rendered }: OnePicture): Shown[] {
  if (scene.abstract || !rendered) return [];
  const { world, frame } = rendered;
  return [...thingsIn(world, frame), ...surroundings(scene, world, frame)];
}

/** The graphic itself: a sticker is shown by all of its picture. */
function wholeOf(purpose = '', { width, height }: { width: number; height: number }): Shown {
  return { names: [purpose], mask: new Uint8Array(width * height).fill(1) };
}

/** The pixels that change when a motif is taken out of the drawing. */
async function motifsIn(
  svg: string,
  { pixels }: OnePicture,
  { width, height }: { width: number; height: number },
): Promise<Shown[]> {
  const motifs = [...svg.matchAll(/<g data-word="([^"]*)".*?<\/g>/g)];
  const shown: Shown[] = [];
  for (const [markup, word = ''] of motifs) {
    const without = await sharp(Buffer.from(svg.replace(markup, '')))
      .resize(width, height)
      .ensureAlpha()
      .raw()
      .toBuffer();
    const differs = (at: number) => [0, 1, 2].some((i) => pixels[at * 4 + i] !== without[at * 4 + i]);
    shown.push({
      names: namesOf(word),
      mask: Uint8Array.from({ length: width * height }, (_, at) => (differs(at) ? 1 : 0)),
    });
  }
  return shown;
}

/** Things and their labelled parts. */
function thingsIn(world: World, frame: Frame): Shown[] {
  return world.things.flatMap((thing) => {
    const from = THING_ID + thing.id * PARTS_PER_THING;
    const labels = new Set(thing.parts.map(({ label }) => label).filter((label) => label !== undefined));
    const whole = Uint8Array.from(frame.id, (id) => (id >= from && id < from + PARTS_PER_THING ? 1 : 0));
    const parts = [...labels].map((label) => ({
      names: namesOf(label),
      mask: Uint8Array.from(frame.id, (id) => (id >= from && thing.parts[id - from]?.label === label ? 1 : 0)),
    }));
    return [{ names: namesOf(thing.name), mask: whole }, ...parts];
  });
}

function namesOf(word: string): string[] {
  const words = word.split(' ');
  const base = [...words.slice(0, -1), baseForm(words.at(-1) ?? '')].join(' ');
  const kind = kindNamed(word) ?? kindNamed(base);
  return [word, base, ...(kind ? [kind.name] : [])];
}

/** Ground and horizon under every name of the place, and what the sky shows. */
function surroundings(scene: SceneDescription, world: World, frame: Frame): Shown[] {
  const ground = Uint8Array.from(frame.id, (id) => (id > 0 && id < THING_ID ? 1 : 0));
  const sky = Uint8Array.from(frame.id, (id) => (id === 0 ? 1 : 0));
  const names = Object.keys(PLACE_WORDS).filter((word) => PLACE_WORDS[word] === scene.place);
  const shown: Shown[] = [{ names: [scene.place, ...names], mask: ground }];
  if (world.ridges.some(({ kind }) => kind === 'peaks' || kind === 'mesa'))
    shown.push({ names: ['mountain', 'mountains'], mask: Uint8Array.from(frame.id, (id) => (id === FAR_ID ? 1 : 0)) });
  if (world.room?.window) shown.push({ names: ['window'], mask: ground });
  const times = Object.keys(TIME_WORDS).filter((word) => TIME_WORDS[word] === scene.time && scene.timeGiven);
  shown.push({ names: [...times, ...scene.sky, ...(world.sky.disc === 'none' ? [] : [world.sky.disc])], mask: sky });
  return shown;
}
