// Credits by month and country, from the sums of the sealed ledgers: sold, granted, used, refunded, expired, and owed
// at the end of the month.
import { sql } from 'kysely';
import type { MicroCredits } from '../../core/money.ts';
import type { Queries } from '../../store/database.ts';

export type Movement = 'sold' | 'given' | 'used' | 'refunded' | 'expired';

export interface CreditMonth extends Record<Movement, MicroCredits> {
  month: string;
  country: string | null;
  /** At the end of the month. */
  owed: MicroCredits;
}

interface KindSum {
  month: string;
  country: string | null;
  type: string;
  contra: string;
  isOfPayment: boolean;
  amount: MicroCredits;
}

/** `from`, `to`: months such as 2026-01, both included. Uses the country of the account's current billing details. */
export async function sumCredits(queries: Queries, { from, to }: { from: string; to: string }): Promise<CreditMonth[]> {
  const { rows } = await sql<KindSum>`
    select coalesce(to_char(m.month, 'YYYY-MM'), '') as month, d.country, m.type, m.contra, m.is_of_payment as "isOfPayment",
      coalesce(sum(m.amount), 0)::bigint as amount
    from ledger_months m left join billing_details d on d.account_id = m.account_id
    where m.environment = 'live' and m.month <= ${`${to}-01`}::text::date
    group by 1, 2, 3, 4, 5 order by 1`.execute(queries);
  const months = monthsBetween([rows[0]?.month ?? from, from].sort().at(0) ?? from, to);
  const countries = [...new Set(rows.map(({ country }) => country))].sort((a, b) => (a ?? '').localeCompare(b ?? ''));
  const all = countries.flatMap((country) => {
    let owed = 0;
    return months.map((month) => {
      const sums = { sold: 0, given: 0, used: 0, refunded: 0, expired: 0 };
      for (const row of rows) {
        if (row.month !== month || row.country !== country) continue;
        const movement = movementOf(row);
        sums[movement] += movement === 'sold' || movement === 'given' ? row.amount : -row.amount;
        owed += row.amount;
      }
      return { month, country, ...sums, owed };
    });
  });
  const isEmpty = ({ sold, given, used, refunded, expired, owed }: CreditMonth) =>
    [sold, given, used, refunded, expired, owed].every((sum) => sum === 0);
  return all
    .filter((one) => one.month >= from && !isEmpty(one))
    .sort((a, b) => a.month.localeCompare(b.month) || (a.country ?? '').localeCompare(b.country ?? ''));
}

/** Every entry belongs to one of these kinds, so the amount owed is always their sum. */
function movementOf({ type, contra, isOfPayment }: KindSum): Movement {
  if (contra === 'revenue') return 'used';
  if (type === 'expiry') return 'expired';
  if (type === 'refund') return 'refunded';
  return type === 'purchase' || (type === 'grant' && isOfPayment) ? 'sold' : 'given';
}

function monthsBetween(from: string, to: string): string[] {
  const months: string[] = [];
  for (let at = new Date(`${from}-01T00:00:00Z`); months.length < 2_400; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7);
    if (month > to) break;
    months.push(month);
  }
  return months;
}
