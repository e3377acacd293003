// Web search for models: a function that they may call, charged per search.

import { parseBounded } from '../../../../core/bounded-json.ts';
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { asRecord, asText } from '../../../../core/unknown-json.ts';
import type { SearchEngine } from '../../../../engines/search/port.ts';
import type { Receipt } from '../../../../money/receipt.ts';
import type { Paying } from '../../../../money/token-hold.ts';
import type { SearchCall, SearchTool } from './search-tool.ts';
import type { Search, Source } from './searched.ts';

/** The caller's search settings for one call. */
export interface SearchTerms {
  /** The maximum number. */
  most: number;
  allowedDomains?: readonly string[];
  blockedDomains?: readonly string[];
  /** The model must begin with a search. */
  isForced?: boolean;
}

/** The default number per call; a caller may ask for fewer, or for up to twice as many. */
export const USUAL_SEARCHES = 5;
export const MAX_SEARCHES = 10;
/** The name of a search in the price list and in lists of models. */
const SEARCH_MODEL = 'web-search';
const MAX_QUERY = 400;

export class WebSearch {
  readonly #engine: SearchEngine;
  readonly #paying: Paying;

  constructor(engine: SearchEngine, paying: Paying) {
    this.#engine = engine;
    this.#paying = paying;
  }

  tool(terms: SearchTerms): SearchTool {
    return {
      names: ['web_search', 'search_the_web'],
      description: 'Searches the web and returns numbered results with titles, addresses and excerpts.',
      isForced: terms.isForced ?? false,
      begin: (written) => ({ id: newId('ws'), kind: 'web', query: queryOf(written).slice(0, MAX_QUERY) }),
      run: (search, call) => this.#run(search, terms, call),
    };
  }

  /**
   * Runs the search that the model asked for. The model is told about a failure, which costs nothing. A search that was sent is
   * finished and paid even if the client leaves: the engine may bill it.
   */
  async #run(
    search: Search,
    terms: SearchTerms,
    { caller, requestId, signal, next }: SearchCall,
  ): Promise<Receipt | undefined> {
    const { money, prices } = this.#paying;
    const what = {
      module: 'search',
      model: SEARCH_MODEL,
      description: `a search of the web with ${this.#engine.name}`,
    };
    signal.throwIfAborted();
    try {
      if (search.query === '') throw new ServiceError('invalid_parameter', 'The query is empty.');
      const list = prices.now();
      if (this.#engine.isBilled && list.billedIn(caller.environment))
        throw new ServiceError(
          'model_not_allowed',
          'The search engine bills each search, and credits of the sandbox cost nothing.',
        );
      const quote = list.quote(caller, what, { requests: 1 });
      const { value, receipt } = await money.charge({ ...caller, requestId }, quote, async () => ({
        value: await this.#engine.search(search.query),
        cost: quote.amount,
        usage: {},
      }));
      search.results = value
        .filter(({ url }) => isAllowed(url, terms))
        .map((result, index): Source => ({ ...result, number: next + index }));
      return receipt;
    } catch (error) {
      signal.throwIfAborted();
      // If the credits do not cover it, the call fails instead of pretending to have searched.
      if (!(error instanceof ServiceError) || error.status === 402) throw error;
      search.failure = error.message;
      return undefined;
    }
  }
}

/** The text that the model reads. */
export function describeResults({ results, failure }: Search): string {
  if (!results) return `The search failed: ${failure ?? 'no reason was given'}`;
  if (results.length === 0) return 'Nothing was found.';
  const told = results.map(({ number, title, url, snippet, publishedAt }) =>
    [`[${number}] ${title}`, ...(url ? [url] : []), ...(publishedAt ? [publishedAt] : []), snippet].join('\n'),
  );
  return `${told.join('\n\n')}\n\nRefer to a result by its number in brackets, such as [${results[0]?.number}].`;
}

/** The query in the arguments of a call that a model wrote. */
export function queryOf(written: string): string {
  try {
    return asText(asRecord(parseBounded(written))?.query).trim();
  } catch {
    return '';
  }
}

function isAllowed(url: string, { allowedDomains = [], blockedDomains = [] }: SearchTerms): boolean {
  const host = URL.parse(url)?.hostname ?? '';
  const isIn = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return (allowedDomains.length === 0 || allowedDomains.some(isIn)) && !blockedDomains.some(isIn);
}
