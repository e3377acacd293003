// Decides what an answer is worth that cannot be read: one that shows that its upstream has worked ends the call, and is charged.
import { parseAnswer } from '../../core/bounded-json.ts';
import { findOuterMembers } from '../../core/outer-members.ts';
import type { AttemptError } from '../../net/attempt-error.ts';
import { UnreadAnswer } from '../../net/unread-answer.ts';
import { AnswerTooLarge } from '../../net/whole-answer.ts';
import type { TokenUsage } from './port.ts';
import { notUnderstood } from './refusal.ts';
import { isBelievable, readUsage, type UsageBounds } from './relay/chunk-reducer.ts';
import { fewestTokens } from './relay/stream-bytes.ts';

type Json = Record<string, unknown>;

/** How answers of a dialect begin, and where they tell their usage. */
export interface AnswerSigns {
  /** Members of an answer or an event whose value is an object or a list. */
  begins: readonly string[];
  usageOf(body: Json): TokenUsage | undefined;
}

export const CHAT_SIGNS: AnswerSigns = { begins: ['choices'], usageOf: (body) => readUsage(body)?.tokens };

const TELL_USAGE = ['usage', 'x_groq', 'usageMetadata'];

export interface UnreadPart {
  name: string;
  /** What the upstream sent, for the error. */
  what: string;
  text: string;
  /** How much of an answer beyond our bound was read. */
  bytes?: number;
  signs: AnswerSigns;
  bounds: UsageBounds;
  countPrompt(): Promise<number>;
  /** What came before it, if anything did. */
  countBefore?: (() => Promise<TokenUsage>) | undefined;
}

export async function explainUnread(part: UnreadPart): Promise<AttemptError> {
  const { name, what, text, bytes = 0, signs, bounds, countPrompt, countBefore } = part;
  const members = await findOuterMembers(text);
  const told = signs.usageOf(parseMembers(members));
  const used = told && isBelievable(told, bounds) ? told : undefined;
  const hasBegun = countBefore !== undefined || signs.begins.some((begin) => /^[[{]/.test(members.get(begin) ?? ''));
  if (!used && !hasBegun) return notUnderstood(name, what);
  const { maxTokens } = bounds;
  const message = `The model sent ${what}, after it had worked on the call.`;
  return new UnreadAnswer(message, name, async () => {
    if (used) return { ...used, completionTokens: Math.min(used.completionTokens, maxTokens), isEstimated: false };
    if (countBefore) return countBefore();
    const completionTokens = Math.min(fewestTokens(bytes), maxTokens);
    return { promptTokens: await countPrompt(), completionTokens, isEstimated: true };
  });
}

/** The same for an answer beyond our bound of a whole one; other errors stay as they are. */
export async function explainTooLarge(
  error: unknown,
  asked: Omit<UnreadPart, 'what' | 'text' | 'bytes'>,
): Promise<unknown> {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof AnswerTooLarge)) return error;
  const { start, maxBytes } = cause;
  return explainUnread({ ...asked, what: `more than ${maxBytes} bytes`, text: start, bytes: maxBytes });
}

function parseMembers(members: ReadonlyMap<string, string>): Json {
  const parsed: Json = {};
  for (const name of TELL_USAGE) {
    const text = members.get(name);
    if (text === undefined) continue;
    try {
      parsed[name] = parseAnswer(text);
    } catch {
      // Cut in its middle: it tells nothing.
    }
  }
  return parsed;
}
