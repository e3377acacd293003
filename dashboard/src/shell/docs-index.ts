// Searches the documentation, using the index of the documentation's own search.
import { useQuery } from '@tanstack/react-query';
import { ask } from '../api/session.ts';

type Entry = readonly [path: string, title: string, heading: string, anchor: string, text: string];

export interface Passage {
  title: string;
  page: string;
  href: string;
}

export function useDocs(words: readonly string[], most: number): Passage[] {
  const index = useQuery({
    queryKey: ['documentation'],
    queryFn: async ({ signal }) => (await (await ask('/docs/search.json', { signal })).json()) as Entry[],
    enabled: words.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  if (!index || words.length === 0) return [];
  return index
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ entry: [path, title, heading, anchor] }) => ({
      title: heading || title,
      page: title,
      href: `/docs${path && `/${path}`}${anchor && `#${anchor}`}`,
    }));
}

/** Every word must match; a match in a heading ranks above one in a title, and that above one in the text. */
function scoreOf([, title, heading, , text]: Entry, words: readonly string[]): number {
  const places = [text, title, heading].map((place) => place.toLowerCase());
  const scores = words.map((word) => places.findLastIndex((place) => place.includes(word)) + 1);
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score ** 2, 0);
}
