// What guards look for in the words of a call, and what they do then: the terms of a plan, an account and a key, of which the
// strictest hold.

export const GUARDED_KINDS = ['email', 'phone', 'card', 'iban', 'secret', 'ip'] as const;
export type GuardedKind = (typeof GUARDED_KINDS)[number];

/** From the mildest to the strictest. */
export const GUARD_ACTIONS = ['note', 'mask', 'refuse'] as const;
export type GuardAction = (typeof GUARD_ACTIONS)[number];

/** A kind that is absent is not looked for. */
export type GuardRules = Partial<Record<GuardedKind, GuardAction>>;

export interface ModerationTerms {
  /** Absent: the first model for moderation. */
  model?: string;
  action: 'note' | 'refuse';
  /** What happens while the upstream cannot be asked. Absent: refuse. */
  on_failure?: 'refuse' | 'allow';
  /** Also the whole answers of calls without a stream. */
  answers?: boolean;
}

/** As a plan, an account or a key states them. */
export interface GuardTerms {
  prompts?: GuardRules;
  answers?: GuardRules;
  moderation?: ModerationTerms;
}

/** What applies to a call. */
export interface GuardPolicy {
  prompts: GuardRules;
  answers: GuardRules;
  moderation?: ModerationTerms;
}

/** Those that say something, in the order in which they name a model; undefined: none. */
export function guardTermsOf(...all: readonly (GuardTerms | null | undefined)[]): readonly GuardTerms[] | undefined {
  const given = all.filter((terms): terms is GuardTerms => terms !== null && terms !== undefined);
  return given.length > 0 ? given : undefined;
}

/** Undefined if none of the terms asks for anything. The model is that of the first that names one. */
export function strictest(all: readonly (GuardTerms | null | undefined)[]): GuardPolicy | undefined {
  const given = all.filter((terms): terms is GuardTerms => terms !== null && terms !== undefined);
  const prompts = strictestRules(given.map((terms) => terms.prompts ?? {}));
  const answers = strictestRules(given.map((terms) => terms.answers ?? {}));
  const moderation = strictestModeration(given.flatMap((terms) => terms.moderation ?? []));
  if (!hasRules(prompts) && !hasRules(answers) && !moderation) return undefined;
  return { prompts, answers, ...(moderation ? { moderation } : {}) };
}

/** Whether `wanted` lets nothing pass that `current` does not. */
export function isAsStrict(wanted: GuardTerms | null, current: GuardTerms | null): boolean {
  return JSON.stringify(sorted(strictest([wanted, current]))) === JSON.stringify(sorted(strictest([wanted])));
}

export function hasRules(rules: GuardRules): boolean {
  return GUARDED_KINDS.some((kind) => rules[kind] !== undefined);
}

function strictestRules(all: readonly GuardRules[]): GuardRules {
  const merged: GuardRules = {};
  for (const kind of GUARDED_KINDS) {
    const rank = Math.max(...all.map((rules) => rankOf(rules[kind])), -1);
    const action = GUARD_ACTIONS[rank];
    if (action) merged[kind] = action;
  }
  return merged;
}

function rankOf(action: GuardAction | undefined): number {
  return action === undefined ? -1 : GUARD_ACTIONS.indexOf(action);
}

function strictestModeration(all: readonly ModerationTerms[]): ModerationTerms | undefined {
  if (all.length === 0) return undefined;
  const model = all.find((terms) => terms.model !== undefined)?.model;
  return {
    ...(model === undefined ? {} : { model }),
    action: all.some(({ action }) => action === 'refuse') ? 'refuse' : 'note',
    on_failure: all.some((terms) => terms.on_failure !== 'allow') ? 'refuse' : 'allow',
    answers: all.some(({ answers }) => answers === true),
  };
}

/** Members in one order, so that equal policies are equal texts. */
function sorted(policy: GuardPolicy | undefined): unknown {
  if (!policy) return null;
  const { model = null, action, on_failure, answers } = policy.moderation ?? {};
  return [
    GUARDED_KINDS.map((kind) => [policy.prompts[kind] ?? null, policy.answers[kind] ?? null]),
    policy.moderation ? [model, action, on_failure, answers] : null,
  ];
}
