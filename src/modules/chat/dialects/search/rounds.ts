// What the rounds of one call share: the conversation so far, the searches, the usage and the charges.
import type { Receipt } from '../../../../money/receipt.ts';
import type { ChatBody } from '../../schema.ts';
import type { AnswerUsage, CalledTool, WholeAnswer } from '../answer-parts.ts';
import type { SearchPlan, SearchTool } from './search-tool.ts';
import type { Search } from './searched.ts';
import { describeResults } from './web-search.ts';

type Message = ChatBody['messages'][number];

/** Together with the limit on searches, this bounds the cost of a call. */
const MAX_ROUNDS = 8;

export class Rounds {
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
