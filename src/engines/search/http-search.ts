// Search engines that the operator configures: a SearXNG server, or the Brave Search API. Their responses are limited
// in size before they are parsed.
import { parseAnswer } from '../../core/bounded-json.ts';
import { ServiceError } from '../../core/errors.ts';
import { asRecord, asRecords, asText } from '../../core/unknown-json.ts';
import { type Provider, streamFromProvider } from '../../net/provider-call.ts';
import type { SearchEngine, SearchResult } from './port.ts';

export interface SearchSettings {
  kind: 'searxng' | 'brave';
  url: string;
  apiKey: string | null;
}

const MAX_RESULTS = 8;
const MAX_TITLE = 200;
const MAX_SNIPPET = 600;
const MAX_URL = 1_000;
const MAX_BYTES = 2 * 1024 * 1024;
const CALL_MS = 10_000;

export function searchEngine({ kind, url, apiKey }: SearchSettings): SearchEngine {
  const headers = { accept: 'application/json', ...(apiKey ? { 'x-subscription-token': apiKey } : {}) };
  const provider: Provider = { name: 'The search engine', baseUrl: url, headers, callMs: CALL_MS };
  const pathOf =
    kind === 'brave'
      ? (query: string) => `/res/v1/web/search?count=${MAX_RESULTS}&q=${encodeURIComponent(query)}`
      : (query: string) => `/search?format=json&q=${encodeURIComponent(query)}`;
  const read = kind === 'brave' ? readBrave : readSearxng;
  return {
    name: kind,
    isBilled: kind === 'brave',
    async search(query) {
      // Nobody ends it but its own limit of time.
      const { signal } = new AbortController();
      const pieces: Uint8Array[] = [];
      const call = { path: pathOf(query), field: 'tools' };
      for await (const piece of streamFromProvider(provider, call, { maxBytes: MAX_BYTES, signal })) pieces.push(piece);
      const results = read(parsed(Buffer.concat(pieces).toString('utf8')));
      return results.filter(isReadable).slice(0, MAX_RESULTS).map(bounded);
    },
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const answer = asRecord(parseAnswer(text, { values: 20_000, keys: 20_000 }));
    if (answer) return answer;
  } catch {
    // Said below.
  }
  throw new ServiceError(
    'engine_failed',
    'The search engine sent something that is not JSON. SearXNG needs "json" among its formats.',
  );
}

function readSearxng({ results }: Record<string, unknown>): SearchResult[] {
  return asRecords(results).map(({ title, url, content, publishedDate }) => ({
    title: asText(title),
    url: asText(url),
    snippet: asText(content),
    ...publishedAt(publishedDate),
  }));
}

function readBrave({ web }: Record<string, unknown>): SearchResult[] {
  return asRecords(asRecord(web)?.results).map(({ title, url, description, age }) => ({
    title: asText(title),
    url: asText(url),
    snippet: asText(description).replace(/<\/?strong>/g, ''),
    ...publishedAt(age),
  }));
}

function publishedAt(value: unknown): Pick<SearchResult, 'publishedAt'> {
  const told = asText(value);
  return told === '' ? {} : { publishedAt: told };
}

/** Clients show these as links. */
function isReadable({ url }: SearchResult): boolean {
  return /^https?:\/\//i.test(url) && url.length <= MAX_URL;
}

function bounded({ title, url, snippet, publishedAt }: SearchResult): SearchResult {
  return {
    title: title.slice(0, MAX_TITLE),
    url,
    snippet: snippet.slice(0, MAX_SNIPPET),
    ...(publishedAt === undefined ? {} : { publishedAt: publishedAt.slice(0, 40) }),
  };
}
