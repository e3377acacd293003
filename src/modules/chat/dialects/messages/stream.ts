// Writes the steps of an answer as the events of a Messages stream.
import { WrittenEvent } from '../../../../core/written-event.ts';
import type { AnswerUsage } from '../answer-parts.ts';
import type { AnswerStep, CallStep } from '../chunks.ts';
import {
  deltaUsageOf,
  emptyMessage,
  NO_USAGE,
  stopOf,
  textBlock,
  thinkingBlock,
  toolBlock,
  type WrittenBlock,
} from './reply.ts';

export async function* writeStream(batches: AsyncIterable<AnswerStep[]>): AsyncGenerator<object[]> {
  const writer = new StreamWriter();
  let hasStarted = false;
  for await (const steps of batches) {
    const [first] = steps;
    const events: object[] = [];
    if (!hasStarted)
      events.push({ type: 'message_start', message: emptyMessage(first?.model ?? '') }, { type: 'ping' });
    hasStarted = true;
    for (const step of steps) writer.add(step, events);
    if (events.length > 0) yield events;
  }
  yield writer.end();
}

/** One block is open at a time; a piece of another kind closes it. */
class StreamWriter {
  #index = -1;
  #open: string | undefined;
  #finishReason = 'stop';
  #stopSequence: string | undefined;
  #isRefusal = false;
  #usage: AnswerUsage = NO_USAGE;

  add(step: AnswerStep, events: object[]): void {
    const { text, reasoning, reasoningSignature: signature, refusal } = step;
    if (reasoning !== '') {
      this.#openBlock('thinking', () => thinkingBlock('', ''), events);
      this.#addDelta({ type: 'thinking_delta', thinking: reasoning }, events);
    }
    if (signature !== '' && this.#open === 'thinking') this.#addDelta({ type: 'signature_delta', signature }, events);
    if (text !== '' || refusal !== '') {
      this.#openBlock('text', () => textBlock(''), events);
      this.#addText(text + refusal, events);
    }
    for (const call of step.calls) this.#addCall(call, events);
    if (refusal !== '') this.#isRefusal = true;
    if (step.finishReason) this.#finishReason = step.finishReason;
    if (step.stopSequence !== undefined) this.#stopSequence = step.stopSequence;
    if (step.usage) this.#usage = step.usage;
  }

  end(): object[] {
    const events: object[] = [];
    this.#close(events);
    const stop = stopOf(this.#finishReason, this.#stopSequence, this.#isRefusal);
    const delta = { ...stop, container: null, stop_details: null };
    events.push({ type: 'message_delta', delta, usage: deltaUsageOf(this.#usage) }, { type: 'message_stop' });
    return events;
  }

  #addCall(call: CallStep, events: object[]): void {
    this.#openBlock(`call ${call.index}`, () => toolBlock(call, {}), events);
    if (call.arguments !== '') this.#addDelta({ type: 'input_json_delta', partial_json: call.arguments }, events);
  }

  #openBlock(kind: string, block: () => WrittenBlock, events: object[]): void {
    if (this.#open === kind) return;
    this.#close(events);
    this.#index += 1;
    this.#open = kind;
    events.push({ type: 'content_block_start', index: this.#index, content_block: block() });
  }

  /** Most events of a stream are of this kind: written here, without an object for each. */
  #addText(text: string, events: object[]): void {
    const delta = `{"type":"text_delta","text":${JSON.stringify(text)}}`;
    const json = `{"type":"content_block_delta","index":${this.#index},"delta":${delta}}`;
    events.push(new WrittenEvent('content_block_delta', json));
  }

  #addDelta(delta: object, events: object[]): void {
    events.push({ type: 'content_block_delta', index: this.#index, delta });
  }

  #close(events: object[]): void {
    if (this.#open !== undefined) events.push({ type: 'content_block_stop', index: this.#index });
    this.#open = undefined;
  }
}
