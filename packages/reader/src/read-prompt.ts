// Reads a prompt: its words are tagged, then bound to things, actions and the frame of the whole.
import { findActions } from './find-actions.ts';
import { findThings, type PlacedThing } from './find-things.ts';
import type { Reading, Thing } from './reading.ts';
import { readFrame } from './scene-words.ts';
import { type TaggedWord, tagWords } from './tag-words.ts';

/** Longer prompts are read up to here, so that no prompt takes longer than a few milliseconds. */
const LONGEST_READ = 4_000;
const FOREIGN = new Set(
  `der die das und ein eine mit für ist nicht auf el los las una con para por que le les des avec une dans pour sur il gli della che per uma com
  não você een het van och att`.split(/\s+/),
);
const ENGLISH = new Set('a an the of in on at with and about for to is my your by from'.split(' '));

export function readPrompt(prompt: string): Reading {
  const text = prompt.slice(0, LONGEST_READ);
  const frame = readFrame(text);
  if (!isEnglish(text)) return { language: 'unknown', things: [], actions: [], ...frame };
  const words = tagWords(text);
  const placed = findThings(words);
  const actions = findActions(words, placed);
  return { language: 'en', things: placed.map((_, index) => relate(words, placed, index)), actions, ...frame };
}

function isEnglish(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (latin < letters * 0.7) return false;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.filter((word) => FOREIGN.has(word)).length <= words.filter((word) => ENGLISH.has(word)).length;
}

/** A preposition before a thing binds it to the preceding thing: "a man with a beard", "rain at the window". */
function relate(words: readonly TaggedWord[], placed: readonly PlacedThing[], index: number): Thing {
  const { from, to: _noun, ...thing } = placed[index] as PlacedThing;
  const before = words[from - 1];
  if (index === 0 || before?.pos !== 'ADP' || before.endsClause) return thing;
  return { ...thing, relation: { word: before.lower, to: index - 1 } };
}
