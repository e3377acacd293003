// Reads the stream of the chat service as parsed steps, for dialects that write it in another form.
import type { StreamItem } from '../answer-order.ts';
import { type AnswerUsage, asRecord, asRecords, asText, type CalledTool, readCall, readUsage } from './answer-parts.ts';

/** What one chunk adds to the answer. Texts are empty where it adds none. */
export interface AnswerStep {
  /** The model that answers. */
  model: string;
  /** Which of several choices the step belongs to. */
  choice: number;
  text: string;
  reasoning: string;
  reasoningSignature: string;
  refusal: string;
  /** `index` says which call a piece belongs to; id and name come with its first piece. */
  calls: readonly CallStep[];
  finishReason: string | undefined;
  /** The stop string that ended the answer, where the upstream tells. */
  stopSequence: string | undefined;
  /** Comes once, after the end. */
  usage: AnswerUsage | undefined;
}

export interface CallStep extends CalledTool {
  index: number;
}

/**
 * Yields the steps of each item together: one packet of an upstream holds many frames. Reading ends with the stream, which the
 * chat service settles; a reader that stops early ends it too.
 */
export async function* readSteps(items: AsyncIterable<StreamItem>): AsyncGenerator<AnswerStep[]> {
  for await (const item of items) {
    const steps = chunksOf(item).flatMap(readChunk);
    if (steps.length > 0) yield steps;
  }
}

const FRAME_END = '\n\n';
const DATA = 'data:';

/** Bytes are complete frames, each one line `data: {…}`. */
function chunksOf(item: StreamItem): object[] {
  if (typeof item === 'string') return [JSON.parse(item)];
  if (!(item instanceof Uint8Array)) return [item];
  const text = Buffer.from(item.buffer, item.byteOffset, item.byteLength).toString('utf8');
  const chunks: object[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf(FRAME_END, start);
    const end = found === -1 ? text.length : found;
    if (text.startsWith(DATA, start)) chunks.push(JSON.parse(text.slice(start + DATA.length, end)));
    start = end + FRAME_END.length;
  }
  return chunks;
}

/** The usage of the whole answer comes in a chunk without choices; an upstream's own counts in other chunks are not final. */
function readChunk(chunk: object): AnswerStep[] {
  const { choices, usage, model } = chunk as { choices?: unknown; usage?: unknown; model?: unknown };
  const told = asRecords(choices);
  if (told.length === 0) return [readStep(undefined, usage, asText(model))];
  return told.map((choice) => readStep(choice, undefined, asText(model)));
}

function readStep(choice: Record<string, unknown> | undefined, usage: unknown, model: string): AnswerStep {
  const delta = asRecord(choice?.delta) ?? {};
  return {
    model,
    choice: typeof choice?.index === 'number' ? choice.index : 0,
    // Plain completions have their text beside the delta.
    text: asText(delta.content) + asText(choice?.text),
    reasoning: asText(delta.reasoning_content) || asText(delta.reasoning),
    reasoningSignature: asText(delta.reasoning_signature),
    refusal: asText(delta.refusal),
    calls: delta.tool_calls === undefined ? NO_CALLS : asRecords(delta.tool_calls).map(callStep),
    finishReason: asText(choice?.finish_reason) || undefined,
    stopSequence: typeof choice?.stop_reason === 'string' ? choice.stop_reason : undefined,
    usage: asRecord(usage) ? readUsage(usage) : undefined,
  };
}

const NO_CALLS: readonly CallStep[] = [];

function callStep(call: Record<string, unknown>, position: number): CallStep {
  return { index: typeof call.index === 'number' ? call.index : position, ...readCall(call) };
}
