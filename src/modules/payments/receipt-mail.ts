// Sends the receipt of a live payment by mail, unless the account turned that off.
import type { Account } from '../../store/accounts.ts';
import { readBillingSettings } from '../../store/billing-settings.ts';
import type { Transaction } from '../../store/database.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import type { Payment } from '../../store/payments.ts';
import { receiptRows } from './receipts.ts';

/** In the transaction of the payment: neither exists without the other. */
export async function mailReceipt(trx: Transaction, payment: Payment, account: Account): Promise<void> {
  if (payment.environment !== 'live' || payment.amount === 0) return;
  if (!(await readBillingSettings(trx, account.id)).receiptMail) return;
  const rows = receiptRows(payment, account.email).map(([name, value]) => `${name.padEnd(10)} ${value}`);
  await insertMail(trx, {
    recipient: payment.buyer?.email ?? account.email,
    subject: `Receipt for ${payment.description}`,
    body: `${rows.join('\n')}\n\nThe receipt as PDF is in the dashboard under Billing, Receipts.`,
  });
}
