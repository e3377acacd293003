// Writes an answer in the form of Cohere's chat, whole and as the events of its stream.

import type { ServiceError } from '../../../../core/errors.ts';
import { newId } from '../../../../core/ids.ts';
import { type NamedEvent, namedFrame, WrittenFrames } from '../../../../core/written-frames.ts';
import type { AnswerUsage, WholeAnswer } from '../answer-parts.ts';
import type { AnswerStep, CallStep } from '../chunks.ts';

const FINISHED: Readonly<Record<string, string>> = {
  length: 'MAX_TOKENS',
  tool_calls: 'TOOL_CALL',
  content_filter: 'ERROR',
};

export function writeReply(answer: WholeAnswer): object {
  const { text, refusal, reasoning, calls } = answer;
  const said = text + refusal;
  return {
    id: newId('chat'),
    finish_reason: finishOf(answer.finishReason, answer.stopSequence),
    message: {
      role: 'assistant',
      content: [
        ...(reasoning === '' ? [] : [{ type: 'thinking', thinking: reasoning }]),
        ...(said === '' ? [] : [{ type: 'text', text: said }]),
      ],
      ...(calls.length > 0
        ? {
            tool_calls: calls.map(({ id, name, arguments: given }) => ({
              id,
              type: 'function',
              function: { name, arguments: given },
            })),
          }
        : {}),
    },
    usage: usageOf(answer.usage),
  };
}

/** How the stream reports an error after its start. */
export function failedEnd({ message }: ServiceError): object {
  return { type: 'message-end', delta: { error: message, finish_reason: 'ERROR' } };
}

export async function* writeStream(batches: AsyncIterable<AnswerStep[]>): AsyncGenerator<WrittenFrames> {
  const writer = new StreamWriter();
  for await (const steps of batches) {
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
  #frames = '';
  #hasStarted = false;
  #open: { kind: string; end: string } | undefined;
  #index = -1;
  #finishReason = 'stop';
  #stopSequence: string | undefined;
  #usage: AnswerUsage | undefined;

  take(): WrittenFrames | undefined {
    const frames = this.#frames;
    this.#frames = '';
    return frames === '' ? undefined : new WrittenFrames(frames);
  }

  add(step: AnswerStep): void {
    this.#start();
    if (step.reasoning !== '') this.#addContent('thinking', step.reasoning);
    if (step.text + step.refusal !== '') this.#addContent('text', step.text + step.refusal);
    for (const call of step.calls) this.#addCall(call);
    if (step.finishReason) this.#finishReason = step.finishReason;
    if (step.stopSequence !== undefined) this.#stopSequence = step.stopSequence;
    if (step.usage) this.#usage = step.usage;
  }

  end(): void {
    this.#start();
    this.#close();
    const finish_reason = finishOf(this.#finishReason, this.#stopSequence);
    this.#tell({
      type: 'message-end',
      delta: { finish_reason, ...(this.#usage ? { usage: usageOf(this.#usage) } : {}) },
    });
  }

  #start(): void {
    if (this.#hasStarted) return;
    this.#hasStarted = true;
    const message = { role: 'assistant', content: [], tool_plan: '', tool_calls: [], citations: [] };
    this.#tell({ type: 'message-start', id: newId('chat'), delta: { message } });
  }

  #addContent(kind: 'text' | 'thinking', piece: string): void {
    this.#openBlock(kind, 'content-end', () => ({
      type: 'content-start',
      index: this.#index,
      delta: { message: { content: { type: kind, [kind]: '' } } },
    }));
    this.#tell({ type: 'content-delta', index: this.#index, delta: { message: { content: { [kind]: piece } } } });
  }

  #addCall({ index, id, name, arguments: piece }: CallStep): void {
    this.#openBlock(`call ${index}`, 'tool-call-end', () => ({
      type: 'tool-call-start',
      index: this.#index,
      delta: { message: { tool_calls: { id, type: 'function', function: { name, arguments: '' } } } },
    }));
    if (piece === '') return;
    const delta = { message: { tool_calls: { function: { arguments: piece } } } };
    this.#tell({ type: 'tool-call-delta', index: this.#index, delta });
  }

  #openBlock(kind: string, end: string, begin: () => NamedEvent): void {
    if (this.#open?.kind === kind) return;
    this.#close();
    this.#index += 1;
    this.#open = { kind, end };
    this.#tell(begin());
  }

  #close(): void {
    if (this.#open) this.#tell({ type: this.#open.end, index: this.#index });
    this.#open = undefined;
  }

  #tell(event: NamedEvent): void {
    this.#frames += namedFrame(event.type, JSON.stringify(event));
  }
}

function finishOf(reason: string, stopSequence: string | undefined): string {
  if (stopSequence !== undefined) return 'STOP_SEQUENCE';
  return (Object.hasOwn(FINISHED, reason) ? FINISHED[reason] : undefined) ?? 'COMPLETE';
}

function usageOf({ promptTokens, completionTokens, cachedTokens, credits }: AnswerUsage) {
  const tokens = { input_tokens: promptTokens, output_tokens: completionTokens };
  return {
    billed_units: tokens,
    tokens,
    cached_tokens: cachedTokens,
    ...(credits === undefined ? {} : { credits }),
  };
}
