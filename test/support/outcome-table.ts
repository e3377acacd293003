// What customers of a load saw, as rows of a table in Markdown: calls, how they ended, and what was charged of them.
import type { Database } from '../../src/store/database.ts';
import type { Customer } from './mixed-load.ts';

export interface Outcomes {
  what: string;
  calls: number;
  answered: number;
  refused: number;
  other: number;
  lost: number;
  charged: number;
}

const CHARGES = `select count(*)::int as count from ledger where type = 'usage' and account_id = any($1)`;

/** A stream that ends in words counts as refused, a call whose connection broke as lost. */
export async function countOutcomes(
  what: string,
  database: Database,
  customers: readonly Customer[],
): Promise<Outcomes> {
  const failures = customers.flatMap((customer) => customer.failures.map((failure) => failure.what));
  const isRefused = (name: string) => /^503 |service_unavailable$/.test(name);
  const isLost = (name: string) => /fetch failed|cut off|terminated|aborted/.test(name);
  const answered = customers.reduce((sum, { done }) => sum + done, 0);
  const { rows } = await database.pool.query<{ count: number }>(CHARGES, [customers.map(({ accountId }) => accountId)]);
  return {
    what,
    calls: answered + failures.length,
    answered,
    refused: failures.filter(isRefused).length,
    other: failures.filter((name) => !isRefused(name) && !isLost(name)).length,
    lost: failures.filter(isLost).length,
    charged: rows[0]?.count ?? 0,
  };
}

export function printOutcomes(rows: readonly Outcomes[]): void {
  console.log('| | calls | answered | 503 | other errors | lost | charged |\n|---|---|---|---|---|---|---|');
  for (const { what, calls, answered, refused, other, lost, charged } of rows)
    console.log(`| ${what} | ${calls} | ${answered} | ${refused} | ${other} | ${lost} | ${charged} |`);
}
