// What a search of the web or of files adds to an answer: its query, its results, and which places of a text refer to them.
import type { SearchResult } from '../../../../engines/search/port.ts';

export interface Search {
  id: string;
  kind: 'web' | 'files';
  query: string;
  /** Undefined until the engine has answered, and if it failed. */
  results?: readonly Source[];
  failure?: string;
}

/** A result with its number, by which the model refers to it. */
export interface Source extends SearchResult {
  number: number;
  /** Set for a passage of a file, which has no address. */
  file?: {
    storeId: string;
    fileId: string;
    fileName: string;
    score: number;
    attributes: Record<string, string | number | boolean>;
  };
}

export interface Citation {
  start: number;
  end: number;
  source: Source;
}

const MARK = /\[(\d{1,3})\]/g;
const MAX_CITATIONS = 200;

/** Places where a text cites a result: by its number in brackets, or by its address. */
export function citationsIn(text: string, searches: readonly Search[]): Citation[] {
  const sources = searches.flatMap(({ results = [] }) => results);
  if (sources.length === 0) return [];
  const byNumber = new Map(sources.map((source) => [source.number, source]));
  const marked = [...text.matchAll(MARK)].slice(0, MAX_CITATIONS).flatMap(({ 0: mark, 1: number, index }) => {
    const source = byNumber.get(Number(number));
    return source ? [{ start: index, end: index + mark.length, source }] : [];
  });
  const named = [...new Map(sources.map((source) => [source.url, source])).values()].flatMap((source) => {
    const start = source.url === '' ? -1 : text.indexOf(source.url);
    return start === -1 ? [] : [{ start, end: start + source.url.length, source }];
  });
  return [...marked, ...named].sort((a, b) => a.start - b.start).slice(0, MAX_CITATIONS);
}
