// Draws a kind as a flat vector motif: its parts are rendered once as regions of one colour and traced.

import { composeWorld } from '../compose/compose.ts';
import { describeScene } from '../prompt/describe.ts';
import type { SceneSubject } from '../prompt/scene.ts';
import { toScreen } from '../render/colour.ts';
import type { RenderPool } from '../render/pool.ts';
import { THING_ID } from '../render/trace.ts';
import type { Vec } from '../shapes/part.ts';
import { escapeXml } from './escape-xml.ts';
import { traceMask } from './trace-mask.ts';

/** Regions of one colour, back to front, in a box of one unit; the widest side is 1. */
export interface Motif {
  word: string;
  regions: { fill: string; path: string }[];
  /** Where the drawing lies in its own pixels. */
  box: { left: number; top: number; width: number; height: number };
}

const SIDE = 320;
const PARTS_PER_THING = 100;
const MAX_COLOURS = 6;
const THINGS_ALONE = { sky: false, far: false, ground: false, thing: -2 } as const;

export async function drawMotif(pool: RenderPool, subject: SceneSubject, seed: number): Promise<Motif | undefined> {
  const scene = describeScene(subject.kind);
  const { lettered: _own, ...traits } = subject.traits ?? {};
  // The design contains the text, not the motif.
  scene.subjects = [{ ...subject, count: 1, size: 1, traits }];
  delete scene.subjects[0]?.relation;
  const world = composeWorld({ ...scene, place: 'studio', placeGiven: true }, SQUARE, { seed, style: 'anime' });
  const frame = await pool.render(world, SQUARE, { sight: THINGS_ALONE, onShare: () => undefined });
  const fills = Array.from(frame.id, (id) => {
    if (id < THING_ID || id === 65535) return '';
    const thing = world.things[Math.floor((id - THING_ID) / PARTS_PER_THING)];
    const paint = thing?.name === subject.word ? thing.paints[(id - THING_ID) % PARTS_PER_THING] : undefined;
    return paint ? hexOf(paint.colour) : '';
  });
  return motifOf(subject.word, fills);
}

const SQUARE = { width: SIDE, height: SIDE };

function motifOf(word: string, fills: readonly string[]): Motif | undefined {
  const areas = new Map<string, number>();
  for (const fill of fills) if (fill) areas.set(fill, (areas.get(fill) ?? 0) + 1);
  const order = [...areas].sort((a, b) => b[1] - a[1]).slice(0, MAX_COLOURS);
  const [largest] = order;
  if (!largest) return undefined;
  const whole = Uint8Array.from(fills, (fill) => (fill ? 1 : 0));
  const regions = order.map(([fill], i) => ({
    fill,
    path: traceMask({ ...SQUARE, bits: i === 0 ? whole : Uint8Array.from(fills, (own) => (own === fill ? 1 : 0)) }),
  }));
  return { word, regions: regions.filter(({ path }) => path), box: boxOf(whole) };
}

function boxOf(bits: Uint8Array): Motif['box'] {
  let [left, top, right, bottom] = [SIDE, SIDE, 0, 0];
  for (const [at, bit] of bits.entries()) {
    if (!bit) continue;
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  return { left, top, width: right - left, height: bottom - top };
}

function hexOf(colour: Vec): string {
  return `#${colour
    .map((c) =>
      Math.round(255 * toScreen(Math.min(1, Math.max(0, c))))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** The motif as SVG, as large as the box allows, in its own colours or in the given tones from dark to light. */
export function placeMotif(motif: Motif, box: Motif['box'], tones?: readonly string[]): string {
  const paths = motif.regions.map(
    ({ fill, path }, i) =>
      `<path fill="${tones ? (tones[Math.min(i, tones.length - 1)] ?? fill) : fill}" fill-rule="evenodd" d="${path}"/>`,
  );
  return inBox(motif, box, paths.join(''));
}

/** The motif as a line drawing: the edges of its regions in ink, their insides the colour of the paper. */
export function lineMotif(motif: Motif, box: Motif['box'], { ink, paper }: { ink: string; paper: string }): string {
  const paths = motif.regions.map(
    ({ path }) => `<path fill="${paper}" fill-rule="evenodd" stroke="${ink}" stroke-width="2.4" d="${path}"/>`,
  );
  return inBox(motif, box, paths.join(''));
}

function inBox(motif: Motif, box: Motif['box'], body: string): string {
  const scale = Math.min(box.width / motif.box.width, box.height / motif.box.height);
  const x = box.left + (box.width - motif.box.width * scale) / 2 - motif.box.left * scale;
  const y = box.top + (box.height - motif.box.height * scale) / 2 - motif.box.top * scale;
  return `<g data-word="${escapeXml(motif.word)}" transform="translate(${x.toFixed(2)} ${y.toFixed(2)}) scale(${scale.toFixed(4)})">${body}</g>`;
}
