// The guard of the running request, batch line or job.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from '../errors.ts';
import { guardValue } from './guard-value.ts';
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

export function guardsAnswers(): boolean {
  const guard = current.getStore();
  return guard !== undefined && hasRules(guard.policy.answers);
}

/** For one text of an answer that comes in pieces; undefined: answers are not guarded. `onRefused` is called at the first value that is refused. */
export function answerGuard(onRefused: () => void): StreamGuard | undefined {
  const guard = current.getStore();
  if (!guard || !hasRules(guard.policy.answers)) return undefined;
  return new StreamGuard(guard.policy.answers, (kind, action) => {
    count(guard, kind, action);
    if (action === 'refuse') onRefused();
  });
}

/** Words that a model made, as a whole: what is refused is masked, because they are made and paid. */
export async function guardAnswer<T>(words: T): Promise<T> {
  const guard = current.getStore();
  if (!guard || !hasRules(guard.policy.answers)) return words;
  const note = (kind: GuardedKind, action: GuardAction) => count(guard, kind, action);
  return guardValue(words, { rules: guard.policy.answers, note, known: new Set() });
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
