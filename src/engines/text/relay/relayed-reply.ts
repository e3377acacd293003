// Reads an upstream's whole reply: refuses what is no answer, cuts what exceeds the order, and decides whose count of tokens holds.
import { parseAnswer } from '../../../core/bounded-json.ts';
import { asRecord, asRecords } from '../../../core/unknown-json.ts';
import type { ReadAnswer } from '../../../net/upstream-client.ts';
import type { RelayedReply, RelayOrder } from '../port.ts';
import { failureInBody } from '../refusal.ts';
import { countText } from '../tokenizer.ts';
import { CHAT_SIGNS, explainTooLarge, explainUnread } from '../unread.ts';
import { emptyFold, foldChunk, isBelievable, readUsage } from './chunk-reducer.ts';
import { countPromptOf } from './count-prompt.ts';
import { removeTraits } from './server-traits.ts';
import { mostKeys } from './stream-bytes.ts';
import { cutChoice } from './token-estimate.ts';

export interface AskedFor {
  /** The upstream's, for errors. */
  name: string;
  order: RelayOrder;
  contextWindow: number;
  mostPromptTokens: number;
}

export async function understandReply(answer: ReadAnswer, asked: AskedFor): Promise<RelayedReply> {
  const { name, order, contextWindow, mostPromptTokens } = asked;
  const body = parseObject(answer.text, mostKeys(order.maxTokens * order.choices));
  const what = body
    ? 'JSON without choices'
    : `something that is not JSON (${answer.contentType || 'no content type'})`;
  if (body?.error) throw failureInBody(name, body.error);
  if (!Array.isArray(body?.choices)) throw await explainUnread({ ...signsOf(asked), what, text: answer.text });
  removeTraits(body);
  body.model = order.model;
  body.choices = body.choices.slice(0, order.choices);
  const limit = order.maxTokens * order.choices;
  const reported = readUsage(body)?.tokens;
  const isRead =
    reported !== undefined && isBelievable(reported, { contextWindow, mostPromptTokens, maxTokens: limit });
  const isBelieved = isRead && reported.completionTokens > 0;
  if (isBelieved && reported.completionTokens <= limit) return { kind: 'reply', body, usage: reported };
  const cut = await Promise.all(
    asRecords(body.choices).map((choice) => cutChoice(order.model, choice, order.maxTokens)),
  );
  body.choices = cut.map(({ choice }) => choice);
  if (isBelieved) return { kind: 'reply', body, usage: { ...reported, completionTokens: limit } };
  const completionTokens = Math.min(await countReply(order, body), limit);
  // The prompt of an answer without tokens was read all the same.
  if (isRead) {
    const isEstimated = completionTokens > 0;
    return { kind: 'reply', body, usage: { ...reported, completionTokens, isEstimated } };
  }
  const promptTokens = await countPromptOf(order.model, order.body);
  return { kind: 'reply', body, usage: { promptTokens, completionTokens, isEstimated: true } };
}

/** For an answer beyond our bound of a whole one. */
export function explainLargeReply(error: unknown, asked: AskedFor): Promise<unknown> {
  return explainTooLarge(error, signsOf(asked));
}

function signsOf({ name, order, contextWindow, mostPromptTokens }: AskedFor) {
  const bounds = { contextWindow, mostPromptTokens, maxTokens: order.maxTokens * order.choices };
  return { name, signs: CHAT_SIGNS, bounds, countPrompt: () => countPromptOf(order.model, order.body) };
}

function parseObject(text: string, keys: number): Record<string, unknown> | undefined {
  try {
    return asRecord(parseAnswer(text, { keys, values: 4 * keys }));
  } catch {
    return undefined;
  }
}

function countReply(order: RelayOrder, body: Record<string, unknown>): Promise<number> {
  const { texts, asides } = foldChunk(emptyFold(), body);
  return countText(order.model, texts.join('') + asides);
}
