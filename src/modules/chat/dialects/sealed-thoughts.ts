// Thoughts that a client sends back without reading them: encrypted for the account, so that a tool loop without stored
// state keeps them.
import type { Seal } from '../../../outbox/seal.ts';

export interface Thought {
  text: string;
  /** The signature of the upstream that produced it, if it signs its thoughts. */
  signature?: string;
  /** The thought as its upstream encrypted it, if it does. */
  blob?: string;
}

/** Distinguishes our own seals from upstreams' signatures. */
const PREFIX = 'atl1.';

export class SealedThoughts {
  readonly #seal: Seal;

  constructor(seal: Seal) {
    this.#seal = seal;
  }

  close(accountId: string, thought: Thought): string {
    return PREFIX + this.#seal.close(JSON.stringify({ ...thought, accountId })).toString('base64url');
  }

  /** Undefined for anything that this service did not seal for this account. */
  open(accountId: string, sealed: string): Thought | undefined {
    if (!sealed.startsWith(PREFIX)) return undefined;
    try {
      const opened = this.#seal.open(Buffer.from(sealed.slice(PREFIX.length), 'base64url'));
      const { accountId: owner, ...thought } = JSON.parse(opened) as Thought & { accountId: string };
      return owner === accountId ? thought : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The part of it that one account's calls need. */
export interface OwnThoughts {
  /** Whether this service sealed it, for any account. */
  isOurs(sealed: string): boolean;
  close(thought: Thought): string;
  open(sealed: string): Thought | undefined;
}

export function thoughtsOf(keeper: SealedThoughts, accountId: string): OwnThoughts {
  return {
    isOurs: (sealed) => sealed.startsWith(PREFIX),
    close: (thought) => keeper.close(accountId, thought),
    open: (text) => keeper.open(accountId, text),
  };
}
