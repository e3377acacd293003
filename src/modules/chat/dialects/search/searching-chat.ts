// Answers a chat whose model may search the web or files: in rounds, each a paid answer, with searches between them.
import type { Receipt } from '../../../../money/receipt.ts';
import type { AnswerOrder, FinishAnswer, StreamedAnswer, StreamItem } from '../../answer-order.ts';
import type { ChatService, TextCall } from '../../chat-service.ts';
import type { ChatBody } from '../../schema.ts';
import { type AnswerUsage, type CalledTool, readAnswer, type WholeAnswer } from '../answer-parts.ts';
import { type AnswerStep, emptyStep, SearchedSteps, StepReader } from '../chunks.ts';
import { GatheredCalls } from '../gathered-calls.ts';
import type { FileSearch, FileTerms } from './file-search.ts';
import type { SearchPlan, SearchTool } from './search-tool.ts';
import type { Search } from './searched.ts';
import { describeResults, type SearchTerms, type WebSearch } from './web-search.ts';

type ChatCall = TextCall<ChatBody> & { native?: AnswerOrder['native'] };
type Message = ChatBody['messages'][number];

/** Together with the limit on searches, this bounds the cost of a call. */
const MAX_ROUNDS = 8;

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
    return this.#chat.stream({ ...call, body: rounds.body(), finish });
  }

  async #run(search: Search, rounds: Rounds, call: ChatCall): Promise<Receipt | undefined> {
    const receipt = await rounds.toolOf(search)?.run(search, { ...call, next: rounds.nextNumber });
    rounds.answerSearch(search);
    return receipt;
  }
}

/** State shared by the rounds of a call: the conversation so far, the searches, the usage. */
class Rounds {
  readonly #plan: SearchPlan;
  readonly searches: Search[] = [];
  nextNumber = 1;
  readonly #asked: ChatBody;
  /** By the name that the model calls. */
  readonly #tools: ReadonlyMap<string, SearchTool>;
  readonly #added: Message[] = [];
  #open: Search[] = [];
  #rounds = 0;
  #usage: AnswerUsage | undefined;
  #charged = 0;

  constructor(asked: ChatBody, plan: SearchPlan) {
    this.#asked = asked;
    this.#plan = plan;
    const taken = new Set((asked.tools ?? []).map((tool) => tool.function.name));
    const nameOf = ({ names: [usual, other] }: SearchTool) => (taken.has(usual) ? other : usual);
    this.#tools = new Map(plan.tools.map((tool) => [nameOf(tool), tool]));
  }

  body(): ChatBody {
    this.#rounds += 1;
    const { tools = [], tool_choice: choice, ...asked } = this.#asked;
    const messages = [...asked.messages, ...this.#added];
    const searches = [...this.#tools].map(([name, { description }]) => functionOf(name, description));
    const offered = this.#maySearch ? [...tools, ...searches] : tools;
    const [first] = [...this.#tools].find(([, { isForced }]) => isForced) ?? [];
    const forced = first && { type: 'function' as const, function: { name: first } };
    // The first round has already met the caller's tool choice.
    const chosen = this.#rounds > 1 ? (choice === 'none' ? 'none' : 'auto') : forced || choice;
    if (offered.length === 0) return { ...asked, messages };
    return { ...asked, messages, tools: offered, ...(chosen ? { tool_choice: chosen } : {}) };
  }

  get #maySearch(): boolean {
    return this.searches.length < this.#plan.most && this.#rounds < MAX_ROUNDS;
  }

  /** The calls to search for; none if the client's own tools were called too: it answers those first. */
  searchesIn(calls: readonly CalledTool[]): CalledTool[] {
    return this.#rounds < MAX_ROUNDS && this.isOnlySearch(calls) ? [...calls] : [];
  }

  isOnlySearch(calls: readonly CalledTool[]): boolean {
    return calls.length > 0 && calls.every(({ name }) => this.isSearch(name));
  }

  isSearch(name: string): boolean {
    return this.#tools.has(name);
  }

  /** Records a round's text and calls, and starts its searches. */
  begin(text: string, thought: { text: string; signature: string }, calls: readonly CalledTool[]): void {
    const room = this.#plan.most - this.searches.length;
    const named = calls.map((call, index) => ({ ...call, id: call.id || `search_${this.searches.length + index}` }));
    this.#added.push({
      role: 'assistant',
      content: text === '' ? null : text,
      tool_calls: named.map(({ id, name, arguments: given }) => ({
        id,
        type: 'function',
        function: { name, arguments: given },
      })),
      ...(thought.text === '' ? {} : { reasoning_content: thought.text }),
      ...(thought.signature === '' ? {} : { reasoning_signature: thought.signature }),
    });
    this.#open = named.slice(0, room).flatMap(({ id, name, arguments: given }) => {
      const tool = this.#tools.get(name);
      if (!tool) return [];
      const search = tool.begin(given);
      this.#places.set(search, { callId: id, tool });
      return [search];
    });
    for (const { id } of named.slice(room))
      this.#added.push({ role: 'tool', tool_call_id: id, content: 'No further search is possible. Answer now.' });
    this.searches.push(...this.#open);
  }

  readonly #places = new WeakMap<Search, { callId: string; tool: SearchTool }>();

  toolOf(search: Search): SearchTool | undefined {
    return this.#places.get(search)?.tool;
  }

  begun(): readonly Search[] {
    return this.#open.splice(0);
  }

  answerSearch(search: Search): void {
    this.nextNumber += search.results?.length ?? 0;
    const id = this.#places.get(search)?.callId ?? '';
    this.#added.push({ role: 'tool', tool_call_id: id, content: describeResults(search) });
  }

  addUsage(usage: AnswerUsage | undefined): AnswerUsage | undefined {
    if (usage) this.#usage = this.#usage ? sum(this.#usage, usage) : usage;
    return this.#usage;
  }

  /** The whole answer, or undefined if searches must run first. */
  merge(answer: WholeAnswer): WholeAnswer | undefined {
    const { text, reasoning, reasoningSignature: signature, calls } = answer;
    const usage = this.addUsage(answer.usage) ?? answer.usage;
    const searches = this.searchesIn(calls);
    if (searches.length > 0) {
      this.begin(text, { text: reasoning, signature }, searches);
      return undefined;
    }
    const own = calls.filter(({ name }) => !this.isSearch(name));
    const finishReason = this.isOnlySearch(calls) ? 'stop' : answer.finishReason;
    return { ...answer, calls: own, finishReason, usage, searches: this.searches };
  }

  note(receipt: Receipt | undefined): void {
    this.#charged += receipt?.charged ?? 0;
  }

  receiptOf(last: Receipt): Receipt {
    return { ...last, charged: this.#charged };
  }
}

/** Reads one round's stream: takes out its searches, and keeps its usage for the last round. */
class Round {
  isLast = false;
  hasEnded = false;
  readonly #rounds: Rounds;
  readonly #outer: FinishAnswer | undefined;
  readonly #reader = new StepReader();
  readonly #calls = new GatheredCalls();
  readonly #searchIndexes = new Set<number>();
  #text = '';
  readonly #thought = { text: '', signature: '' };
  #usage: AnswerUsage | undefined;
  /** Sent once the round is paid. */
  #held: StreamItem[] = [];

  constructor(rounds: Rounds, outer: FinishAnswer | undefined) {
    this.#rounds = rounds;
    this.#outer = outer;
  }

  async *read(items: AsyncIterable<StreamItem>): AsyncGenerator<StreamItem> {
    for await (const item of items) {
      // Items read before the charge are sent after it.
      if (this.hasEnded) continue;
      const steps = this.#take(item);
      if (steps.length > 0) yield new SearchedSteps(steps);
    }
    yield* this.#held.splice(0);
  }

  finish(unsent: readonly StreamItem[]): ReturnType<FinishAnswer> {
    const steps = unsent.flatMap((item) => this.#take(item));
    this.hasEnded = true;
    const searches = this.#rounds.searchesIn(this.#calls.all());
    const usage = this.#rounds.addUsage(this.#usage);
    this.isLast = searches.length === 0;
    if (!this.isLast) {
      this.#rounds.begin(this.#text, this.#thought, searches);
      this.#held = [new SearchedSteps(steps.map((step) => ({ ...step, finishReason: undefined })))];
      return undefined;
    }
    const end: AnswerStep[] = usage ? [{ ...emptyStep(), usage }] : [];
    this.#held = [new SearchedSteps([...steps, ...end])];
    return this.#outer?.(this.#held);
  }

  #take(item: StreamItem): AnswerStep[] {
    return this.#reader.read(item).flatMap((step) => {
      this.#text += step.text;
      this.#thought.text += step.reasoning;
      this.#thought.signature = step.reasoningSignature || this.#thought.signature;
      this.#usage = step.usage ?? this.#usage;
      this.#calls.add(step.calls);
      for (const { index, name } of step.calls) if (this.#rounds.isSearch(name)) this.#searchIndexes.add(index);
      const calls = step.calls.filter(({ index }) => !this.#searchIndexes.has(index));
      // A round that searches does not end the answer: whether it ends is known only with its calls.
      const all = step.finishReason === 'tool_calls' ? this.#calls.all() : [];
      const isToSearch = this.#rounds.searchesIn(all).length > 0;
      const finishReason = isToSearch ? undefined : this.#rounds.isOnlySearch(all) ? 'stop' : step.finishReason;
      return [{ ...step, calls, finishReason, usage: undefined }];
    });
  }
}

function searched(search: Search): SearchedSteps {
  return new SearchedSteps([{ ...emptyStep(), search: { ...search } }]);
}

function functionOf(name: string, description: string): NonNullable<ChatBody['tools']>[number] {
  const query = { type: 'string', description: 'What to look for, in a few words' };
  return {
    type: 'function',
    function: {
      name,
      description,
      parameters: { type: 'object', properties: { query }, required: ['query'] },
    },
  };
}

function sum(one: AnswerUsage, other: AnswerUsage): AnswerUsage {
  return {
    promptTokens: one.promptTokens + other.promptTokens,
    completionTokens: one.completionTokens + other.completionTokens,
    cachedTokens: one.cachedTokens + other.cachedTokens,
    reasoningTokens: one.reasoningTokens + other.reasoningTokens,
    credits: one.credits === undefined || other.credits === undefined ? undefined : one.credits + other.credits,
  };
}
