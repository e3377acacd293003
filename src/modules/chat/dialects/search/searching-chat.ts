// Answers a chat whose model may search the web or files: in rounds, each a paid answer, with searches between them.
import { withoutCache } from '../../../../core/answer-cache.ts';
import { guardFound } from '../../../../core/guards/current-guard.ts';
import type { Receipt } from '../../../../money/receipt.ts';
import type { AnswerOrder, FinishAnswer, StreamedAnswer, StreamItem } from '../../answer-order.ts';
import type { ChatService, TextCall } from '../../chat-service.ts';
import type { ChatBody } from '../../schema.ts';
import { readAnswer, type WholeAnswer } from '../answer-parts.ts';
import { emptyStep, SearchedSteps } from '../chunks.ts';
import type { FileSearch, FileTerms } from './file-search.ts';
import { Round } from './round.ts';
import { Rounds } from './rounds.ts';
import type { SearchPlan } from './search-tool.ts';
import type { Search } from './searched.ts';
import type { SearchTerms, WebSearch } from './web-search.ts';

type ChatCall = TextCall<ChatBody> & { native?: AnswerOrder['native'] };

/** The searches that a call may make; `most` of all together. */
interface Wanted {
  most: number;
  web?: SearchTerms | undefined;
  files?: (FileTerms & { isForced: boolean }) | undefined;
}

export interface SearchedWhole {
  answer: WholeAnswer;
  receipt: Receipt;
}

export class SearchingChat {
  readonly #chat: ChatService;
  readonly #web: WebSearch | undefined;
  readonly files: FileSearch;

  /** `web` is absent if the operator has set no search engine. */
  constructor(chat: ChatService, { web, files }: { web: WebSearch | undefined; files: FileSearch }) {
    this.#chat = chat;
    this.#web = web;
    this.files = files;
  }

  get hasWeb(): boolean {
    return this.#web !== undefined;
  }

  planOf({ most, web, files }: Wanted): SearchPlan {
    const tools = [
      ...(web && this.#web ? [this.#web.tool(web)] : []),
      ...(files ? [this.files.tool(files, files.isForced)] : []),
    ];
    return { most, tools };
  }

  /** For dialects whose models search the web alone. */
  webPlan(web: SearchTerms): SearchPlan {
    return this.planOf({ most: web.most, web });
  }

  /** `finish` gets the merged answer. */
  async whole(
    call: ChatCall,
    plan: SearchPlan,
    finish?: (answer: WholeAnswer) => ReturnType<FinishAnswer>,
  ): Promise<SearchedWhole> {
    const rounds = new Rounds(call.body, plan);
    for (;;) {
      let answer: WholeAnswer | undefined;
      const { receipt } = await this.#chat.whole({
        ...call,
        caller: withoutCache(call.caller),
        body: rounds.body(),
        finish: ([body = {}]) => {
          answer = rounds.merge(readAnswer(body));
          return answer && finish?.(answer);
        },
      });
      rounds.note(receipt);
      if (answer) return { answer, receipt: rounds.receiptOf(receipt) };
      for (const search of rounds.begun()) rounds.note(await this.#run(search, rounds, call));
    }
  }

  /** Resolves when the first round is open. */
  async stream(call: ChatCall, plan: SearchPlan): Promise<StreamedAnswer> {
    const rounds = new Rounds(call.body, plan);
    const first = new Round(rounds, call.finish);
    const opened = await this.#open(call, rounds, first);
    return { items: this.#stream(call, rounds, { round: first, items: opened }), isNative: false };
  }

  async *#stream(
    call: ChatCall,
    rounds: Rounds,
    { round: first, items: opened }: { round: Round; items: AsyncIterable<StreamItem> },
  ): AsyncGenerator<StreamItem> {
    let round = first;
    let items = opened;
    for (;;) {
      yield* round.read(items);
      // The call ends if an answer is truncated or its client has disconnected.
      if (round.isLast || !round.hasEnded) return;
      for (const search of rounds.begun()) {
        yield searched(search);
        await this.#run(search, rounds, call);
        yield searched(search);
      }
      round = new Round(rounds, call.finish);
      items = await this.#open(call, rounds, round);
    }
  }

  async #open(call: ChatCall, rounds: Rounds, round: Round): Promise<AsyncIterable<StreamItem>> {
    const finish: FinishAnswer = (unsent) => round.finish(unsent);
    return this.#chat.stream({ ...call, caller: withoutCache(call.caller), body: rounds.body(), finish });
  }

  async #run(search: Search, rounds: Rounds, call: ChatCall): Promise<Receipt | undefined> {
    const receipt = await rounds.toolOf(search)?.run(search, { ...call, next: rounds.nextNumber });
    if (search.results) search.results = await guardFound(search.results);
    rounds.answerSearch(search);
    return receipt;
  }
}

function searched(search: Search): SearchedSteps {
  return new SearchedSteps([{ ...emptyStep(), search: { ...search } }]);
}
