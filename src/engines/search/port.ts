// The interface of search engines: one query, a bounded list of results.

export interface SearchResult {
  title: string;
  url: string;
  snippet: string;
  /** In the engine's own format; undefined if it reports none. */
  publishedAt?: string;
}

export interface SearchEngine {
  readonly name: string;
  /** Whether somebody bills each search. */
  readonly isBilled: boolean;
  /** Ends within its own limit of time, whoever waits for it. */
  search(query: string): Promise<readonly SearchResult[]>;
}
