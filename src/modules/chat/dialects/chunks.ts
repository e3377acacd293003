// Reads the stream of the chat service as parsed steps, for dialects that write it in another form.
import { asIndex, asRecord, asRecords, asText } from '../../../core/unknown-json.ts';
import type { StreamItem } from '../answer-order.ts';
import { type AnswerUsage, type CalledTool, readCall, readLogprobs, readUsage } from './answer-parts.ts';
import type { OwnFields } from './own-fields.ts';
import type { Search } from './search/searched.ts';

/** What one chunk adds to the answer. Texts are empty if it adds none. */
export interface AnswerStep {
  /** The answering model. */
  model: string;
  /** The index of the choice that the step belongs to. */
  choice: number;
  text: string;
  reasoning: string;
  reasoningSignature: string;
  refusal: string;
  /** `index` says which call a piece belongs to; id and name come with its first piece. */
  calls: readonly CallStep[];
  finishReason: string | undefined;
  /** The stop string that ended the answer, if the upstream reports it. */
  stopSequence: string | undefined;
  /** Log probabilities of the text's tokens, in OpenAI's format. */
  logprobs: readonly Record<string, unknown>[];
  /** A web search that begins or has ended. */
  search?: Search;
  /** Comes once, after the end. */
  usage: AnswerUsage | undefined;
}

export interface CallStep extends CalledTool {
  index: number;
}

/**
 * Yields the steps of each item together: one packet of an upstream holds many frames. Reading ends with the stream,
 * which the chat service settles; stopping early ends the stream too. An error names the caller's field.
 */
export async function* readSteps(items: AsyncIterable<StreamItem>, fields?: OwnFields): AsyncGenerator<AnswerStep[]> {
  const reader = new StepReader();
  try {
    for await (const item of items) {
      const steps = reader.read(item);
      if (steps.length > 0) yield steps;
    }
  } catch (error) {
    throw fields?.rename(error) ?? error;
  }
}

/** An item of a searching model's stream, already read. */
export class SearchedSteps {
  readonly steps: AnswerStep[];

  constructor(steps: AnswerStep[]) {
    this.steps = steps;
  }
}

const FRAME_END = '\n\n';
const DATA = 'data:';

/** Reads the items of one stream, in order. */
export class StepReader {
  readonly #pieces = new TextPieces();

  /** Bytes are complete frames, each one line `data: {…}`. */
  read(item: StreamItem): AnswerStep[] {
    if (item instanceof SearchedSteps) return item.steps;
    if (!(item instanceof Uint8Array)) return readChunk(item);
    const text = Buffer.from(item.buffer, item.byteOffset, item.byteLength).toString('utf8');
    const steps: AnswerStep[] = [];
    for (let start = 0; start < text.length; ) {
      const found = text.indexOf(FRAME_END, start);
      const end = found === -1 ? text.length : found;
      if (text.startsWith(DATA, start)) {
        const json = text.slice(start + DATA.length, end);
        if (!this.#pieces.add(json, steps)) {
          const read = readChunk(JSON.parse(json));
          this.#pieces.learn(json, read);
          steps.push(...read);
        }
      }
      start = end + FRAME_END.length;
    }
    return steps;
  }
}

/**
 * Most chunks of a stream differ from the previous one only in their piece of text. Such a chunk is not parsed: if the bytes around the
 * text are the same, its step is the previous step with the new text.
 */
class TextPieces {
  #before = '';
  #after = '';
  #step: AnswerStep | undefined;

  /** Adds the text of a chunk to the steps of its packet: the client gets pieces that arrived together as one. False if the chunk must be parsed. */
  add(json: string, steps: AnswerStep[]): boolean {
    const start = this.#before.length;
    const end = json.length - this.#after.length;
    if (!this.#step || end < start) return false;
    // Slices are compared several times faster than startsWith and endsWith compare.
    if (json.slice(0, start) !== this.#before || json.slice(end) !== this.#after) return false;
    const text = json.slice(start, end);
    if (!isPlain(text)) return false;
    if (steps.at(-1) === this.#step) this.#step.text += text;
    else {
      this.#step = { ...this.#step, text };
      steps.push(this.#step);
    }
    return true;
  }

  learn(json: string, [step, ...others]: readonly AnswerStep[]): void {
    if (!step || others.length > 0 || step.text === '' || !isPlain(step.text) || step.logprobs.length > 0) return;
    const quoted = `"content":"${step.text}"`;
    const at = json.indexOf(quoted);
    // If the same text occurs twice, either occurrence could be the one that changes.
    if (at === -1 || json.includes(quoted, at + 1)) return;
    const start = at + '"content":"'.length;
    this.#before = json.slice(0, start);
    this.#after = json.slice(start + step.text.length);
    this.#step = step;
  }
}

/** Whether JSON writes the text without escapes. */
function isPlain(text: string): boolean {
  return !UNPLAIN.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON writes these as escapes.
const UNPLAIN = /["\\\u0000-\u001f]/;

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
    choice: asIndex(choice?.index, 0),
    // Plain completions have their text beside the delta.
    text: asText(delta.content) + asText(choice?.text),
    reasoning: asText(delta.reasoning_content) || asText(delta.reasoning),
    reasoningSignature: asText(delta.reasoning_signature),
    refusal: asText(delta.refusal),
    calls: delta.tool_calls === undefined ? NO_CALLS : asRecords(delta.tool_calls).map(callStep),
    finishReason: asText(choice?.finish_reason) || undefined,
    stopSequence: typeof choice?.stop_reason === 'string' ? choice.stop_reason : undefined,
    logprobs: choice?.logprobs ? readLogprobs(choice) : NO_LOGPROBS,
    usage: asRecord(usage) ? readUsage(usage) : undefined,
  };
}

const NO_LOGPROBS: AnswerStep['logprobs'] = [];
const NO_CALLS: readonly CallStep[] = [];

function callStep(call: Record<string, unknown>, position: number): CallStep {
  return { index: asIndex(call.index, position), ...readCall(call) };
}

/** Adds nothing. */
export function emptyStep(): AnswerStep {
  return {
    model: '',
    choice: 0,
    text: '',
    reasoning: '',
    reasoningSignature: '',
    refusal: '',
    calls: NO_CALLS,
    finishReason: undefined,
    stopSequence: undefined,
    logprobs: NO_LOGPROBS,
    usage: undefined,
  };
}
