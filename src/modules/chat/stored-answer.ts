// Assembles a streamed chat into one completion from its chunks as they pass, for completions that are stored.
import { asIndex, asRecord, asRecords, asText } from '../../core/unknown-json.ts';
import type { StreamItem } from './answer-order.ts';

interface Choice {
  content: string;
  refusal: string;
  reasoning: string;
  calls: Call[];
  finishReason: string | null;
}

interface Call {
  id: string;
  type: string;
  name: string;
  /** The arguments of a function, or the input of a custom tool. */
  given: string;
}

const FRAME_END = '\n\n';
const DATA = 'data:';

export class StoredAnswer {
  readonly #choices = new Map<number, Choice>();
  readonly #head: { id: string; created: number };
  #model = '';
  #usage: object | undefined;

  constructor(id: string) {
    this.#head = { id, created: Math.floor(Date.now() / 1_000) };
  }

  read(item: StreamItem): void {
    for (const chunk of chunksIn(item)) this.#add(chunk);
  }

  completion(): Record<string, unknown> {
    const { id, created } = this.#head;
    const choices = [...this.#choices].sort(([a], [b]) => a - b).map(([index, choice]) => choiceBody(index, choice));
    const usage = this.#usage;
    return { id, object: 'chat.completion', created, model: this.#model, choices, ...(usage ? { usage } : {}) };
  }

  #add(chunk: Record<string, unknown>): void {
    this.#model = asText(chunk.model) || this.#model;
    const choices = asRecords(chunk.choices);
    // Counts that an upstream puts into other chunks are not final.
    if (choices.length === 0) this.#usage = asRecord(chunk.usage) ?? this.#usage;
    for (const part of choices) {
      const index = asIndex(part.index, 0);
      const choice = this.#choices.get(index) ?? newChoice();
      this.#choices.set(index, choice);
      addPart(choice, part);
    }
  }
}

/** The chunks of an item: the item itself, or its bytes of complete frames. */
export function chunksIn(item: StreamItem): Record<string, unknown>[] {
  if (!(item instanceof Uint8Array)) return asRecords([item]);
  return Buffer.from(item)
    .toString('utf8')
    .split(FRAME_END)
    .flatMap((frame) => (frame.startsWith(DATA) ? asRecords([JSON.parse(frame.slice(DATA.length))]) : []));
}

function newChoice(): Choice {
  return { content: '', refusal: '', reasoning: '', calls: [], finishReason: null };
}

function addPart(choice: Choice, part: Record<string, unknown>): void {
  const delta = asRecord(part.delta) ?? {};
  choice.content += asText(delta.content);
  choice.refusal += asText(delta.refusal);
  choice.reasoning += asText(delta.reasoning_content) || asText(delta.reasoning);
  choice.finishReason = asText(part.finish_reason) || choice.finishReason;
  for (const [position, piece] of asRecords(delta.tool_calls).entries()) {
    const index = asIndex(piece.index, position);
    const call = choice.calls[index] ?? { id: '', type: '', name: '', given: '' };
    choice.calls[index] = call;
    const called = asRecord(piece.function) ?? asRecord(piece.custom) ?? {};
    call.id ||= asText(piece.id);
    call.type ||= asText(piece.type);
    call.name ||= asText(called.name);
    call.given += asText(called.arguments) + asText(called.input);
  }
}

function choiceBody(index: number, { content, refusal, reasoning, calls, finishReason }: Choice): object {
  const called = calls.filter((call) => call !== undefined).map(callBody);
  const message = {
    role: 'assistant',
    content: content === '' && called.length > 0 ? null : content,
    refusal: refusal === '' ? null : refusal,
    ...(reasoning === '' ? {} : { reasoning_content: reasoning }),
    ...(called.length > 0 ? { tool_calls: called } : {}),
  };
  return { index, message, logprobs: null, finish_reason: finishReason };
}

function callBody({ id, type, name, given }: Call): object {
  if (type === 'custom') return { id, type, custom: { name, input: given } };
  return { id, type: 'function', function: { name, arguments: given } };
}
