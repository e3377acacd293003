// The items of searches in a response, and the places of its text that refer to what they found.
import { citationsIn, type Search } from '../search/searched.ts';
import type { Annotation, SearchItem } from './response-body.ts';

/** What the caller wants to see of the results. */
export interface ShownResults {
  /** The addresses that a search of the web found. */
  sources: boolean;
  /** The passages that a search of files found. */
  passages: boolean;
}

export function newSearchItem(id: string, { kind, query }: Search): SearchItem {
  if (kind === 'files') return { type: 'file_search_call', id, status: 'in_progress', queries: [query], results: null };
  return { type: 'web_search_call', id, status: 'in_progress', action: { type: 'search', query, queries: [query] } };
}

export function fillSearchItem(item: SearchItem, { results = [] }: Search, shown: ShownResults): void {
  if (item.type === 'web_search_call') {
    if (shown.sources) item.action.sources = results.map(({ url }) => ({ type: 'url', url }));
    return;
  }
  if (!shown.passages) return;
  item.results = results.flatMap(({ file, snippet }) =>
    file
      ? [
          {
            file_id: file.fileId,
            filename: file.fileName,
            vector_store_id: file.storeId,
            score: file.score,
            attributes: file.attributes,
            text: snippet,
          },
        ]
      : [],
  );
}

export function annotationsOf(text: string, searches: readonly Search[]): Annotation[] {
  return citationsIn(text, searches).map(({ start, end, source: { url, title, file } }) =>
    file
      ? { type: 'file_citation', file_id: file.fileId, filename: file.fileName, index: start }
      : { type: 'url_citation', start_index: start, end_index: end, url, title },
  );
}
