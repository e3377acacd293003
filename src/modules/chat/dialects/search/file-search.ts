// Searches the vector stores of a caller for a model: a function that it may call, paid by the tokens of each question.
import { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import type { Receipt } from '../../../../money/receipt.ts';
import type { TextCall } from '../../chat-service.ts';
import type { SearchTool } from './search-tool.ts';
import type { Search, Source } from './searched.ts';
import { queryOf } from './web-search.ts';

/** What a caller asks of the searches of one call. */
export interface FileTerms {
  storeIds: readonly string[];
  /** How many passages a search finds at most. */
  limit: number;
  filter?: unknown;
  threshold?: number | undefined;
  /** How the call names the tool. */
  at: string;
}

interface Question extends Omit<FileTerms, 'at'> {
  texts: readonly string[];
  params: { filter: string; stores?: string };
}

export interface FoundPassage {
  storeId: string;
  fileId: string;
  fileName: string;
  score: number;
  attributes: Record<string, string | number | boolean>;
  text: string;
}

/** What finds passages by their meaning: the vector stores. */
export interface PassageSource {
  find(call: TextCall<unknown>, question: Question): Promise<{ chunks: FoundPassage[]; receipt: Receipt }>;
  /** Throws for a store that the caller does not have, and for a filter that cannot be read. */
  check(caller: TextCall<unknown>['caller'], question: Omit<Question, 'texts'>): Promise<void>;
}

export const USUAL_PASSAGES = 8;
const MAX_QUERY = 4_096;
/** Of all passages of a search together. */
const MAX_CHARACTERS = 64 * 1024;

export class FileSearch {
  readonly #source: PassageSource;

  constructor(source: PassageSource) {
    this.#source = source;
  }

  /** Before anything is asked or paid. */
  check(caller: TextCall<unknown>['caller'], terms: FileTerms): Promise<void> {
    return this.#source.check(caller, { ...terms, params: paramsOf(terms) });
  }

  tool(terms: FileTerms, isForced: boolean): SearchTool {
    return {
      names: ['file_search', 'search_the_files'],
      description:
        'Searches the files of the user by meaning and returns numbered passages with the names of their files.',
      isForced,
      begin: (written) => ({ id: newId('fs'), kind: 'files', query: queryOf(written).slice(0, MAX_QUERY) }),
      run: (search, { next, ...call }) => this.#run(search, terms, { call, next }),
    };
  }

  async #run(
    search: Search,
    terms: FileTerms,
    { call, next }: { call: Pick<TextCall<unknown>, 'caller' | 'requestId' | 'signal'>; next: number },
  ): Promise<Receipt | undefined> {
    try {
      if (search.query === '') throw new ServiceError('invalid_parameter', 'The query is empty.');
      const question = { ...terms, texts: [search.query], params: paramsOf(terms) };
      const { chunks, receipt } = await this.#source.find({ ...call, body: undefined }, question);
      search.results = fitting(chunks).map(
        ({ text, ...file }, index): Source => ({
          ...{ number: next + index, title: file.fileName, url: '', snippet: text },
          file,
        }),
      );
      return receipt;
    } catch (error) {
      call.signal.throwIfAborted();
      // Whoever cannot pay gets an error, not an answer that pretends to have looked.
      if (!(error instanceof ServiceError) || error.status === 402) throw error;
      search.failure = error.message;
      return undefined;
    }
  }
}

function paramsOf({ at }: FileTerms): Question['params'] {
  return { filter: `${at}.filters`, stores: `${at}.vector_store_ids` };
}

/** The nearest passages that a model should read in every further round. */
function fitting(chunks: readonly FoundPassage[]): FoundPassage[] {
  const fit: FoundPassage[] = [];
  let characters = 0;
  for (const chunk of chunks) {
    characters += chunk.text.length;
    if (fit.length > 0 && characters > MAX_CHARACTERS) break;
    fit.push(chunk);
  }
  return fit;
}
