// Reports budgets whose threshold a charge has crossed, by an event, an email and a chat message, from the rows that
// charges left.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import { type MicroCredits, microToCredits } from '../core/money.ts';
import { emitIn } from '../outbox/events.ts';
import type { Database, Transaction } from '../store/database.ts';
import { insertMail } from '../store/outgoing-mails.ts';

interface Crossing {
  seq: number;
  accountId: string;
  environment: Environment;
  kind: string;
  subject: string;
  since: string | null;
  period: string | null;
  percent: number | null;
  cap: MicroCredits;
  value: MicroCredits;
  createdAt: Date;
  email: string;
  mailKinds: string[] | null;
  hasChat: boolean;
}

export interface Alert {
  budget: 'balance' | 'key' | 'member' | 'plan' | 'customer' | 'run';
  id: string | null;
  period: 'day' | 'month' | null;
  period_start: string | null;
  percent: number | null;
  limit: number;
  value: number;
}

/** Mailed unless the account turns it off. Alerts of customers and runs are not: there are too many. */
export const MAILED_KINDS: readonly Alert['budget'][] = ['balance', 'key', 'member', 'plan'];
const MAX_AT_ONCE = 200;

/** A chore of every node. Each crossing is reported once: the event, the mail and the mark are one transaction. */
export function sendAlerts(database: Database, serviceName: string): Promise<number> {
  return database.transaction(async (trx) => {
    const { rows } = await sql<Crossing>`
      select b.seq, b.account_id as "accountId", b.environment, b.kind, b.subject, b.since::text as since, b.period, b.percent, b.cap, b.value,
        b.created_at as "createdAt", a.email, s.mail_kinds as "mailKinds", s.slack_url is not null as "hasChat"
      from budget_alerts b join accounts a on a.id = b.account_id left join alert_settings s on s.account_id = b.account_id
      where b.told_at is null order by b.seq limit ${MAX_AT_ONCE} for update of b skip locked`.execute(trx);
    for (const crossing of rows) await tell(trx, crossing, serviceName);
    return rows.length;
  });
}

async function tell(trx: Transaction, crossing: Crossing, serviceName: string): Promise<void> {
  const { seq, accountId, environment, createdAt, email, mailKinds, hasChat } = crossing;
  const alert = alertOf(crossing);
  const data = { user_id: accountId, ...alert, occurred_at: createdAt.toISOString() };
  await emitIn(trx, { accountId, environment, type: 'budget.threshold', data });
  if ((mailKinds ?? MAILED_KINDS).includes(alert.budget)) {
    const body = `${describeAlert(alert, environment)}\n\nYou choose what you are told with PATCH /account/alerts.`;
    await insertMail(trx, { recipient: email, subject: `${serviceName}: a budget has reached a threshold`, body });
  }
  await sql`update budget_alerts set told_at = now(), slack_due_at = case when ${hasChat} then now() end where seq = ${seq}`.execute(
    trx,
  );
}

export function alertOf(
  crossing: Pick<Crossing, 'kind' | 'subject' | 'since' | 'period' | 'percent' | 'cap' | 'value'>,
): Alert {
  const { subject, since, percent, cap, value } = crossing;
  const numbers = { period_start: since, percent, limit: microToCredits(cap), value: microToCredits(value) };
  const period = crossing.period === 'day' || subject.endsWith(' day') ? 'day' : 'month';
  switch (crossing.kind) {
    case 'balance':
      return { budget: 'balance', id: null, period: null, ...numbers };
    case 'run':
      return { budget: 'run', id: subject, period: null, ...numbers };
    case 'customer':
      return { budget: 'customer', id: subject, period: crossing.period === 'day' ? 'day' : 'month', ...numbers };
  }
  const [id = ''] = subject.split(' ', 1);
  if (id.startsWith('key_')) return { budget: 'key', id, period, ...numbers };
  if (id.startsWith('member_')) return { budget: 'member', id, period, ...numbers };
  return { budget: 'plan', id: null, period, ...numbers };
}

/** The budget as a phrase for people. */
export function describeAlert({ budget, id, period, percent, limit, value }: Alert, environment: Environment): string {
  const where = environment === 'test' ? ' (sandbox)' : '';
  if (budget === 'balance') return `Your balance has fallen to ${value} credits, below ${limit}${where}.`;
  const names = {
    key: `The key ${id}`,
    member: `The member ${id}`,
    plan: 'Your account',
    customer: `The customer ${id}`,
    run: `The run ${id}`,
  };
  const cap = period === null ? 'its budget' : period === 'day' ? 'its daily cap' : 'its monthly cap';
  return `${names[budget]} has used ${percent} % of ${cap}: ${value} of ${limit} credits${where}.`;
}

const BATCH = 1000;
const KEPT_DAYS = 70;

/** Longer than any period, so that a threshold is reported once in it. */
export async function deleteOldAlerts(database: Database): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from budget_alerts where seq = any(array(
      select seq from budget_alerts where created_at < now() - ${KEPT_DAYS} * interval '1 day' and told_at is not null and slack_due_at is null
      limit ${BATCH} for update skip locked))`.execute(database.queries);
  return Number(numAffectedRows);
}
