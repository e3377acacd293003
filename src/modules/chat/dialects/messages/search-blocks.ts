// Writes web searches as the blocks and citations of Anthropic's Messages API.
import { citationsIn, type Search } from '../search/searched.ts';

export interface SearchCitation {
  type: 'web_search_result_location';
  url: string;
  title: string;
  cited_text: string;
  encrypted_index: string;
}

export type SearchBlock =
  | { type: 'server_tool_use'; id: string; name: 'web_search'; input: { query: string }; caller: { type: 'direct' } }
  | {
      type: 'web_search_tool_result';
      tool_use_id: string;
      caller: { type: 'direct' };
      content: FoundResult[] | { type: 'web_search_tool_result_error'; error_code: 'unavailable' };
    };

interface FoundResult {
  type: 'web_search_result';
  title: string;
  url: string;
  page_age: string | null;
  /** The excerpt, which the client sends back with its next call. */
  encrypted_content: string;
}

export interface SearchUse {
  web_search_requests: number;
  web_fetch_requests: number;
}

const MAX_CITED = 150;
const DIRECT = { type: 'direct' as const };

export function askedBlock({ id, query }: Search): SearchBlock {
  return { type: 'server_tool_use', id: idOf(id), name: 'web_search', input: { query }, caller: DIRECT };
}

export function foundBlock({ id, results }: Search): SearchBlock {
  const content = results?.map(
    ({ title, url, snippet, publishedAt = null }): FoundResult => ({
      type: 'web_search_result',
      title,
      url,
      page_age: publishedAt,
      encrypted_content: snippet,
    }),
  ) ?? { type: 'web_search_tool_result_error' as const, error_code: 'unavailable' as const };
  return { type: 'web_search_tool_result', tool_use_id: idOf(id), caller: DIRECT, content };
}

/** Each source once. */
export function citedIn(text: string, searches: readonly Search[]): SearchCitation[] {
  const sources = new Map(citationsIn(text, searches).map(({ source }) => [source.number, source]));
  return [...sources.values()].map(({ number, url, title, snippet }) => ({
    type: 'web_search_result_location',
    url,
    title,
    cited_text: snippet.slice(0, MAX_CITED),
    encrypted_index: String(number),
  }));
}

export function searchUsage(searches: readonly Search[]): { server_tool_use?: SearchUse } {
  const made = searches.filter(({ results }) => results !== undefined).length;
  return searches.length === 0 ? {} : { server_tool_use: { web_search_requests: made, web_fetch_requests: 0 } };
}

function idOf(id: string): string {
  return `srvtoolu_${id.slice(id.indexOf('_') + 1)}`;
}
