// Posts alerts to the incoming webhook of an account's chat (Slack and others that take `{"text": …}`), through the address guard.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import { type GuardedFetch, guardedFetch } from '../net/guarded-fetch.ts';
import type { Database } from '../store/database.ts';
import { alertOf, describeAlert } from './alerts.ts';

interface DueMessage {
  seq: number;
  environment: Environment;
  kind: string;
  subject: string;
  since: string | null;
  period: string | null;
  percent: number | null;
  cap: MicroCredits;
  value: MicroCredits;
  url: string;
  attempts: number;
}

export interface ChatParts {
  database: Database;
  allowPrivate: boolean;
  httpsOnly: boolean;
  fetch?: GuardedFetch;
}

const MAX_AT_ONCE = 20;
const MAX_ATTEMPTS = 6;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4_096;

/** A chore of every node. If a node dies while sending, the message is sent again. */
export async function postChatAlerts(parts: ChatParts): Promise<void> {
  const { rows } = await sql<DueMessage>`
    with due as (
      select seq from budget_alerts where slack_due_at <= now() order by slack_due_at limit ${MAX_AT_ONCE} for update skip locked)
    update budget_alerts b set slack_attempts = b.slack_attempts + 1, slack_due_at = now() + interval '60 seconds' * power(2, b.slack_attempts)
    from due, alert_settings s
    where b.seq = due.seq and s.account_id = b.account_id and s.slack_url is not null
    returning b.seq, b.environment, b.kind, b.subject, b.since::text as since, b.period, b.percent, b.cap, b.value,
      coalesce(s.slack_url, '') as url, b.slack_attempts as attempts`.execute(parts.database.queries);
  await Promise.all(rows.map((message) => post(message, parts)));
}

async function post(message: DueMessage, { database, fetch = guardedFetch, ...rules }: ChatParts): Promise<void> {
  const body = JSON.stringify({ text: describeAlert(alertOf(message), message.environment) });
  const headers = { 'content-type': 'application/json' };
  const limits = { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, cutsOff: true, maxRedirects: 0 };
  const status = await fetch(message.url, { method: 'POST', headers, body, ...limits, ...rules }).then(
    (answer) => answer.status,
    () => 0,
  );
  const isOver =
    (status >= 200 && status < 300) || status === 404 || status === 410 || message.attempts >= MAX_ATTEMPTS;
  if (isOver)
    await sql`update budget_alerts set slack_due_at = null where seq = ${message.seq}`.execute(database.queries);
}

/** Without a URL there is no chat to post to. */
export async function dropChatAlerts(database: Database): Promise<void> {
  await sql`
    update budget_alerts b set slack_due_at = null
    where slack_due_at <= now() and not exists (select 1 from alert_settings s where s.account_id = b.account_id and s.slack_url is not null)`.execute(
    database.queries,
  );
}
