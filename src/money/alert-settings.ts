// Which budget alerts an account wants.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from '../store/database.ts';
import { MAILED_KINDS } from './alerts.ts';

export interface AlertSettings {
  percents: number[];
  /** Balances in micro-credits, in each environment. */
  levels: MicroCredits[];
  mailKinds: string[];
  slackUrl: string | null;
}

const DEFAULT_PERCENTS = [80, 100];

export async function readAlertSettings(queries: Queries, accountId: string): Promise<AlertSettings> {
  const { rows } = await sql<{
    percents: number[] | null;
    levels: number[] | null;
    mailKinds: string[] | null;
    slackUrl: string | null;
  }>`
    select s.percents, b.alert_levels::float8[] as levels, s.mail_kinds as "mailKinds", s.slack_url as "slackUrl"
    from balances b left join alert_settings s on s.account_id = b.account_id
    where b.account_id = ${accountId} and b.environment = 'live'`.execute(queries);
  const { percents = null, levels = null, mailKinds = null, slackUrl = null } = rows[0] ?? {};
  return {
    percents: percents ?? DEFAULT_PERCENTS,
    levels: levels ?? [],
    mailKinds: mailKinds ?? [...MAILED_KINDS],
    slackUrl,
  };
}

export async function writeAlertSettings(trx: Transaction, accountId: string, settings: AlertSettings): Promise<void> {
  const { percents, levels, mailKinds, slackUrl } = settings;
  await sql`update balances set alert_levels = ${levels.length > 0 ? levels : null}::bigint[] where account_id = ${accountId}`.execute(
    trx,
  );
  await sql`
    insert into alert_settings (account_id, percents, mail_kinds, slack_url)
    values (${accountId}, ${percents}::integer[], ${mailKinds}::text[], ${slackUrl})
    on conflict (account_id) do update set percents = excluded.percents, mail_kinds = excluded.mail_kinds, slack_url = excluded.slack_url`.execute(
    trx,
  );
}
