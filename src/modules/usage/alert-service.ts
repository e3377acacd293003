// Reads and changes the budget thresholds at which an account is notified.
import type { Caller } from '../../core/caller.ts';
import { readCredits } from '../../core/credit-amount.ts';
import { microToCredits } from '../../core/money.ts';
import { readAlertSettings, writeAlertSettings } from '../../money/alert-settings.ts';
import { checkUrl } from '../../net/guarded-fetch.ts';
import { insertLog } from '../../store/account-log.ts';
import type { Database } from '../../store/database.ts';
import type { AlertsPatch } from './alert-schema.ts';

export interface AlertParts {
  database: Database;
  allowPrivate: boolean;
  httpsOnly: boolean;
}

export async function showAlerts(database: Database, { accountId }: Caller) {
  const { percents, levels, mailKinds, slackUrl } = await readAlertSettings(database.queries, accountId);
  const balance = levels.map(microToCredits);
  return { object: 'alert_settings', percents, balance, mail: mailKinds, slack_url: slackUrl };
}

/** The chat's URL is a secret and never logged, because anyone who knows it can post there. */
export async function changeAlerts(parts: AlertParts, actor: Caller & { requestId: string }, body: AlertsPatch) {
  const { database } = parts;
  const { percents, balance, mail, slack_url: url } = body;
  const unique = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
  await database.transaction(async (trx) => {
    const before = await readAlertSettings(trx, actor.accountId);
    await writeAlertSettings(trx, actor.accountId, {
      percents: percents === undefined ? before.percents : unique(percents),
      levels: balance === undefined ? before.levels : unique(balance.map((level) => readCredits(level, 'balance'))),
      mailKinds: mail === undefined ? before.mailKinds : [...new Set(mail)],
      slackUrl: url === undefined ? before.slackUrl : url && checkUrl(url, parts).href,
    });
    const { slack_url: _secret, ...told } = body;
    const facts = { action: 'alerts.change' as const, target: actor.accountId };
    await insertLog(trx, actor, { ...facts, after: { ...told, ...(url === undefined ? {} : { chat: url !== null }) } });
  });
  return showAlerts(database, actor);
}
