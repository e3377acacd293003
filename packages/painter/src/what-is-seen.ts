// What is visible in a rendered frame, and which words of the prompt it omits.
import type { Reading } from '@atelier/reader';
import type { SceneDescription } from './prompt/scene.ts';
import { baseForm } from './prompt/tokens.ts';
import type { Frame } from './render/frame.ts';
import { PARTS_PER_THING, THING_ID } from './render/trace.ts';
import type { World } from './render/world.ts';

/** The minimum share of the frame for a visible thing. */
const SEEN = 0.0025;
const MAX_WORDS = 12;

interface Depicted {
  seen: ReadonlySet<string>;
  reading: Reading;
  /** The text that was set. */
  text?: string;
  unworn?: readonly string[];
}

/** Names of the things and of their labelled parts that have visible pixels. */
export function seenIn(world: World, frame: Frame): Set<string> {
  const counts = new Map<string, number>();
  const count = (name: string | undefined) => name && counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const id of frame.id) {
    if (id < THING_ID) continue;
    const thing = world.things[Math.floor((id - THING_ID) / PARTS_PER_THING)];
    count(thing?.name);
    count(thing?.parts[(id - THING_ID) % PARTS_PER_THING]?.label);
  }
  const least = frame.id.length * SEEN;
  const seen = new Set([...counts].filter(([, pixels]) => pixels >= least).map(([name]) => name));
  if (world.room?.window) seen.add('window');
  return seen;
}

/** Garments of the prompt that nobody in the image wears: a duck cannot wear a jacket. */
export function unwornIn(world: World, { subjects }: SceneDescription): string[] {
  const labels = new Set(world.things.flatMap(({ parts }) => parts.map(({ label }) => label)));
  return subjects.flatMap(({ traits }) => traits?.wears ?? []).filter((garment) => !labels.has(garment));
}

/** A thing is missing only if no pixel shows it; text that was set is not missing. */
export function warningsFor(scene: SceneDescription, { seen, reading, text = '', unworn = [] }: Depicted): string[] {
  const set = new Set(wordsOf(text));
  const hidden = scene.abstract ? [] : scene.subjects.map(({ word }) => word).filter((word) => !seen.has(word));
  const undrawn = scene.undrawn.filter((word) => isThing(word, reading) && !set.has(word) && !isSeen(word, seen));
  const words = [...new Set([...undrawn, ...hidden, ...unworn])].slice(0, MAX_WORDS);
  const missing = words.length > 0 ? [`Not depicted: ${words.join(', ')}.`] : [];
  if (!scene.abstract) return missing;
  return [
    'Nothing in the prompt is in the painter’s vocabulary, so it painted an abstract in a fitting mood.',
    ...missing,
  ];
}

function isSeen(word: string, seen: ReadonlySet<string>): boolean {
  return seen.has(word) || seen.has(baseForm(word));
}

/** Only nouns and their attributes are depicted; an unread prompt keeps all its words. */
function isThing(word: string, { language, things }: Reading): boolean {
  if (language !== 'en') return true;
  return things.some(({ phrase, owner }) => wordsOf(phrase).includes(word) || owner === word);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z]+(?:-[a-z]+)*/g) ?? [];
}
