// The account clearing:stripe: what Stripe owes by its own list, what the books have, and the postings of fees and payouts.
import type { Queries } from '../../store/database.ts';
import type { Months } from '../../store/document-sums.ts';
import { type ClearingSum, listOtherMovements, type MovementRow, sumClearing } from '../../store/gateway-movements.ts';
import type { BookRange } from './book-range.ts';
import { daysOf } from './book-range.ts';

export const GATEWAY = 'stripe';
const PAGE = 500;

export interface ClearingMonth extends ClearingSum {
  /** At the end of the month, by the gateway's own list. */
  balance: number;
  /** The balance less that of the books. */
  difference: number;
}

/** Months in which something moved, or is left. */
export async function clearingMonths(queries: Queries, range: BookRange): Promise<ClearingMonth[]> {
  const sums = await sumClearing(queries, GATEWAY, daysOf(range).to);
  const months = [...Map.groupBy(sums, ({ currency }) => currency).values()].flatMap((of) => {
    let [balance, difference] = [0, 0];
    return of.map((sum): ClearingMonth => {
      balance += sum.charged - sum.fees - sum.paidOut + sum.other;
      difference += sum.charged - sum.documented;
      return { ...sum, balance, difference };
    });
  });
  return months
    .filter(({ month }) => month >= range.from)
    .sort((a, b) => `${a.month} ${a.currency}`.localeCompare(`${b.month} ${b.currency}`));
}

export function clearingRow({ month, currency, charged, fees, paidOut, other, documented, ...ends }: ClearingMonth) {
  const { balance, difference } = ends;
  return { month, currency, charged, fees, paid_out: paidOut, other, documented, balance, difference };
}

/** Payouts, and whatever else is neither of customers nor a fee, in pages. */
export async function* otherMovements(queries: Queries, days: Months): AsyncGenerator<MovementRow[]> {
  for (let after: MovementRow | undefined; ; ) {
    const rows = await listOtherMovements(queries, { gateway: GATEWAY, ...days, after, limit: PAGE });
    if (rows.length > 0) yield rows;
    if (rows.length < PAGE) return;
    after = rows.at(-1);
  }
}
