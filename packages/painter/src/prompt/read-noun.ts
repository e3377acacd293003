// Reads nouns: things with what describes them, places, and features of the sky.

import type { Kind } from '../subjects/kind.ts';
import { kindNamed } from '../subjects/registry.ts';
import { PLACE_WORDS } from './place-words.ts';
import { nothingPending, nounPhrase, type Reading, settingAt } from './reading.ts';
import { SKY_WORDS, STYLE_WORDS } from './settings.ts';
import { baseForm, CROWD, isCrowd, isPlural, numberOf } from './tokens.ts';

const MAX_SUBJECTS = 8;
const MAX_EACH = 24;
/** How many things a plural without a number shows, and how many of them surround another thing. */
const SOME = 3;
const SWARM = 9;
export function readNoun(reading: Reading, words: readonly string[], at: number): number | undefined {
  const { scene, pending } = reading;
  const noun = nounPhrase(words, at);
  const place = settingAt(PLACE_WORDS, words, at);
  const sky = settingAt(SKY_WORDS, words, at);
  const inPlace = reading.placeFrom === 'in' && pending.count !== undefined && (pending.count ?? 1) <= 1;
  const style = settingAt(STYLE_WORDS, words, at);
  if (style && style.taken >= (noun?.taken ?? 0) && !noun) {
    scene.style = style.value;
    return style.taken;
  }
  if (sky?.value === 'moon' && reading.placeFrom === 'on' && reading.relation?.kind === 'on')
    return readPlace(reading, { value: 'moon surface', word: 'moon' }, sky.taken);
  if (isCrowd(words[at] ?? '')) return addCrowd(reading, words, at);
  if (words[at] === 'family') return readFamily(reading, words, at);
  if (sky && !noun && sky.taken >= (place?.taken ?? 0)) return readSky(reading, sky.value, sky.taken);
  if (
    sky &&
    noun &&
    noun.kind.name === 'star' &&
    words[at] === 'stars' &&
    pending.colours.length === 0 &&
    (pending.count ?? 1) <= 1
  )
    return readSky(reading, 'stars', sky.taken);
  if (
    place &&
    (!noun || (inPlace && noun.kind.group !== 'vehicle' && place.taken >= noun.taken) || place.taken > noun.taken)
  )
    return readPlace(reading, { value: place.value, word: words[at] ?? '' }, place.taken);
  if (!noun) return undefined;
  if (isDenied(words, at)) {
    reading.pending = nothingPending();
    delete reading.relation;
    return noun.taken;
  }
  const known = words[at - 1] === 'the' ? scene.subjects.findIndex(({ kind }) => kind === noun.kind.name) : -1;
  if (known >= 0) {
    // "The fountain" is the one that was named before.
    if (reading.relation && !reading.relation.from.includes(known)) relate(reading, reading.relation, known);
    reading.pending = nothingPending();
    return noun.taken;
  }
  addSubject(reading, noun.kind, words.slice(at, at + noun.taken).join(' '));
  return noun.taken;
}
/** "Without cars", "no people", "without any trees". */
function isDenied(words: readonly string[], at: number): boolean {
  const before = words[at - 1] === 'any' ? words[at - 2] : words[at - 1];
  return before === 'without' || before === 'no';
}
/** "A crowd of dogs" counts dogs; a crowd by itself is people. */
function addCrowd(reading: Reading, words: readonly string[], at: number): number {
  reading.pending.count = CROWD;
  const person = kindNamed('person');
  if (words[at + 1] !== 'of' && person) addSubject(reading, person, words[at] ?? '');
  return 1;
}
const FAMILY = 4;
/** "An owl family", "a family of ducks", "a family of four", "a family". */
function readFamily(reading: Reading, words: readonly string[], at: number): number {
  const last = reading.scene.subjects.at(-1);
  if (last && baseForm(words[at - 1] ?? '') === baseForm(last.word)) {
    last.count = Math.max(last.count, FAMILY);
    return 1;
  }
  const size = words[at + 1] === 'of' ? numberOf(words[at + 2] ?? '') : undefined;
  reading.pending.count = size ?? FAMILY;
  const person = kindNamed('person');
  if (words[at + 1] === 'of' && size === undefined) return 2;
  if (person) addSubject(reading, person, 'family');
  return size === undefined ? 1 : 3;
}
function readSky(reading: Reading, value: string, taken: number): number {
  const { scene } = reading;
  const falls = {
    petals: 'petals',
    confetti: 'confetti',
    leaves: 'leaves',
    bubbles: 'bubbles',
    fireflies: 'fireflies',
  } as const;
  const fall = Object.hasOwn(falls, value) ? falls[value as keyof typeof falls] : undefined;
  if (fall) scene.falling = fall;
  else if (!scene.sky.includes(value)) scene.sky.push(value);
  if ((value === 'stars' || value === 'moon' || value === 'aurora' || value === 'fireworks') && !scene.timeGiven)
    scene.time = 'night';
  if (reading.relation?.kind === 'under' || reading.relation?.kind === 'above') delete reading.relation;
  reading.pending = nothingPending();
  return taken;
}
export function readPlace(reading: Reading, { value, word }: { value: string; word: string }, taken: number): number {
  const { scene, pending, relation } = reading;
  const [colour] = pending.colours;
  if (colour && (word === 'background' || word === 'sky' || word === 'wall')) scene.backdrop = colour;
  if (value && (!scene.placeGiven || scene.place === 'sky' || value === 'underwater')) {
    scene.place = value;
    scene.placeGiven = true;
  }
  if (relation) {
    for (const index of relation.from) {
      const subject = scene.subjects[index];
      if (subject && relation.kind === 'above') subject.airborne = true;
      if (subject && relation.kind === 'in' && value === 'sky') subject.airborne = true;
    }
    delete reading.relation;
  }
  reading.list = [];
  reading.pending = nothingPending();
  return taken;
}
function addSubject(reading: Reading, kind: Kind, word: string): void {
  const { scene, pending, relation } = reading;
  if (scene.subjects.length >= MAX_SUBJECTS) {
    scene.undrawn.push(word);
    return;
  }
  const index = scene.subjects.length;
  const last = word.split(' ').at(-1) ?? '';
  // "Rhinoceros" and "sunglasses" end like plurals; only a word whose base is known is one.
  const plural = isPlural(last) && kindNamed([...word.split(' ').slice(0, -1), baseForm(last)].join(' ')) !== undefined;
  const count = Math.min(
    MAX_EACH,
    Math.max(1, pending.count && (pending.count > 1 || !plural) ? pending.count : plural ? SOME : 1),
  );
  scene.subjects.push({
    kind: kind.name,
    word,
    count,
    colours: pending.colours,
    shade: pending.shade,
    size: pending.size,
    airborne: pending.airborne || kind.stance === 'air',
    ...(pending.finish ? { finish: pending.finish } : {}),
    ...(pending.pattern ? { pattern: pending.pattern } : {}),
    ...(pending.pose ? { pose: pending.pose } : {}),
    ...(pending.old && kind.group === 'person' ? { traits: { old: true } } : {}),
  });
  if (relation) relate(reading, relation, index);
  else reading.list.push(index);
  reading.pending = nothingPending();
}
function relate(reading: Reading, relation: NonNullable<Reading['relation']>, index: number): void {
  const { subjects } = reading.scene;
  const first = relation.from[0] ?? 0;
  if (relation.reverse) {
    const own = subjects[index];
    if (own) own.relation = { kind: relation.kind, to: relation.from.at(-1) ?? first };
    // What surrounds or makes up another thing is a swarm, unless it was counted.
    if (own && relation.kind === 'around' && own.count === SOME) own.count = SWARM;
    reading.list = [...relation.from, index];
    delete reading.relation;
    return;
  }
  for (const from of relation.from) {
    const subject = subjects[from];
    if (!subject) continue;
    if (relation.kind === 'between' && subject.relation?.kind === 'between') subject.relation.also = index;
    else if (!subject.relation) subject.relation = { kind: relation.kind, to: index };
    if (relation.kind === 'above') subject.airborne = true;
  }
  if (relation.kind === 'between' && subjects[first]?.relation?.also === undefined) return;
  reading.list = [index];
  delete reading.relation;
}
