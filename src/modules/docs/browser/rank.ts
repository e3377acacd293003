// Ranks the documentation's passages by a reader's query.

export type IndexEntry = readonly [path: string, title: string, heading: string, anchor: string, text: string];

export interface Searchable {
  entry: IndexEntry;
  title: string;
  heading: string;
  text: string;
}

/** Words without meaning for a search. */
const COMMON = new Set(
  'a an the i my me we you your it its to of in on at by for from with and or how do does can what where when is are be use using safely'.split(
    ' ',
  ),
);
/** `whole`: the word itself, not a longer word that begins with it. */
const WEIGHTS = { heading: 12, title: 8, whole: 6, text: 1 };
const MAX_TEXT_HITS = 4;

export function prepare(entries: readonly IndexEntry[]): Searchable[] {
  return entries.map((entry) => ({
    entry,
    title: ` ${fold(entry[1])}`,
    heading: ` ${fold(entry[2])}`,
    text: ` ${fold(entry[4])}`,
  }));
}

/** The best passages first; a passage that lacks a word comes after those that have all. */
export function rank(all: readonly Searchable[], query: string, most = 12): IndexEntry[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return all
    .map((one) => ({ one, score: scoreOf(one, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ one }) => one.entry);
}

function wordsOf(query: string): string[] {
  const words = fold(query).split(' ').filter(Boolean);
  const telling = words.filter((word) => !COMMON.has(word));
  return (telling.length > 0 ? telling : words).map(stem);
}

function scoreOf({ title, heading, text }: Searchable, words: readonly string[]): number {
  let [score, found] = [0, 0];
  for (const word of words) {
    const start = ` ${word}`;
    const whole = `${heading}${title} `.includes(`${start} `) ? WEIGHTS.whole : 0;
    const hits = Math.min(MAX_TEXT_HITS, text.split(start).length - 1);
    const own =
      (heading.includes(start) ? WEIGHTS.heading : 0) +
      (title.includes(start) ? WEIGHTS.title : 0) +
      whole +
      hits * WEIGHTS.text;
    if (own > 0) found += 1;
    score += own;
  }
  return score * (found / words.length) ** 3;
}

function fold(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim();
}

const SHORTEST_STEM = 4;

/** "retries", "retrying" and "retry" share a stem. */
function stem(word: string): string {
  const cut = word.replace(/(?:ies|ying|y)$/, '').replace(/(?:ing|ed|es|s|e)$/, '');
  return cut.length >= SHORTEST_STEM ? cut : word;
}
