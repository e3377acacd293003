// What guards did in one call: kinds and counts, never values.
import { GUARDED_KINDS, type GuardAction, type GuardedKind } from './policy.ts';

export type Tally = Partial<Record<GuardedKind, number>>;

export interface GuardTallies {
  masked?: Tally;
  noted?: Tally;
  refused?: Tally;
  /** The answer of moderation: its categories, or that it could not be asked. */
  moderation?: string[];
}

const NAME_OF: Readonly<Record<GuardAction, 'masked' | 'noted' | 'refused'>> = {
  mask: 'masked',
  note: 'noted',
  refuse: 'refused',
};

export function addTo(tallies: GuardTallies, kind: GuardedKind, action: GuardAction): void {
  const name = NAME_OF[action];
  const tally = tallies[name] ?? {};
  tallies[name] = tally;
  tally[kind] = (tally[kind] ?? 0) + 1;
}

/** `masked email=2 card=1; noted phone=1`; undefined if nothing was found. */
export function headerOf({ moderation, ...tallies }: GuardTallies): string | undefined {
  const parts: string[] = [];
  for (const name of ['masked', 'noted', 'refused'] as const) {
    const tally = tallies[name];
    if (!tally) continue;
    const counts = GUARDED_KINDS.flatMap((kind) => (tally[kind] ? [`${kind}=${tally[kind]}`] : []));
    parts.push(`${name} ${counts.join(' ')}`);
  }
  if (moderation) parts.push(`moderation ${moderation.join(' ')}`);
  return parts.length > 0 ? parts.join('; ') : undefined;
}
