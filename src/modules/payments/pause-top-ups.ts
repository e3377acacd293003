// Pauses an account's automatic top-up and mails the reason to its owner.
import { findAccount } from '../../store/accounts.ts';
import type { Transaction } from '../../store/database.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import { pauseTopUps } from '../../store/top-ups.ts';

/** `reason` is shown with the settings; `mailed` is the mail's text about it. */
export async function pauseAndMail(
  trx: Transaction,
  accountId: string,
  { reason, mailed }: { reason: string; mailed: string },
): Promise<void> {
  if (!(await pauseTopUps(trx, accountId, reason))) return;
  const account = await findAccount(trx, accountId);
  if (!account) return;
  await insertMail(trx, {
    recipient: account.email,
    subject: 'Your automatic top-up is paused',
    body: `${mailed}\n\nTurn automatic top-up on again in the dashboard under Billing if you want it.`,
  });
}
