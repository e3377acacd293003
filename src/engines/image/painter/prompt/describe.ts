// Reads a prompt into a scene: what is there, how many, of which colour, where, and under which sky.

import type { Kind } from '../subjects/kind.ts';
import { kindNamed, kindOf } from '../subjects/registry.ts';
import { isColour, PATTERNS, SHADES, SIZES, STUFFS } from './adjectives.ts';
import { layersOf } from './layers.ts';
import { PLACE_PHRASES, phraseAt, RELATION_PHRASES } from './relations.ts';
import type { Relation, SceneDescription, SceneSubject } from './scene.ts';
import {
  FRAMING_WORDS,
  MOOD_WORDS,
  PLACE_WORDS,
  SEASON_WORDS,
  SILENT_WORDS,
  SKY_WORDS,
  STYLE_WORDS,
  TIME_WORDS,
  WEATHER_WORDS,
} from './settings.ts';
import { baseForm, isPlural, numberOf, splitWords } from './tokens.ts';

const MAX_SUBJECTS = 8;
const MAX_EACH = 12;

const CONTAINERS = new Set([
  'bowl',
  'basket',
  'vase',
  'jar',
  'bucket',
  'plate',
  'box',
  'treasure chest',
  'barrel',
  'potted plant',
]);

interface Pending {
  count?: number;
  colours: string[];
  shade: number;
  size: number;
  finish?: NonNullable<SceneSubject['finish']>;
  pattern?: NonNullable<SceneSubject['pattern']>;
  airborne: boolean;
}

interface Reading {
  scene: SceneDescription;
  pending: Pending;
  /** The relation between the subjects before (a list) and the next noun. */
  relation?: { kind: Relation; reverse: boolean; from: number[] };
  /** Subjects since the last relation: "a cat and a dog on …" share it. */
  list: number[];
  placeFrom?: Relation;
}

function nothingPending(): Pending {
  return { colours: [], shade: 0, size: 1, airborne: false };
}

export function describeScene(prompt: string, negativePrompt = ''): SceneDescription {
  const scene: SceneDescription = {
    prompt,
    subjects: [],
    place: '',
    placeGiven: false,
    time: 'day',
    timeGiven: false,
    weather: 'fair',
    season: 'summer',
    mood: '',
    sky: [],
    falling: 'none',
    framing: 'medium',
    abstract: false,
    undrawn: [],
    layers: [],
  };
  const reading: Reading = { scene, pending: nothingPending(), list: [] };
  const words = splitWords(prompt);
  for (let at = 0; at < words.length; ) at += readAt(reading, words, at);
  if (negativePrompt) leaveOut(scene, describeScene(negativePrompt));
  settlePlace(scene);
  scene.layers = layersOf(scene);
  return scene;
}

/** Reads one phrase and tells how many words it took. */
function readAt(reading: Reading, words: readonly string[], at: number): number {
  const word = words[at] ?? '';
  if (/^[,.;:!?]$/.test(word)) {
    closeClause(reading);
    return 1;
  }
  return (
    readNamedPlace(reading, words, at) ??
    readPhrase(reading, words, at) ??
    readAdjective(reading, words, at) ??
    readNoun(reading, words, at) ??
    readOther(reading, word, words[at - 1])
  );
}

/** Places of several words come first: "snowy field" is a place, not a field of snow. */
function readNamedPlace(reading: Reading, words: readonly string[], at: number): number | undefined {
  const place = settingAt(PLACE_WORDS, words, at);
  if (!place || place.taken < 2) return undefined;
  return readPlace(reading, place.value, place.taken, words[at] ?? '');
}

function closeClause(reading: Reading): void {
  const last = reading.scene.subjects.at(-1);
  if (last && reading.pending.colours.length > 0 && last.colours.length === 0) last.colours = reading.pending.colours;
  reading.pending = nothingPending();
  delete reading.relation;
}

function readPhrase(reading: Reading, words: readonly string[], at: number): number | undefined {
  const related = phraseAt(RELATION_PHRASES, words, at);
  const placed = phraseAt(PLACE_PHRASES, words, at);
  const last = reading.scene.subjects.at(-1);
  if (placed && placed.words.length >= (related?.words.length ?? 0)) {
    if (last && placed.place) last.place = placed.place;
    return placed.words.length;
  }
  if (!related) return undefined;
  const kind = related.relation ?? related.reverse;
  if (!kind) return undefined;
  // "A bowl of oranges" holds them; "a herd of cows" and "a painting of a cat" hold nothing.
  if (
    words[at] === 'of' &&
    !(last && CONTAINERS.has(last.kind) && reading.list.includes(reading.scene.subjects.length - 1))
  )
    return 1;
  reading.placeFrom = kind;
  if (reading.list.length > 0)
    reading.relation = { kind, reverse: related.reverse !== undefined, from: [...reading.list] };
  if (/fly|hover|float/.test(related.words[0] ?? '') && last) last.airborne = true;
  return related.words.length;
}

function readAdjective(reading: Reading, words: readonly string[], at: number): number | undefined {
  const word = words[at] ?? '';
  const { pending } = reading;
  // Words such as orange, rose or glass describe when a noun follows and are things when none does.
  if (
    (isColour(word) || Object.hasOwn(STUFFS, word) || Object.hasOwn(PATTERNS, word)) &&
    (!nounPhrase(words, at) || nounFollows(words, at + 1))
  ) {
    if (isColour(word)) pending.colours.push(word);
    const stuff = Object.hasOwn(STUFFS, word) ? STUFFS[word] : undefined;
    if (stuff) {
      pending.finish = stuff.finish;
      if (stuff.colour && pending.colours.length === 0) pending.colours.push(stuff.colour);
    }
    if (Object.hasOwn(SEASON_WORDS, word)) reading.scene.season = SEASON_WORDS[word] ?? reading.scene.season;
    const pattern = Object.hasOwn(PATTERNS, word) ? PATTERNS[word] : undefined;
    if (pattern) pending.pattern = pattern;
    return 1;
  }
  const shade = Object.hasOwn(SHADES, word) ? SHADES[word] : undefined;
  if (shade !== undefined && isColour(words[at + 1] ?? '')) {
    pending.shade = shade;
    return 1;
  }
  const [left, right] = word.split('-');
  if (left && right && Object.hasOwn(SHADES, left) && isColour(right)) {
    pending.shade = SHADES[left] ?? 0;
    pending.colours.push(right);
    return 1;
  }
  const size = Object.hasOwn(SIZES, word) ? SIZES[word] : undefined;
  if (size !== undefined) {
    pending.size *= size;
    return 1;
  }
  const count = numberOf(word);
  if (count !== undefined && !(word === '3' && words[at + 1] === 'd')) {
    if (words[at + 1] !== 'of' || count > 1) pending.count = Math.max(pending.count ?? 1, count);
    return 1;
  }
  if (word === 'flying' || word === 'hovering' || word === 'floating') {
    const last = reading.scene.subjects.at(-1);
    if (nounFollows(words, at + 1) || !last) pending.airborne = true;
    else if (word !== 'floating' || kindOf(last.kind).stance !== 'water') last.airborne = true;
    return 1;
  }
  return undefined;
}

function nounFollows(words: readonly string[], from: number): boolean {
  for (let at = from; at < Math.min(words.length, from + 4); at++) {
    if (nounPhrase(words, at)) return true;
    const word = words[at] ?? '';
    if (/^(sky|background|wall|grass|water|clouds?|sea|light|mountains?|hills?)$/.test(word)) return true;
    if (
      !isColour(word) &&
      !Object.hasOwn(STUFFS, word) &&
      !Object.hasOwn(SIZES, word) &&
      !Object.hasOwn(PATTERNS, word) &&
      !Object.hasOwn(SHADES, word) &&
      word !== 'and'
    )
      return false;
    if (word === 'and' && !isColour(words[at + 1] ?? '')) return false;
  }
  return false;
}

function nounPhrase(words: readonly string[], at: number): { kind: Kind; taken: number } | undefined {
  for (const taken of [3, 2, 1]) {
    const slice = words.slice(at, at + taken);
    if (slice.length < taken) continue;
    const phrase = [...slice.slice(0, -1), baseForm(slice.at(-1) ?? '')].join(' ');
    const kind = kindNamed(phrase) ?? kindNamed(slice.join(' '));
    if (kind) return { kind, taken };
  }
  return undefined;
}

function settingAt<T>(
  table: Readonly<Record<string, T>>,
  words: readonly string[],
  at: number,
): { value: T; taken: number } | undefined {
  for (const taken of [3, 2, 1]) {
    const slice = words.slice(at, at + taken);
    if (slice.length < taken) continue;
    for (const phrase of [slice.join(' '), [...slice.slice(0, -1), baseForm(slice.at(-1) ?? '')].join(' ')]) {
      const value = Object.hasOwn(table, phrase) ? table[phrase] : undefined;
      if (value !== undefined) return { value, taken };
    }
  }
  return undefined;
}

function readNoun(reading: Reading, words: readonly string[], at: number): number | undefined {
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
    return readPlace(reading, place.value, place.taken, words[at] ?? '');
  if (!noun) return undefined;
  addSubject(reading, noun.kind, words.slice(at, at + noun.taken).join(' '));
  return noun.taken;
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

function readPlace(reading: Reading, value: string, taken: number, word: string): number {
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
  const plural = isPlural(word.split(' ').at(-1) ?? '');
  const count = Math.min(
    MAX_EACH,
    Math.max(1, pending.count && (pending.count > 1 || !plural) ? pending.count : plural ? 3 : 1),
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

function readOther(reading: Reading, word: string, before: string | undefined): number {
  const { scene } = reading;
  const base = baseForm(word);
  const look = <T>(table: Readonly<Record<string, T>>) =>
    Object.hasOwn(table, word) ? table[word] : Object.hasOwn(table, base) ? table[base] : undefined;
  const time = look(TIME_WORDS);
  const weather = look(WEATHER_WORDS);
  const season = look(SEASON_WORDS);
  const mood = look(MOOD_WORDS);
  const framing = look(FRAMING_WORDS);
  if (time) {
    scene.time = time;
    scene.timeGiven = true;
    if (word === 'starry') scene.sky.push('stars');
  }
  if (weather) scene.weather = weather;
  if (season) scene.season = season;
  if (mood && !scene.mood) scene.mood = mood;
  if (framing) scene.framing = framing;
  const known = time || weather || season || framing || (mood && word !== 'love');
  if (known) reading.pending = { ...reading.pending };
  else if (
    word !== 'and' &&
    !SILENT_WORDS.has(word) &&
    !/ly$/.test(word) &&
    word.length > 2 &&
    !(before === undefined && word === 'i')
  )
    scene.undrawn.push(word);
  if (time || weather) delete reading.relation;
  return 1;
}

/** What the negative prompt names is left out. */
function leaveOut(scene: SceneDescription, unwanted: SceneDescription): void {
  const names = new Set(unwanted.subjects.map((subject) => subject.kind));
  const kept = scene.subjects.filter((subject) => !names.has(subject.kind));
  if (kept.length !== scene.subjects.length) {
    const moved = new Map(kept.map((subject, i) => [scene.subjects.indexOf(subject), i]));
    for (const subject of kept) {
      const to = subject.relation && moved.get(subject.relation.to);
      if (subject.relation && to !== undefined) subject.relation.to = to;
      else delete subject.relation;
    }
    scene.subjects = kept;
  }
  scene.sky = scene.sky.filter((feature) => !unwanted.sky.includes(feature));
  if (unwanted.weather === scene.weather) scene.weather = 'fair';
}

const OPEN_WATER = new Set(['sea', 'lake', 'river', 'arctic sea', 'beach', 'coast']);
const TABLES = new Set(['table', 'desk']);

function settlePlace(scene: SceneDescription): void {
  const table = scene.subjects.findIndex((subject) => TABLES.has(subject.kind));
  const small = scene.subjects.filter(
    (subject, i) =>
      i !== table &&
      subject.relation?.to === table &&
      subject.relation.kind === 'on' &&
      kindOf(subject.kind).metres < 0.6,
  );
  // Small things on a table: the table fills the frame, so that they can be seen.
  if (table >= 0 && small.length > 0 && small.length === scene.subjects.length - 1 && !scene.placeGiven) {
    scene.place = 'table top';
    scene.placeGiven = true;
    scene.subjects.splice(table, 1);
    for (const subject of scene.subjects) delete subject.relation;
  }
  const mentions = scene.sky.length > 0 || scene.timeGiven || scene.weather !== 'fair' || scene.season !== 'summer';
  if (!scene.place) {
    const main = scene.subjects.find((subject) => subject.relation === undefined) ?? scene.subjects[0];
    scene.place = main ? kindOf(main.kind).home : 'hills';
    scene.abstract = scene.subjects.length === 0 && !mentions && !scene.backdrop;
  }
  const swimmers = scene.subjects.filter((subject) => kindOf(subject.kind).stance === 'sea' && !subject.airborne);
  if (swimmers.length > 0 && swimmers.length === scene.subjects.length && OPEN_WATER.has(scene.place))
    scene.place = 'underwater';
  const smallest = Math.max(0, ...scene.subjects.map((subject) => kindOf(subject.kind).metres));
  if (/top$/.test(scene.place) && !scene.placeGiven && smallest > 0.9) scene.place = 'room';
  if (scene.weather === 'snowfall' || scene.place === 'snow') scene.season = 'winter';
}
