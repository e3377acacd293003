// Sets text into a rendered scene: on the board, label or front that carries it, or in a bubble beside who says it.
import type { SceneDescription } from '../prompt/scene.ts';
import type { Frame } from '../render/frame.ts';
import { PARTS_PER_THING, THING_ID } from '../render/trace.ts';
import type { World } from '../render/world.ts';
import { kindNamed, kindOf } from '../subjects/registry.ts';
import { isDark } from './palettes.ts';
import { setText, type TypeBox } from './set-type.ts';

const SAYS = /\b(saying|says|said|shouting|asking)\b/i;

/** The text as an SVG of the frame's size, to be laid over its pixels. */
export async function letterScene(
  text: string,
  { world, scene, frame }: { world: World; scene: SceneDescription; frame: Frame },
): Promise<string> {
  const carrier = carrierOf(world, scene, frame);
  const { width, height } = frame;
  const body = carrier
    ? await carried(text, carrier, { width, height })
    : await setText(
        text,
        { left: width * 0.08, top: height * 0.06, width: width * 0.84, height: height * 0.3 },
        GLOWING,
      );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${body}</svg>`;
}

const GLOWING = { face: 'sans', fill: '#fff6d8' } as const;

interface Carrier {
  box: TypeBox;
  how: 'board' | 'sheet' | 'front' | 'label' | 'bubble';
}

function carrierOf(world: World, scene: SceneDescription, frame: Frame): Carrier | undefined {
  const carries = (label: string | undefined) => label === 'board' || label === 'sheet';
  const board = world.things.findIndex(({ parts }) => parts.some(({ label }) => carries(label)));
  if (board >= 0) {
    const parts = world.things[board]?.parts ?? [];
    const part = parts.findIndex(({ label }) => carries(label));
    const box = boxWhere(frame, (id) => id === THING_ID + board * PARTS_PER_THING + part);
    if (box) return { box, how: parts[part]?.label === 'sheet' ? 'sheet' : 'board' };
  }
  for (const wanted of SAYS.test(scene.prompt) ? ['speaker', 'thing'] : ['thing', 'speaker']) {
    for (const [index, thing] of world.things.entries()) {
      const named = scene.subjects.find(({ word }) => word === thing.name);
      if (!named) continue;
      const { group } = kindNamed(named.kind) ?? kindOf(named.kind);
      const speaks = group === 'animal' || group === 'person' || group === 'fantasy';
      if (speaks !== (wanted === 'speaker')) continue;
      const from = THING_ID + index * PARTS_PER_THING;
      const box = boxWhere(frame, (id) => id >= from && id < from + PARTS_PER_THING);
      if (box) return { box, how: speaks ? 'bubble' : group === 'building' ? 'front' : 'label' };
    }
  }
  return undefined;
}

function boxWhere({ id, width }: Frame, holds: (id: number) => boolean): TypeBox | undefined {
  let [left, top, right, bottom] = [1e9, 1e9, -1, -1];
  for (const [at, value] of id.entries()) {
    if (value < THING_ID || !holds(value)) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return right > left + 2 ? { left, top, width: right - left, height: bottom - top } : undefined;
}

async function carried(text: string, { box, how }: Carrier, size: { width: number; height: number }): Promise<string> {
  if (how === 'bubble') return bubble(text, box, size);
  // The printed lines of a sheet give way to the text.
  if (how === 'sheet')
    return `${rounded(inset(box, 0.06), 1, '#f6f1e2')}${await setText(text, inset(box, 0.1), { face: 'sans', fill: '#1c1a18' })}`;
  if (how === 'board') return setText(text, inset(box, 0.1), { face: 'sans', fill: '#1c1a18' });
  // A plate keeps the letters readable on whatever is behind them, and never leaves the frame.
  const wide = Math.min(size.width * 0.9, Math.max(box.width * (how === 'front' ? 0.86 : 0.8), size.width * 0.3));
  const tall = Math.max(box.height * (how === 'front' ? 0.2 : 0.34), Math.min(wide * 0.3, size.height * 0.14));
  const left = Math.min(size.width - wide - 2, Math.max(2, box.left + (box.width - wide) / 2));
  const top = Math.min(size.height - tall - 2, box.top + box.height * (how === 'front' ? 0.42 : 0.52) - tall / 2);
  const fill = how === 'front' ? '#1d2b3a' : '#fbf8f0';
  const plate = { left, top, width: wide, height: tall };
  return `${rounded(plate, tall * 0.14, fill)}${await setText(text, inset(plate, 0.08), { face: 'sans', fill: isDark(fill) ? '#fff6d8' : '#1c1a18' })}`;
}

async function bubble(
  text: string,
  box: TypeBox,
  { width, height }: { width: number; height: number },
): Promise<string> {
  const tall = Math.max(height * 0.16, Math.min(height * 0.28, box.top - height * 0.06));
  const plate = { left: width * 0.08, top: height * 0.04, width: width * 0.84, height: tall };
  const [x, y] = [box.left + box.width / 2, plate.top + tall];
  const tail = `<path d="M${x - width * 0.04} ${y - 2}L${x + width * 0.04} ${y - 2}L${x} ${Math.min(height, y + height * 0.07)}Z" fill="#ffffff"/>`;
  return `${rounded(plate, tall * 0.3, '#ffffff')}${tail}${await setText(text, inset(plate, 0.1), { face: 'sans', fill: '#1c1a18' })}`;
}

function inset({ left, top, width, height }: TypeBox, by: number): TypeBox {
  const edge = Math.min(width, height) * by;
  return { left: left + edge, top: top + edge, width: width - 2 * edge, height: height - 2 * edge };
}

function rounded({ left, top, width, height }: TypeBox, radius: number, fill: string): string {
  const n = (value: number) => value.toFixed(1);
  return `<rect x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" rx="${n(radius)}" fill="${fill}"/>`;
}
