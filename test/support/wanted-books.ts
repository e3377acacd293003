// What the ledger of a few accounts must hold, counted beside the service, and how many operations and rows a proof saw.
import assert from 'node:assert/strict';
import type { EntryType } from '../../src/money/entries.ts';
import type { Database } from '../../src/store/database.ts';

/** Sums by account and type of entry, in micro-credits. */
export class WantedBooks {
  readonly #sums = new Map<string, number>();

  add(accountId: string, type: EntryType, amount: number): void {
    const name = `${accountId} ${type}`;
    this.#sums.set(name, (this.#sums.get(name) ?? 0) + amount);
  }

  /** Resolves to the number of rows that were compared. */
  async assertEqual(database: Database, accountIds: readonly string[], when: string): Promise<number> {
    const { rows } = await database.pool.query<{ name: string; sum: number; count: number }>(
      `select account_id || ' ' || type as name, sum(amount)::bigint as sum, count(*)::int as count from ledger
       where account_id = any($1) and environment = 'live' group by 1`,
      [accountIds],
    );
    const found = rows.map(({ name, sum }) => [name, sum] as const);
    assert.deepEqual(ofOrder(found), ofOrder([...this.#sums]), `every type of entry adds up ${when}`);
    return rows.reduce((sum, { count }) => sum + count, 0);
  }
}

function ofOrder(sums: readonly (readonly [string, number])[]): Record<string, number> {
  const ordered = sums.filter(([, sum]) => sum !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(ordered);
}

/** What was done how often. */
export class Tally {
  readonly #counts = new Map<string, number>();

  count(name: string, times = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + times);
  }

  print(title: string): void {
    const lines = [...this.#counts].sort(([a], [b]) => a.localeCompare(b));
    const width = Math.max(...lines.map(([name]) => name.length));
    process.stdout.write(`${title}\n`);
    for (const [name, times] of lines) process.stdout.write(`  ${name.padEnd(width)}  ${String(times).padStart(7)}\n`);
  }
}
