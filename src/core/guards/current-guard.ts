// The guard of the running request, batch line or job.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from '../errors.ts';
import { guardValue, isTooLong } from './guard-value.ts';
import { type GuardAction, type GuardedKind, type GuardPolicy, hasRules } from './policy.ts';
import { StreamGuard } from './stream-guard.ts';
import { addTo, type GuardTallies } from './tallies.ts';

interface CurrentGuard {
  policy: GuardPolicy;
  tallies: GuardTallies;
  known: Set<string>;
  /** A request of MCP, of whose tools this is one: its answer tells what was done in them. */
  outer: CurrentGuard | undefined;
}

// Ambient (AsyncLocalStorage), because words enter deep inside of every kind of work: from files, from what was stored, from searches.
// No code path may forget to pass the guard on.
const current = new AsyncLocalStorage<CurrentGuard>();

/** Undefined: without a guard of its own. `tallies` gets what is done. */
export function withinGuard<T>(policy: GuardPolicy | undefined | null, tallies: GuardTallies, work: () => T): T {
  if (!policy) return work();
  return current.run({ policy, tallies, known: new Set(), outer: current.getStore() }, work);
}

/** Of texts and names in one body, without pictures and sounds: guards read for about a second. */
const MAX_READ = 4 * 1024 * 1024;

/** What holds for the running call; undefined: nothing. */
export function currentPolicy(): GuardPolicy | undefined {
  return current.getStore()?.policy;
}

/** Words on their way to a model. Throws `content_refused`, with the place as `param`. */
export async function guardPrompt<T>(words: T, options: { param?: string } = {}): Promise<T> {
  const guard = current.getStore();
  if (!guard || !hasRules(guard.policy.prompts)) return words;
  const note = (kind: GuardedKind, action: GuardAction, at: string) => {
    count(guard, kind, action);
    if (action === 'refuse') throw refusalOf(kind, options.param ?? at);
  };
  return guardValue(words, { rules: guard.policy.prompts, note, known: guard.known });
}

/** The body of a request, before anything else has looked at its size. */
export async function guardBody<T>(body: T): Promise<T> {
  const guard = current.getStore();
  if (guard && hasRules(guard.policy.prompts) && (await isTooLong(body, MAX_READ, guard.known)))
    throw new ServiceError(
      'payload_too_large',
      'The texts and names of members in this request are larger than 4 MB, the most that guards read. Send less at a time.',
    );
  return guardPrompt(body);
}

export function guardsAnswers(): boolean {
  const guard = current.getStore();
  return guard !== undefined && hasRules(guard.policy.answers);
}

/** Makes a guard for each text of an answer that comes in pieces. `onFound` is called at each value. */
export type OpenAnswerGuard = (onFound: (action: GuardAction) => void) => StreamGuard;

/** Undefined: answers are not guarded. Read at the start of an answer, for its whole length. */
export function answerGuards(): OpenAnswerGuard | undefined {
  const guard = current.getStore();
  if (!guard || !hasRules(guard.policy.answers)) return undefined;
  return (onFound) => {
    const note = (kind: GuardedKind, action: GuardAction) => {
      count(guard, kind, action);
      onFound(action);
    };
    return new StreamGuard(guard.policy.answers, note, { stops: true });
  };
}

/** What a search brought for a model in the middle of an answer: what is refused is masked, because the call is paid in part. */
export function guardFound<T>(words: T): Promise<T> {
  return guardOnly(words, 'prompts');
}

/** Words that a model made, as a whole: what is refused is masked, because they are made and paid. */
export function guardAnswer<T>(words: T): Promise<T> {
  return guardOnly(words, 'answers');
}

async function guardOnly<T>(words: T, direction: 'prompts' | 'answers'): Promise<T> {
  const guard = current.getStore();
  const rules = guard?.policy[direction] ?? {};
  if (!guard || !hasRules(rules)) return words;
  return guardValue(words, { rules, note: (...found) => count(guard, found[0], found[1]), known: new Set() });
}

function count(guard: CurrentGuard, kind: GuardedKind, action: GuardAction): void {
  for (let one: CurrentGuard | undefined = guard; one; one = one.outer) addTo(one.tallies, kind, action);
}

const NAMES: Readonly<Record<GuardedKind, string>> = {
  email: 'an email address',
  phone: 'a phone number',
  card: 'a payment card number',
  iban: 'an IBAN',
  secret: 'a key, a token or a password',
  ip: 'an IP address',
};

function refusalOf(kind: GuardedKind, param: string): ServiceError {
  return new ServiceError(
    'content_refused',
    `The request contains ${NAMES[kind]} (${kind}), which the guards of this key, account or plan refuse. Nothing was sent on, and nothing is charged. Take it out, and send the request again.`,
    param === '' ? {} : { param },
  );
}
