// Customers recently confirmed to have no cap: this node may grant their calls from a lease.
import type { Payer } from './hold.ts';

/** How long calls granted in memory may miss a newly set cap; the same as for a changed key. */
const GOOD_MS = 900;
const MAX_ENTRIES = 20_000;

export class UncappedCustomers {
  readonly #goodUntilMs = new Map<string, number>();

  has(payer: Payer): boolean {
    return (this.#goodUntilMs.get(nameOf(payer)) ?? 0) > Date.now();
  }

  note(payer: Payer, isCapped: boolean): void {
    if (isCapped) {
      this.#goodUntilMs.delete(nameOf(payer));
      return;
    }
    if (this.#goodUntilMs.size >= MAX_ENTRIES) this.#goodUntilMs.clear();
    this.#goodUntilMs.set(nameOf(payer), Date.now() + GOOD_MS);
  }
}

/** Includes the key, whose default cap may apply. */
function nameOf({ accountId, environment, keyId, customer }: Payer): string {
  return `${accountId} ${environment} ${keyId} ${customer}`;
}
