// Writes the steps of an answer as the events of a Messages stream.
import { type NamedEvent, namedFrame, WrittenFrames } from '../../../../core/written-frames.ts';
import type { AnswerUsage } from '../answer-parts.ts';
import type { AnswerStep, CallStep } from '../chunks.ts';
import type { OwnThoughts } from '../sealed-thoughts.ts';
import type { Search } from '../search/searched.ts';
import {
  deltaUsageOf,
  emptyMessage,
  NO_USAGE,
  sealedThought,
  stopOf,
  textBlock,
  thinkingBlock,
  toolBlock,
  type WrittenBlock,
} from './reply.ts';
import { askedBlock, citedIn, foundBlock, searchUsage } from './search-blocks.ts';

export interface StreamView {
  /** The prompt tokens, for clients that read them only from the first event. */
  promptTokens: Promise<number>;
  /** Thoughts are sealed into their signature instead of shown. */
  hidden?: OwnThoughts | undefined;
}

export async function* writeStream(
  batches: AsyncIterable<AnswerStep[]>,
  { promptTokens, hidden }: StreamView,
): AsyncGenerator<WrittenFrames> {
  const writer = new StreamWriter(hidden);
  let hasStarted = false;
  for await (const steps of batches) {
    if (!hasStarted) writer.start(steps[0]?.model ?? '', await promptTokens);
    hasStarted = true;
    for (const step of steps) writer.add(step);
    const frames = writer.take();
    if (frames) yield frames;
  }
  writer.end();
  const last = writer.take();
  if (last) yield last;
}

/** One block is open at a time; a piece of another kind closes it. */
class StreamWriter {
  readonly #hidden: OwnThoughts | undefined;
  #frames: string[] = [];
  #index = -1;
  #open: string | undefined;
  #finishReason = 'stop';
  #stopSequence: string | undefined;
  #isRefusal = false;
  #usage: AnswerUsage = NO_USAGE;
  /** Kept only if it may cite results. */
  #text = '';
  readonly #searches: Search[] = [];
  #thought = { text: '', signature: '' };

  constructor(hidden: OwnThoughts | undefined) {
    this.#hidden = hidden;
  }

  /** The events since the last call; undefined if there are none. */
  take(): WrittenFrames | undefined {
    const frames = this.#frames;
    this.#frames = [];
    return frames.length === 0 ? undefined : new WrittenFrames(frames.join(''));
  }

  start(model: string, promptTokens: number): void {
    this.#tell({ type: 'message_start', message: emptyMessage(model, promptTokens) });
    this.#tell({ type: 'ping' });
  }

  add(step: AnswerStep): void {
    const { text, reasoning, reasoningSignature: signature, refusal } = step;
    if (reasoning !== '') this.#addThought(reasoning);
    if (signature !== '' && this.#open === 'thinking') this.#sign(signature);
    if (text !== '' || refusal !== '') {
      this.#openBlock('text', () => textBlock(''));
      this.#addText(text + refusal);
      if (this.#searches.length > 0) this.#text += text;
    }
    for (const call of step.calls) this.#addCall(call);
    if (step.search) this.#addSearch(step.search);
    if (refusal !== '') this.#isRefusal = true;
    if (step.finishReason) this.#finishReason = step.finishReason;
    if (step.stopSequence !== undefined) this.#stopSequence = step.stopSequence;
    if (step.usage) this.#usage = step.usage;
  }

  end(): void {
    this.#close();
    const stop = stopOf(this.#finishReason, this.#stopSequence, this.#isRefusal);
    const delta = { ...stop, container: null, stop_details: null };
    this.#tell({
      type: 'message_delta',
      delta,
      usage: { ...deltaUsageOf(this.#usage), ...searchUsage(this.#searches) },
    });
    this.#tell({ type: 'message_stop' });
  }

  #addThought(text: string): void {
    this.#openBlock('thinking', () => thinkingBlock('', ''));
    if (this.#hidden) this.#thought.text += text;
    else this.#addDelta({ type: 'thinking_delta', thinking: text });
  }

  #sign(signature: string): void {
    if (this.#hidden) this.#thought.signature = signature;
    else this.#addDelta({ type: 'signature_delta', signature });
  }

  #addCall(call: CallStep): void {
    this.#openBlock(`call ${call.index}`, () => toolBlock(call, {}));
    if (call.arguments !== '') this.#addDelta({ type: 'input_json_delta', partial_json: call.arguments });
  }

  #addSearch(search: Search): void {
    if (!search.results && search.failure === undefined) {
      this.#openBlock(`search ${search.id}`, () => ({ ...askedBlock(search), input: {} }) as WrittenBlock);
      this.#addDelta({ type: 'input_json_delta', partial_json: JSON.stringify({ query: search.query }) });
      return;
    }
    this.#searches.push(search);
    this.#openBlock(`found ${search.id}`, () => foundBlock(search));
    this.#close();
  }

  #openBlock(kind: string, block: () => WrittenBlock): void {
    if (this.#open === kind) return;
    this.#close();
    this.#index += 1;
    this.#open = kind;
    this.#tell({ type: 'content_block_start', index: this.#index, content_block: block() });
  }

  /** Most events of a stream are of this kind, so they are written here without an object for each. */
  #addText(text: string): void {
    const delta = `{"type":"text_delta","text":${JSON.stringify(text)}}`;
    const json = `{"type":"content_block_delta","index":${this.#index},"delta":${delta}}`;
    this.#frames.push(namedFrame('content_block_delta', json));
  }

  #addDelta(delta: object): void {
    this.#tell({ type: 'content_block_delta', index: this.#index, delta });
  }

  #close(): void {
    if (this.#hidden && this.#open === 'thinking') {
      const { text, signature } = this.#thought;
      this.#addDelta({ type: 'signature_delta', signature: sealedThought(this.#hidden, text, signature) });
      this.#thought = { text: '', signature: '' };
    }
    if (this.#open === 'text' && this.#searches.length > 0) {
      for (const citation of citedIn(this.#text, this.#searches)) this.#addDelta({ type: 'citations_delta', citation });
      this.#text = '';
    }
    if (this.#open !== undefined) this.#tell({ type: 'content_block_stop', index: this.#index });
    this.#open = undefined;
  }

  #tell(event: NamedEvent): void {
    this.#frames.push(namedFrame(event.type, JSON.stringify(event)));
  }
}
