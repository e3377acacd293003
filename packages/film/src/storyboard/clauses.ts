// Reads a prompt as a sequence: sentences and "then", each a scene that keeps what the one before has said.

import type { SceneDescription } from '@atelier/painter';
import { describeScene } from '@atelier/painter';
import type { Reading } from '@atelier/reader';
import { tellsMotion } from '../motion/manner.ts';
import { type Act, actsOf } from './acts.ts';

export interface Clause {
  words: string;
  scene: SceneDescription;
  acts?: Act[];
}

/** Adds who moves, and how; what "it" does is read from each clause's own words. */
export async function readActs(
  clauses: readonly Clause[],
  read: (words: string) => Reading | Promise<Reading>,
): Promise<Clause[]> {
  return Promise.all(
    clauses.map(async ({ words, scene }) => {
      const acts = actsOf(scene, await read(words));
      // The painter's running pose is one moment of a gait; who strides starts from standing.
      const subjects = scene.subjects.map((subject) => {
        const { pose: _, ...standing } = subject;
        return acts.some(({ word }) => word === subject.word) ? standing : subject;
      });
      return { words, scene: { ...scene, subjects }, acts };
    }),
  );
}

const BREAKS = /[.;!?\n]+|,?\s*\b(?:and\s+)?(?:then|next|afterwards|finally|followed by|cut to)\b[:,]?\s*/i;
const POINTS_BACK = /^(?:it|he|she|they|its|their|his|her|the same)\b/i;
const MAX_CLAUSES = 8;

export function readClauses(prompt: string): Clause[] {
  const parts = prompt
    .split(BREAKS)
    .map((part) => part.trim().replace(/^(?:first|and)[, ]+/i, ''))
    .filter((part) => /\p{L}{2}/u.test(part));
  const clauses: Clause[] = [];
  for (const words of parts) {
    const scene = describeScene(words);
    const before = clauses.at(-1);
    const goesOn = POINTS_BACK.test(words) && tellsMotion(words);
    if (before && !goesOn && !saysSomething(scene)) keepTone(before, words);
    else clauses.push({ words, scene: before ? continued(scene, before.scene, words) : scene });
  }
  if (clauses.length < 2) return [{ words: prompt.trim(), scene: describeScene(prompt) }];
  return clauses.slice(0, MAX_CLAUSES);
}

function saysSomething(scene: SceneDescription): boolean {
  return scene.subjects.length > 0 || scene.placeGiven || scene.timeGiven || scene.weather !== 'fair';
}

/** "Cinematic, in anime style" is about the whole, not a scene of its own. */
function keepTone(before: Clause, words: string): void {
  const { style, mood } = describeScene(words);
  if (style && !before.scene.style) before.scene.style = style;
  if (mood && !before.scene.mood) before.scene.mood = mood;
}

/** A place, an hour or a weather stays until another is named; "it" is still what it was. */
function continued(scene: SceneDescription, before: SceneDescription, words: string): SceneDescription {
  const next = { ...scene, abstract: false };
  if (!scene.placeGiven && before.place) {
    next.place = before.place;
    next.placeGiven = before.placeGiven;
  }
  if (!scene.timeGiven) Object.assign(next, { time: before.time, timeGiven: before.timeGiven });
  if (scene.weather === 'fair') next.weather = before.weather;
  if (scene.season === 'summer') next.season = before.season;
  if (scene.falling === 'none') next.falling = before.falling;
  if (!scene.mood) next.mood = before.mood;
  if (!scene.style && before.style) next.style = before.style;
  if (POINTS_BACK.test(words) || scene.subjects.length === 0) next.subjects = before.subjects;
  return next;
}
