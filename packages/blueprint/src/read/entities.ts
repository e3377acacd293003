// Finds the entities that a prompt wants to store, with their fields and relations.
import type { Entity, Field } from '../blueprint.ts';
import { fieldFrom, fieldFromNotation } from './fields.ts';
import { knownFor, LEXICON } from './lexicon.ts';
import { identifierOf, isPlural, listWords, pluralOf, sentenceCase, singularOf } from './words.ts';

const VERBS =
  'track|manage|keep|organi[sz]e|record|log|catalogue?|store|plan|monitor|collect|schedule|rate|share|save|follow|document|list|handle|coordinate|register';
const TOOLS =
  'tracker|manager|planner|logger|log|organi[sz]er|catalogue?|collection|inventory|directory|database|diary|journal|register|management|tracking|crm|portal|admin|dashboard|system|app|application|tool|site|website|list|book|service|api|backend|platform';
const STOP =
  /\b(with|where|that|so|for|in|by|on|using|including|which|who|when|from|at|because|per|every|via|as|into|like|such|to|across|and (?:their|its|each|let|show|see|also|have|with)|app|application|where)\b|[.:;!?(]/;
const FEATURES =
  /\b(log ?in|sign ?(up|in)|auth|authentication|accounts?|dark|light|mode|theme|charts?|graphs?|search\w*|filter\w*|sort\w*|calendar|kanban|board|dashboard|responsive|mobile|notification\w*|reminders?|export|import|statistics|stats|analytics|reports?|drag|drop|validation|pages?|views?|forms?|crud|ui|design|layout|animations?|database|sqlite|api|endpoints?|pagination|overview|home|about|contact form|navigation|list|tables?|colou?rs?|style|beautiful|modern|simple|clean|nice)\b/;
const FILLER =
  /^(an?|the|my|our|your|their|his|her|its|all|some|new|simple|small|personal|online|various|different|multiple|several|each|every|any|me|us|i|of|full|complete|own|stack|web|little|nice|modern|beautiful|good|great|create|build|make|made|generate|write|want|need|please|app|application|page|react|vue|next|nextjs|node|nodejs|python|help|helps|lets?|can|users?|people|it|up|and|or|with|crud|rest|manage|track|would|like|record|weekly|daily|monthly)$/;
const CONTAINER =
  /^(collection|list|log|tracker|manager|records?|data|catalogue?|app|library|database|details|information|info)$/;

/** Words for a part of the app, not for an entity. */
export function isFeature(words: string): boolean {
  return FEATURES.test(words);
}

export interface FoundEntities {
  entities: Entity[];
  hue: number | undefined;
  /** Names that fit each entity, for its examples. */
  names: Map<string, string[]>;
}

export function findEntities(prompt: string): FoundEntities {
  const text = prompt.toLowerCase().replace(/[“”"]/g, '').replace(/\s+/g, ' ');
  const wanted = mainThings(text);
  const first = wanted[0] ?? knownThings(text)[0] ?? subjectOf(text);
  const free = text.replace(
    /\b(?:each|every) [a-z ]+? (?:has|have|having|with|needs?|contains?|includes?) [^.!?]+/g,
    ' ',
  );
  const others = [...plainThings(free), ...listedThings(free)];
  // `an API for a bookstore with books and orders` keeps books and orders, not bookstores.
  const isPlace =
    others.length > 0 &&
    new RegExp(`\\bfor (?:an?|the|our|my) (?:[a-z]+ )?${first}\\b`).test(text) &&
    !knownFor(first)?.words.includes(first);
  const singulars = unique(isPlace ? [...wanted.slice(1), ...others] : [first, ...wanted, ...others]).slice(0, 4);
  const known = knownFor(singulars[0] ?? first);
  if (singulars.length === 1) singulars.push(...(known?.along ?? []).slice(0, 1));
  const names = new Map<string, string[]>();
  const entities = singulars.map((singular) => makeEntity(singular, names));
  addNamedFields(text, entities);
  relate(entities);
  return { entities, hue: known?.hue, names };
}

function mainThings(text: string): string[] {
  const found: string[] = [];
  for (const match of text.matchAll(new RegExp(`\\b(?:${VERBS})(?:s|ing)?\\b\\s+(.+)`, 'g')))
    found.push(...phraseOf(match[1] ?? ''));
  for (const match of text.matchAll(new RegExp(`((?:[a-z-]+ ){0,2}[a-z-]+)[ -](?:${TOOLS})\\b`, 'g')))
    found.push(...phraseOf(match[1] ?? ''));
  for (const match of text.matchAll(
    /\b(?:app|application|api|tool|site|system|platform|service|backend|dashboard)s? (?:for|about|of) (.+)/g,
  ))
    found.push(...phraseOf(match[1] ?? ''));
  return unique(found);
}

function phraseOf(text: string): string[] {
  const cut = text.split(STOP)[0] ?? '';
  return listWords(cut).flatMap((part) => nounOf(part));
}

function nounOf(part: string): string[] {
  const words = part
    .replace(/[^a-z -]/g, ' ')
    .split(/\s+/)
    .filter((word) => word && !FILLER.test(word));
  while (words.length > 1 && CONTAINER.test(words.at(-1) ?? '')) words.pop();
  const noun = singularOf(words.slice(-2).join(' ')).replace(/\bto-?do$/, 'task');
  return noun.length < 3 || FEATURES.test(noun) ? [] : [noun];
}

/** Known entities that the prompt names in the plural, in order of appearance. */
function knownThings(text: string): string[] {
  const places = LEXICON.flatMap((known) =>
    known.words.flatMap((word) => {
      const at = text.search(new RegExp(`\\b(?:${pluralOf(word)}|${word})\\b`));
      return at >= 0 ? [{ at, word: known.words[0] === 'hive' ? 'hive' : word }] : [];
    }),
  );
  return unique(places.sort((a, b) => a.at - b.at || b.word.length - a.word.length).map((place) => place.word));
}

function plainThings(text: string): string[] {
  return knownThings(text).filter((word) => new RegExp(`\\b${pluralOf(word)}\\b`).test(text));
}

/** `with books, authors and orders`: several plurals in one list are entities, not fields. */
function listedThings(text: string): string[] {
  const lists = [...text.matchAll(/\b(?:with|for|of|including|has) ([^.!?]+)/g)].map((match) =>
    listWords((match[1] ?? '').split(/\b(?:where|that|so|using|in)\b/)[0] ?? ''),
  );
  return lists.flatMap((list) => {
    const plurals = list.filter(
      (item) =>
        item.split(' ').length < 3 &&
        isPlural(item) &&
        !FEATURES.test(item) &&
        fieldFrom(singularOf(item)).type === 'text',
    );
    return plurals.length > 1 ? plurals.flatMap(nounOf) : [];
  });
}

/** The fallback: the last noun-like word of the prompt names the records. */
function subjectOf(text: string): string {
  const words = text
    .replace(/[^a-z ]/g, ' ')
    .split(/\s+/)
    .filter((word) => word.length > 3 && !FEATURES.test(word));
  const plain = words.filter((word) => nounOf(word).length > 0);
  const plural = plain.find((word) => isPlural(word));
  return singularOf(plural ?? plain.at(-1) ?? 'entry');
}

function unique(words: string[]): string[] {
  const seen = new Set<string>();
  return words.filter((word) => {
    const known = knownFor(word)?.words.includes(word) ? (knownFor(word)?.words[0] ?? word) : word;
    const last = word.split(' ').at(-1) ?? word;
    if (seen.has(known) || seen.has(last)) return false;
    seen.add(known).add(last);
    return true;
  });
}

export function makeEntity(singular: string, names: Map<string, string[]>): Entity {
  const known = knownFor(singular);
  const plural = pluralOf(singular);
  const fields = (known?.fields ?? ['name*', 'status:New|Active|Done', 'date', 'notes']).map(fieldFromNotation);
  const entity = {
    name: identifierOf(plural),
    singular,
    plural: sentenceCase(plural),
    icon: known?.icon ?? 'list',
    fields,
    seed: [],
  };
  names.set(
    entity.name,
    known?.names ?? ['First', 'Second', 'Third', 'Fourth', 'Fifth'].map((word) => `${word} ${singular}`),
  );
  return entity;
}

function addNamedFields(text: string, entities: Entity[]): void {
  const main = entities[0];
  if (!main) return;
  const each = [
    ...text.matchAll(/\b(?:each|every|an?) ([a-z ]+?) (?:has|have|having|with|needs?|contains?|includes?) ([^.!?]+)/g),
  ];
  const plain = [
    ...text.matchAll(/\b(?:with|including|fields?:?|has|have|containing|showing) ((?:fields? (?:for )?)?[^.!?]+)/g),
  ];
  let isOwned = false;
  for (const match of each) {
    const singular = singularOf((match[1] ?? '').trim());
    const owner = entities.find(
      (entity) =>
        entity.singular === singular || entity.singular.endsWith(` ${singular}`) || singular.endsWith(entity.singular),
    );
    if (owner) addFields(owner, match[2] ?? '', entities);
    isOwned ||= owner !== undefined;
  }
  if (!isOwned) for (const match of plain) addFields(main, match[1] ?? '', entities);
}

function addFields(entity: Entity, list: string, entities: Entity[]): void {
  const named: Field[] = [];
  for (const part of splitFields(list)) {
    const words = part.replace(/^(fields? (?:for )?|an?|the|their|its|my|optional|required)\s+/g, '').trim();
    if (words.split(' ').length > 4 || words.length < 3 || FEATURES.test(words)) continue;
    if (entities.some((other) => singularOf(words) === other.singular || other.singular.endsWith(singularOf(words))))
      continue;
    named.push(fieldFrom(words));
  }
  for (const field of named)
    if (!entity.fields.some((own) => own.name === field.name || own.name === singularOf(field.name)))
      entity.fields.push(field);
  if (named.length >= 3) dropUnnamed(entity, named);
}

function splitFields(list: string): string[] {
  return list
    .split(/,(?![^(]*\))|;|\band\b(?![^(]*\))|\bplus\b/)
    .map((part) => part.trim())
    .filter(Boolean);
}

/** A prompt that names its fields gets those, after the title field. */
function dropUnnamed(entity: Entity, named: Field[]): void {
  const names = new Set(named.map((field) => field.name));
  const [title] = entity.fields;
  entity.fields = entity.fields.filter((field) => names.has(field.name) || field === title);
  if (title) {
    title.required = true;
    entity.fields = [title, ...entity.fields.filter((field) => field !== title)];
  }
}

/** Every further entity belongs to the main one unless it already has a relation. */
function relate(entities: Entity[]): void {
  const [main, ...others] = entities;
  if (!main) return;
  for (const entity of others) {
    const points = entity.fields.some((field) => field.type === 'relation');
    if (points || entity.icon === 'people') continue;
    const label = sentenceCase(main.singular);
    const name = identifierOf(main.singular);
    if (!entity.fields.some((field) => field.name === name))
      entity.fields.splice(1, 0, { name, label, type: 'relation', to: main.name });
  }
}
