// The guards of a call: which routes take words for a model, what applies to a caller, and what its answer tells.
import type { Caller } from '../core/caller.ts';
import { type GuardPolicy, strictest } from '../core/guards/policy.ts';
import { type GuardTallies, headerOf } from '../core/guards/tallies.ts';
import type { Prices } from '../money/prices.ts';
import type { Outcome } from './outcome.ts';
import type { Route } from './route.ts';

/** Modules whose bodies hold words for a model. `test/api/guards.test.ts` knows every other. */
export const GUARDED_TAGS: ReadonlySet<string> = new Set([
  ...['chat', 'gemini', 'ollama', 'code', 'image', 'music', 'video', 'audio', 'builder', 'vector stores', 'mcp'],
]);
/** What no model reads: the data that visitors of an application enter, and where it is published. */
export const UNGUARDED: ReadonlySet<string> = new Set([
  'PUT /builder/projects/:id/data',
  'PUT /builder/projects/:id/publication',
  'POST /builder/projects/:id/shares',
]);

/** Undefined: nothing is looked for. */
export function guardPolicyFor(
  route: Pick<Route, 'tag' | 'method' | 'path' | 'hasSecrets'>,
  { plan, guards = [] }: Pick<Caller, 'plan' | 'guards'>,
  prices: Pick<Prices, 'plan'>,
): GuardPolicy | undefined {
  const ofPlan = prices.plan(plan).guards;
  if (!ofPlan && guards.length === 0) return undefined;
  return takesWords(route) ? strictest([ofPlan, ...guards]) : undefined;
}

export function takesWords({ tag, method, path, hasSecrets }: Parameters<typeof guardPolicyFor>[0]): boolean {
  return GUARDED_TAGS.has(tag) && !hasSecrets && !UNGUARDED.has(`${method} ${path}`);
}

/** Of a stream, what was done until its first part. */
export function withGuardHeader(outcome: Outcome, tallies: GuardTallies): Outcome {
  const header = headerOf(tallies);
  return header === undefined ? outcome : { ...outcome, headers: { ...outcome.headers, 'x-guards': header } };
}
