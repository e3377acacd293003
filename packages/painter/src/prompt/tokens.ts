// Words of a prompt: split, lower-cased, brought to their base form; numbers read.
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  single: 1,
  two: 2,
  pair: 2,
  couple: 2,
  both: 2,
  twin: 2,
  three: 3,
  trio: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  several: 4,
  few: 3,
  some: 3,
  many: 7,
  lots: 7,
  group: 5,
  flock: 6,
  herd: 5,
  row: 5,
  bunch: 5,
  swarm: 7,
  bouquet: 5,
};

const IRREGULAR: Readonly<Record<string, string>> = {
  people: 'person',
  men: 'man',
  women: 'woman',
  children: 'child',
  mice: 'mouse',
  geese: 'goose',
  feet: 'foot',
  wolves: 'wolf',
  leaves: 'leaf',
  knives: 'knife',
  loaves: 'loaf',
  shelves: 'shelf',
  oxen: 'ox',
  sheep: 'sheep',
  fish: 'fish',
  deer: 'deer',
  cacti: 'cactus',
  buses: 'bus',
  glasses: 'glasses',
  dice: 'dice',
  grapes: 'grapes',
  policemen: 'policeman',
  firemen: 'fireman',
  fishermen: 'fisherman',
  snowmen: 'snowman',
  skies: 'sky',
  fireflies: 'firefly',
  butterflies: 'butterfly',
  octopi: 'octopus',
  broccolis: 'broccoli',
  chess: 'chess',
  grass: 'grass',
  glass: 'glass',
  dress: 'dress',
  cross: 'cross',
  compass: 'compass',
  iris: 'iris',
  lotus: 'lotus',
  cactus: 'cactus',
  octopus: 'octopus',
  bus: 'bus',
  santa: 'santa',
  christmas: 'christmas',
};

const MAX_PROMPT_WORDS = 200;

export function splitWords(prompt: string): string[] {
  return (
    prompt
      .toLowerCase()
      .normalize('NFKD')
      .match(/[a-z]+(?:[-'][a-z]+)*|\d+|[,.;:!?]/g) ?? []
  ).slice(0, MAX_PROMPT_WORDS);
}

/** The base form of a noun: cats → cat, cherries → cherry, boxes → box. */
export function baseForm(word: string): string {
  const known = Object.hasOwn(IRREGULAR, word) ? IRREGULAR[word] : undefined;
  if (known) return known;
  const plain = word.replace(/'s$/, '');
  if (plain.length > 4 && plain.endsWith('ies')) return `${plain.slice(0, -3)}y`;
  if (plain.length > 4 && /(?:ch|sh|x|ss|zz|to|ro)es$/.test(plain)) return plain.slice(0, -2);
  if (plain.length > 3 && plain.endsWith('s') && !/(?:ss|us|is)$/.test(plain)) return plain.slice(0, -1);
  return plain;
}

export function isPlural(word: string): boolean {
  return baseForm(word) !== word && !word.endsWith("'s");
}

export function numberOf(word: string): number | undefined {
  // Four digits are a year.
  if (/^\d{1,3}$/.test(word)) return Math.min(24, Number(word));
  return Object.hasOwn(NUMBERS, word) ? NUMBERS[word] : undefined;
}

/** How many people stand for a crowd. */
export const CROWD = 18;

export function isCrowd(word: string): boolean {
  return /^(crowds?|audience|mob)$/.test(word);
}
