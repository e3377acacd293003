// Makes a graphic from a prompt: its text, its things, its colours, and the layout for its purpose.
import type { Reading } from '@atelier/reader';
import type { SceneDescription, SceneSubject } from '../prompt/scene.ts';
import { COLOURS } from '../render/colour.ts';
import type { RenderPool } from '../render/pool.ts';
import { kindOf } from '../subjects/registry.ts';
import { layOut } from './design.ts';
import { drawMotif, type Motif } from './motif.ts';
import { paletteFor } from './palettes.ts';

export interface Graphic {
  svg: string;
  /** The words of the things that it shows, and the text that it sets. */
  shown: string[];
  text: string;
}

export interface GraphicOrder {
  prompt: string;
  reading: Reading;
  scene: SceneDescription;
  width: number;
  height: number;
  seed: number;
}

const MAX_MOTIFS = 3;
/** A logo's trade is not its motif. */
const OWNERS = /\b(shop|company|store|brand|firm|business|startup|agency|studio|club|team)\b/;

export async function paintGraphic(pool: RenderPool, order: GraphicOrder): Promise<Graphic> {
  const { prompt, reading, scene, width, height, seed } = order;
  const purpose = reading.purpose ?? 'card';
  const title = reading.called ?? reading.said ?? titleIn(prompt, purpose);
  const motifs: Motif[] = [];
  for (const [i, subject] of shownBy(scene, purpose, title).entries()) {
    const motif = await drawMotif(pool, subject, seed + i);
    if (motif) motifs.push(motif);
  }
  const named = prompt
    .toLowerCase()
    .match(/[a-z]+/g)
    ?.find((word) => Object.hasOwn(COLOURS, word));
  const line = purpose === 'logo' || purpose === 'poster' ? lineIn(reading, title) : '';
  const svg = await layOut(purpose, {
    width,
    height,
    title,
    line,
    motifs,
    palette: paletteFor(seed, named, { asGround: purpose === 'sticker' || purpose === 'card' }),
    minimal: reading.styles.includes('minimal'),
    seed,
  });
  return { svg, shown: motifs.map(({ word }) => word), text: `${title} ${line}` };
}

/** Things that can be drawn; for a coffee shop's logo the cup, not the house. */
function shownBy({ subjects }: SceneDescription, purpose: string, title: string): SceneSubject[] {
  const said = new Set(title.toLowerCase().split(/\s+/));
  const drawn = subjects.filter(
    ({ kind, word }) => kindOf(kind).group !== 'building' && !/^letters?$/.test(word) && !said.has(word),
  );
  const shown = drawn.length > 0 ? drawn : subjects.filter(({ word }) => word !== 'company');
  // A poster of quails shows several, each with its own colours.
  const [only] = shown;
  if (purpose === 'poster' && shown.length === 1 && only && only.count > 1)
    return Array.from({ length: Math.min(MAX_MOTIFS, only.count) }, () => only);
  return shown.slice(0, purpose === 'pattern' || purpose === 'poster' ? MAX_MOTIFS : 1);
}

/** "a poster of monkey music festival", "a hello world banner". */
function titleIn(prompt: string, purpose: string): string {
  if (purpose === 'icon' || purpose === 'pattern' || purpose === 'logo') return '';
  const behind =
    /\b(?:poster|flyer|card|cover|banner|invitation)\s+(?:of|for|about)\s+(?:an?\s+|the\s+)?([^,.;:]{2,40})/i;
  const before = /^(?:an?\s+|the\s+)?([^,.;:]{2,30}?)\s+(?:banner|card|flyer)\b/i;
  const words = behind.exec(prompt)?.[1] ?? before.exec(prompt)?.[1] ?? '';
  return words.trim().replace(/(^|\s)\p{Ll}/gu, (letter) => letter.toUpperCase());
}

/** What the name belongs to: "coffee shop". */
function lineIn({ things }: Reading, title: string): string {
  const owner = things.find(({ phrase, kinds }) => OWNERS.test(phrase) && kinds.length > 0 && phrase !== title);
  return owner ? [...owner.kinds, owner.lemma].join(' ') : '';
}
