// Parses a prompt into a scene: which things, how many, their colours, their places, and the sky.

import { kindOf } from '../subjects/registry.ts';
import { isColour, PATTERNS, SHADES, SIZES, STUFFS } from './adjectives.ts';
import { settleBodies } from './bodies.ts';
import { layersOf } from './layers.ts';
import { PLACE_WORDS } from './place-words.ts';
import { readBelongings } from './read-belongings.ts';
import { readLooks } from './read-looks.ts';
import { readNoun, readPlace } from './read-noun.ts';
import { nothingPending, nounFollows, nounPhrase, type Reading, settingAt, spelled } from './reading.ts';
import { PLACE_PHRASES, phraseAt, RELATION_PHRASES } from './relations.ts';
import type { SceneDescription } from './scene.ts';
import { FRAMING_WORDS, MOOD_WORDS, SEASON_WORDS, SILENT_WORDS, TIME_WORDS, WEATHER_WORDS } from './settings.ts';
import { baseForm, numberOf, splitWords } from './tokens.ts';
import { settleNeon, settleWholes } from './wholes.ts';

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

/** "Rock" that is played is music, not a stone. */
const MUSIC = /\b(punk|hard|indie|folk|glam)[ -]rock\b/gi;
/** A person who watches from above does not set the camera. */
const FROM_ABOVE =
  /\b(top[- ](view|down)|(?<!(watching|looking|falling|coming|shining|descending) )from above|overhead (view|shot)|bird'?s[- ]eye|flat lay)\b/;

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
    portrait: false,
    fromAbove: FROM_ABOVE.test(prompt.toLowerCase()),
    abstract: false,
    undrawn: [],
    layers: [],
  };
  const reading: Reading = { scene, pending: nothingPending(), list: [] };
  const words = splitWords(prompt.replace(MUSIC, '$1')).map(spelled);
  for (let at = 0; at < words.length; ) at += readAt(reading, words, at);
  if (negativePrompt) leaveOut(scene, describeScene(negativePrompt));
  settlePlace(scene);
  scene.layers = layersOf(scene);
  return scene;
}

/** Reads one phrase and returns how many words it used. */
function readAt(reading: Reading, words: readonly string[], at: number): number {
  const word = words[at] ?? '';
  if (/^[,.;:!?]$/.test(word)) {
    closeClause(reading);
    return 1;
  }
  return (
    readNamedPlace(reading, words, at) ??
    readBelongings(reading, words, at) ??
    readPhrase(reading, words, at) ??
    readLooks(reading, words, at) ??
    readAdjective(reading, words, at) ??
    readNoun(reading, words, at) ??
    readOther(reading, word, words[at - 1])
  );
}

/** Places of several words come first: "snowy field" is a place, not a field of snow. */
function readNamedPlace(reading: Reading, words: readonly string[], at: number): number | undefined {
  const place = settingAt(PLACE_WORDS, words, at);
  if (!place || place.taken < 2) return undefined;
  return readPlace(reading, { value: place.value, word: words[at] ?? '' }, place.taken);
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

/** An adjective that names a variety and not a colour: "red fox", "neon sign". */
function namesKind(words: readonly string[], at: number): boolean {
  return (nounPhrase(words, at)?.taken ?? 0) > 1;
}

function readAdjective(reading: Reading, words: readonly string[], at: number): number | undefined {
  if (namesKind(words, at)) return undefined;
  const word = words[at] ?? '';
  const { pending } = reading;
  // Words such as orange, rose or glass are adjectives if a noun follows, and things otherwise.
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
  if (word === 'portrait' || word === 'headshot') scene.portrait = true;
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

/** Removes what the negative prompt names. */
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

/** Hair, beards and glasses are too small on a whole figure: a person described by them is shown in close-up. */
function showLooks(scene: SceneDescription): void {
  const [only, ...others] = scene.subjects;
  if (!only || others.length > 0 || only.pose || only.traits?.holds || scene.framing === 'wide') return;
  const { hair, beard, wears } = only.traits ?? {};
  if (hair || beard || wears) scene.portrait = true;
}

const OPEN_WATER = new Set(['sea', 'lake', 'river', 'arctic sea', 'beach', 'coast']);
const TABLES = new Set(['table', 'desk']);

function settlePlace(scene: SceneDescription): void {
  const table = scene.subjects.findIndex((subject) => TABLES.has(subject.kind));
  const others = scene.subjects.filter((_, i) => i !== table);
  const onTable = others.some((subject) => subject.relation?.to === table && subject.relation.kind === 'on');
  // Small things on a table: the table fills the frame, so that they can be seen.
  if (table >= 0 && onTable && !scene.placeGiven && others.every((subject) => kindOf(subject.kind).metres < 0.6)) {
    scene.place = 'table top';
    scene.placeGiven = true;
    scene.subjects = others;
    for (const subject of others) {
      if (subject.relation?.to === table) delete subject.relation;
      else if (subject.relation && subject.relation.to > table) subject.relation.to--;
    }
  }
  settleWholes(scene);
  settleBodies(scene);
  showLooks(scene);
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
  settleNeon(scene);
  if (scene.weather === 'snowfall' || scene.place === 'snow') scene.season = 'winter';
}
