// A small grammar: plurals, singulars, identifiers and titles.
const IRREGULAR: Record<string, string> = {
  person: 'people',
  child: 'children',
  man: 'men',
  woman: 'women',
  mouse: 'mice',
  foot: 'feet',
  tooth: 'teeth',
  leaf: 'leaves',
  knife: 'knives',
  shelf: 'shelves',
  wolf: 'wolves',
  life: 'lives',
  hero: 'heroes',
  potato: 'potatoes',
  tomato: 'tomatoes',
};
const UNCHANGED = new Set([
  'equipment',
  'inventory',
  'staff',
  'sheep',
  'fish',
  'series',
  'species',
  'feedback',
  'software',
  'furniture',
  'news',
  'music',
  'money',
  'weather',
  'laundry',
  'homework',
]);
const SINGULARS = Object.fromEntries(Object.entries(IRREGULAR).map(([one, many]) => [many, one]));

export function pluralOf(word: string): string {
  const [head, last] = splitLast(word);
  if (UNCHANGED.has(last) || Object.hasOwn(SINGULARS, last)) return word;
  if (Object.hasOwn(IRREGULAR, last)) return head + IRREGULAR[last];
  if (/(s|x|z|ch|sh)$/.test(last)) return last.endsWith('ss') || !last.endsWith('s') ? `${word}es` : word;
  if (/[^aeiou]y$/.test(last)) return `${word.slice(0, -1)}ies`;
  return `${word}s`;
}

export function singularOf(word: string): string {
  const [head, last] = splitLast(word);
  if (UNCHANGED.has(last)) return word;
  if (Object.hasOwn(SINGULARS, last)) return head + SINGULARS[last];
  if (/ies$/.test(last) && last.length > 4) return `${word.slice(0, -3)}y`;
  if (/(sses|xes|ches|shes|zzes)$/.test(last)) return word.slice(0, -2);
  if (/(ss|us|is)$/.test(last)) return word;
  return last.endsWith('s') && last.length > 3 ? word.slice(0, -1) : word;
}

export function isPlural(word: string): boolean {
  return singularOf(word) !== word;
}

/** `due date` → dueDate: a valid property name in every target language. */
export function identifierOf(words: string): string {
  const parts = words
    .toLowerCase()
    .replace(/[^a-z0-9 ]+/g, ' ')
    .trim()
    .split(/\s+/);
  const name = parts.map((part, index) => (index === 0 ? part : titleWord(part))).join('');
  return /^[a-z]/.test(name) ? name : `field${titleWord(name)}`;
}

export function slugOf(words: string): string {
  return (
    words
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'app'
  );
}

export function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function titleCase(words: string): string {
  const small = new Set(['a', 'an', 'the', 'of', 'for', 'and', 'to', 'in', 'my', 'with']);
  return words
    .split(/\s+/)
    .map((word, index) => (index > 0 && small.has(word) ? word : titleWord(word)))
    .join(' ');
}

export function listWords(text: string): string[] {
  return text
    .split(/\s*(?:,|;|\/|\band\b|\bas well as\b|\bplus\b|&)\s*/i)
    .map((part) => part.trim())
    .filter(Boolean);
}

function titleWord(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function splitLast(word: string): [string, string] {
  const cut = word.lastIndexOf(' ') + 1;
  return [word.slice(0, cut), word.slice(cut).toLowerCase()];
}
