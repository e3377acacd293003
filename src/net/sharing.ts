// How the upstreams of one model share its calls: by weight, or the cheapest, the fastest or the one of the conversation first.
import { createHash } from 'node:crypto';
import { matchesPattern } from '../core/model-lists.ts';

export const SHARING_POLICIES = ['weight', 'cheapest', 'fastest', 'sticky'] as const;
export type SharingPolicy = (typeof SHARING_POLICIES)[number];

/** The operator's choice, and what he pays. */
export interface Sharing {
  policyOf(model: string): SharingPolicy;
  /** Comparable among the upstreams of one model; undefined if it is not known. */
  costOf(by: { name: string; model: string }): number | undefined;
}

export const BY_WEIGHT: Sharing = { policyOf: () => 'weight', costOf: () => undefined };

/** `pattern=policy`, of which the first that fits counts. */
export function policyIn(choices: readonly string[], model: string): SharingPolicy {
  for (const choice of choices) {
    const [pattern = '', wanted] = choice.split('=');
    const policy = SHARING_POLICIES.find((one) => one === wanted);
    if (policy && matchesPattern(pattern, model)) return policy;
  }
  return 'weight';
}

export interface Share {
  name: string;
  weight: number;
}

/** The smallest first. What is not known comes last; equals keep their order. */
export function byLeast<One>(ones: readonly One[], numberOf: (one: One) => number | undefined): One[] {
  return byNumber(ones, (one) => numberOf(one) ?? Number.POSITIVE_INFINITY);
}

/**
 * The same key finds the same order on every node, and an upstream that comes or goes moves only its own share of the keys
 * (rendezvous hashing by weight).
 */
export function byKey<One extends Share>(ones: readonly One[], key: string): One[] {
  return byNumber(ones, ({ name, weight }) =>
    weight > 0 ? -Math.log(shareOf(`${name}\n${key}`)) / weight : Number.POSITIVE_INFINITY,
  );
}

/** Between 0 and 1, both excluded. */
function shareOf(text: string): number {
  return (createHash('sha256').update(text).digest().readUIntBE(0, 6) + 0.5) / 2 ** 48;
}

function byNumber<One>(ones: readonly One[], numberOf: (one: One) => number): One[] {
  const counted = ones.map((one) => ({ one, number: numberOf(one) }));
  return counted.sort((a, b) => (a.number === b.number ? 0 : a.number - b.number)).map(({ one }) => one);
}
