// Opens a text answer from the cache, or opens it anew and records it.
import { ANSWER_CACHE } from '../../../core/answer-cache.ts';
import { parseAnswer } from '../../../core/bounded-json.ts';
import type { OpenedText, TextEvent } from '../../../engines/text/port.ts';
import type { CachedAnswer } from '../../../store/answer-cache.ts';
import type { AnswerOrder } from '../answer-order.ts';
import type { Call } from '../end-answer.ts';
import type { AnswerCache } from './answer-cache.ts';
import { TextRecording } from './text-recording.ts';

/** Models of the sandbox that are there for their failures and delays. */
const TROUBLE = /^sandbox-(?:fail-|slow$|stream-break$)/;

/** Only for calls whose caller may use the cache. */
export async function openCached(
  cache: AnswerCache,
  call: Call,
  { stream, open }: { stream: boolean; open: () => Promise<OpenedText> },
): Promise<OpenedText> {
  const { order, hold } = call;
  // A shortened answer must not be kept, and a kept one is not shortened. A conversation's memory is no part of what was sent.
  if (hold.isShort || order.remember || TROUBLE.test(order.model.id)) return open();
  const slot = cache.slotFor(order.caller, partsOf(order, stream));
  if (!slot) return open();
  const found = await cache.find(slot);
  const replayed = found && replay(found, order.model.id);
  if (replayed) {
    hold.takeFromCache();
    return replayed;
  }
  const opened = await open();
  // An answer of a fallback is not kept under the name of the model that was asked, nor one of several requests.
  const isOfModel = opened.model === order.model.id;
  if (isOfModel && (opened.kind !== 'events' || order.echoes.length === 1))
    call.recording = new TextRecording(cache, slot, { order, opened });
  return opened;
}

/** With the contents of what was named: of images, documents and recordings. */
function partsOf({ shape, model, body, native, includeUsage }: AnswerOrder, stream: boolean): unknown[] {
  return [shape.path, model.id, stream, includeUsage, body, native?.dialect, native?.body, native?.headers];
}

function replay({ facts, content }: CachedAnswer, model: string): OpenedText | undefined {
  if (facts.form === 'vectors') return undefined;
  const { form, usage, isOwn = false, isReported = false, reported } = facts;
  const by = { engine: ANSWER_CACHE, model };
  if (form === 'events') return { ...by, kind: 'events', isOwn, events: eventsIn(content) };
  const native = facts.isNative ? ({ isNative: true } as const) : {};
  if (form === 'body')
    return { ...by, ...native, kind: 'reply', body: parseAnswer(content) as Record<string, unknown>, usage };
  const said = () => ({ text: '', toolCalls: [] });
  return {
    ...by,
    ...native,
    kind: 'stream',
    first: Buffer.from(content),
    frames: noFrames(),
    hasArrived: true,
    close: async () => undefined,
    countForwarded: async () => usage.completionTokens,
    soFar: async () => usage,
    measure: async () => ({ usage, isReported, said, ...(reported ? { reported } : {}) }),
  };
}

async function* eventsIn(content: string): AsyncGenerator<TextEvent> {
  yield* parseAnswer(content) as TextEvent[];
}

async function* noFrames(): AsyncGenerator<Uint8Array, undefined> {
  yield* [];
}
