// Joins things that a prompt names separately but that are one thing in an image: a bowl of ramen with egg.
import { kindOf } from '../subjects/registry.ts';
import { joinParts } from './read-belongings.ts';
import type { SceneDescription } from './scene.ts';

const DISHES = new Set(['bowl', 'plate', 'cup', 'glass', 'pan']);

const COURTS = new Set(['tennis court', 'intersection']);
const SCREENED = new Set(['laptop', 'phone', 'television']);

function isScreen(word: string): boolean {
  return word === 'screen' || word === 'monitor';
}

export function settleWholes(scene: SceneDescription): void {
  const { subjects } = scene;
  const gone = joinParts(subjects);
  for (const [index, subject] of subjects.entries()) {
    const relation = subject.relation;
    const holder = relation ? subjects[relation.to] : undefined;
    if (!relation || !holder || relation.to === index) continue;
    // Things shown with a court lie on it.
    if (relation.kind === 'with' && COURTS.has(holder.kind)) relation.kind = 'on';
    // A dish that is drawn in its own bowl needs no second one.
    if (relation.kind === 'in' && kindOf(subject.kind).served && DISHES.has(holder.kind)) {
      gone.add(relation.to);
      if (holder.colours.length > 0 && subject.colours.length === 0) subject.colours = holder.colours;
    } else if (kindOf(holder.kind).includes.includes(subject.kind)) gone.add(index);
  }
  // The screen of a named computer is not a television beside it.
  const hasScreen = subjects.some(({ kind, word }) => SCREENED.has(kind) && !isScreen(word));
  if (hasScreen) for (const [index, { word }] of subjects.entries()) if (isScreen(word)) gone.add(index);
  for (const [index, subject] of subjects.entries()) {
    const to = subject.relation?.to;
    const host = to === undefined ? undefined : subjects[to];
    // Attributes of the bowl apply to the dish in it.
    if (to !== undefined && gone.has(to) && host) {
      const dish = subjects.findIndex((other, i) => i !== index && !gone.has(i) && other.relation?.to === to);
      const part = dish >= 0 && kindOf(subjects[dish]?.kind ?? subject.kind).includes.includes(subject.kind);
      if (part) gone.add(index);
    }
  }
  if (gone.size === 0) return;
  const kept = subjects.filter((_, index) => !gone.has(index));
  for (const subject of kept) {
    const to = subject.relation ? kept.indexOf(subjects[subject.relation.to] ?? subject) : -1;
    if (subject.relation && to >= 0 && kept[to] !== subject) subject.relation.to = to;
    else delete subject.relation;
  }
  scene.subjects = kept;
}

const TOWNS = new Set(['city', 'street', 'neon street']);

/** Neon light makes a town a street at night. */
export function settleNeon(scene: SceneDescription): void {
  const isNeon = /\b(cyberpunk|neon)\b/i.test(scene.prompt);
  const named = scene.subjects.some(({ kind }) => kind === 'neon sign');
  if (!isNeon || !(TOWNS.has(scene.place) || (named && !scene.placeGiven))) return;
  scene.place = 'neon street';
  scene.placeGiven = true;
  if (!scene.timeGiven) scene.time = 'night';
  scene.timeGiven = true;
}
