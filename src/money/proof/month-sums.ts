// Credits by month, holder and country, from the sums of the sealed ledgers: sold, granted, used, refunded, expired, moved with
// customers to other countries, and owed at the end of the month.
import { sql } from 'kysely';
import type { MicroCredits } from '../../core/money.ts';
import type { Queries } from '../../store/database.ts';

export type Movement = 'sold' | 'given' | 'used' | 'refunded' | 'expired' | 'moved';

/** Whose balances they are: the operator's own credits are owed to nobody else. */
export type Holder = 'customers' | 'operator';

export interface CreditMonth extends Record<Movement, MicroCredits> {
  month: string;
  holder: Holder;
  country: string | null;
  /** At the end of the month. */
  owed: MicroCredits;
}

interface KindSum {
  month: string;
  holder: Holder;
  country: string | null;
  type: string;
  contra: string;
  isOfPayment: boolean;
  amount: MicroCredits;
}

const HOLDER = sql`case when a.is_owner then 'operator' else 'customers' end`;

/** `from`, `to`: months such as 2026-01, both included. A month has the country that the account's billing details had at its end. */
export async function sumCredits(queries: Queries, { from, to }: { from: string; to: string }): Promise<CreditMonth[]> {
  const last = `${to}-01`;
  const { rows } = await sql<KindSum>`
    with moves as (
      select c.since as month, ${HOLDER} as holder, c.country, before.country as country_before,
        (select coalesce(sum(m.amount), 0)::bigint from ledger_months m
          where m.account_id = c.account_id and m.environment = 'live' and m.month < c.since) as amount
      from billing_countries c join accounts a on a.id = c.account_id left join lateral (
        select b.country from billing_countries b where b.account_id = c.account_id and b.since < c.since order by b.since desc limit 1
      ) before on true
      where c.since > date '0001-01-01' and c.since <= ${last}::text::date and c.country is distinct from before.country
    ), sums as (
      select m.month, ${HOLDER} as holder, c.country, m.type, m.contra, m.is_of_payment, m.amount
      from ledger_months m left join accounts a on a.id = m.account_id left join lateral (
        select b.country from billing_countries b where b.account_id = m.account_id and b.since <= m.month order by b.since desc limit 1
      ) c on true
      where m.environment = 'live' and m.month <= ${last}::text::date
      union all select month, holder, country, 'moved', '', false, amount from moves
      union all select month, holder, country_before, 'moved', '', false, -amount from moves
    )
    select coalesce(to_char(month, 'YYYY-MM'), '') as month, coalesce(holder, 'customers') as holder, country, coalesce(type, '') as type,
      coalesce(contra, '') as contra, coalesce(is_of_payment, false) as "isOfPayment", coalesce(sum(amount), 0)::bigint as amount
    from sums where amount <> 0 group by 1, 2, 3, 4, 5, 6 order by 1`.execute(queries);
  const months = monthsBetween([rows[0]?.month ?? from, from].sort().at(0) ?? from, to);
  const groups = Map.groupBy(rows, ({ holder, country }) => `${holder} ${country ?? ''}`);
  return [...groups.values()]
    .flatMap((of) => monthsOf(of, months))
    .filter((one) => one.month >= from && !isEmpty(one))
    .sort((a, b) => nameOf(a).localeCompare(nameOf(b)));
}

function nameOf({ month, holder, country }: CreditMonth): string {
  return `${month} ${holder} ${country ?? ''}`;
}

/** Of one holder and country. */
function monthsOf(rows: readonly KindSum[], months: readonly string[]): CreditMonth[] {
  const [first] = rows;
  if (!first) return [];
  const { holder, country } = first;
  let owed = 0;
  return months.map((month) => {
    const sums = { sold: 0, given: 0, used: 0, refunded: 0, expired: 0, moved: 0 };
    for (const row of rows) {
      if (row.month !== month) continue;
      const movement = movementOf(row);
      sums[movement] += IN.has(movement) ? row.amount : -row.amount;
      owed += row.amount;
    }
    return { month, holder, country, ...sums, owed };
  });
}

/** They raise what is owed; the others lower it. */
const IN: ReadonlySet<Movement> = new Set(['sold', 'given', 'moved']);

/** Every entry belongs to one of these kinds, so the amount owed is always their sum. */
function movementOf({ type, contra, isOfPayment }: KindSum): Movement {
  if (type === 'moved') return 'moved';
  if (contra === 'revenue') return 'used';
  if (type === 'expiry') return 'expired';
  if (type === 'refund') return 'refunded';
  return type === 'purchase' || (type === 'grant' && isOfPayment) ? 'sold' : 'given';
}

function isEmpty({ sold, given, used, refunded, expired, moved, owed }: CreditMonth): boolean {
  return [sold, given, used, refunded, expired, moved, owed].every((sum) => sum === 0);
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
