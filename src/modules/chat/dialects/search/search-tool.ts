// What a model may search in one call: functions that this service answers between the rounds.
import type { Receipt } from '../../../../money/receipt.ts';
import type { TextCall } from '../../chat-service.ts';
import type { Search } from './searched.ts';

/** `next` is the number of the first result. */
export type SearchCall = Pick<TextCall<unknown>, 'caller' | 'requestId' | 'signal'> & { next: number };

export interface SearchTool {
  /** Its name for the model, and the one that it has where a tool of the client has the first. */
  names: readonly [string, string];
  description: string;
  /** The model must begin with it. */
  isForced: boolean;
  /** A search with the arguments that the model wrote. */
  begin(written: string): Search;
  /** Sets the results of the search, or why it failed. */
  run(search: Search, call: SearchCall): Promise<Receipt | undefined>;
}

export interface SearchPlan {
  /** How many searches at most. */
  most: number;
  tools: readonly SearchTool[];
}
