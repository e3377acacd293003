// Asks a moderation model about the words of a call before anything else is sent, and about whole answers.
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/errors.ts';
import type { GuardPolicy, ModerationTerms } from '../core/guards/policy.ts';
import type { GuardTallies } from '../core/guards/tallies.ts';

export interface ModerationOrder {
  caller: Caller;
  /** Absent: the first that there is. */
  model?: string | undefined;
  texts: readonly string[];
  signal: AbortSignal;
}

/** The categories that were flagged; throws if it cannot be asked. */
export type Moderate = (order: ModerationOrder) => Promise<string[]>;

interface Moderated {
  policy: GuardPolicy;
  tallies: GuardTallies;
  caller: Caller;
  signal: AbortSignal;
}

export async function moderatePrompt(moderate: Moderate | undefined, body: unknown, call: Moderated): Promise<void> {
  await check(moderate, body, { ...call, isAnswer: false });
}

export async function moderateAnswer(moderate: Moderate | undefined, body: unknown, call: Moderated): Promise<void> {
  if (call.policy.moderation?.answers) await check(moderate, body, { ...call, isAnswer: true });
}

async function check(
  moderate: Moderate | undefined,
  body: unknown,
  { policy, tallies, caller, signal, isAnswer }: Moderated & { isAnswer: boolean },
): Promise<void> {
  const { moderation: terms } = policy;
  const texts = terms ? wordsIn(body) : [];
  if (!terms || texts.length === 0) return;
  const end = isAnswer ? 'Its charge stands.' : 'Nothing was sent to a model, and nothing is charged.';
  const flagged = await ask(moderate, { caller, model: terms.model, texts, signal }, { terms, end });
  if (flagged === 'failed') tallies.moderation = [...(tallies.moderation ?? []), 'failed'];
  if (flagged === 'failed' || flagged.length === 0) return;
  tallies.moderation = [...new Set([...(tallies.moderation ?? []), ...flagged])];
  if (terms.action !== 'refuse') return;
  const what = isAnswer ? 'The answer' : 'The request';
  throw new ServiceError('content_refused', `${what} was refused by moderation: ${flagged.join(', ')}. ${end}`);
}

async function ask(
  moderate: Moderate | undefined,
  order: ModerationOrder,
  { terms, end }: { terms: ModerationTerms; end: string },
): Promise<string[] | 'failed'> {
  try {
    if (!moderate) throw new ServiceError('not_implemented', 'No model for moderation is connected.');
    return await moderate(order);
  } catch (error) {
    if (order.signal.aborted || terms.on_failure === 'allow') {
      order.signal.throwIfAborted();
      return 'failed';
    }
    throw new ServiceError(
      'engine_unavailable',
      `The guards of this key, account or plan demand moderation, and it cannot be asked right now. ${end} Try again in a moment.`,
      { cause: error, retryAfterSeconds: 5 },
    );
  }
}

/** Members that name something and say nothing. */
const NAMES = new Set(['model', 'type', 'role', 'id', 'object', 'finish_reason', 'status', 'system_fingerprint']);
const MAX_DEPTH = 100;
const MIN_OPAQUE = 1024;

/** Without pictures and sounds. */
function wordsIn(value: unknown): string[] {
  const words: string[] = [];
  const gather = (one: unknown, depth: number): void => {
    if (typeof one === 'string') {
      if (one.trim() !== '' && !(one.length >= MIN_OPAQUE && !/\s/.test(one.slice(0, MIN_OPAQUE)))) words.push(one);
    } else if (typeof one === 'object' && one !== null && depth < MAX_DEPTH)
      for (const [name, member] of Object.entries(one)) if (!NAMES.has(name)) gather(member, depth + 1);
  };
  gather(value, 0);
  return words;
}
