// Sends an invoice or a credit note by mail, as text and as HTML, with the PDF attached, unless the account turned that off.
import { findAccount } from '../../store/accounts.ts';
import type { BillingDocument } from '../../store/billing-documents.ts';
import { readBillingSettings } from '../../store/billing-settings.ts';
import type { Transaction } from '../../store/database.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import type { Payment } from '../../store/payments.ts';
import { viewOf } from './document-view.ts';
import { DOCUMENT_WORDS } from './document-words.ts';

/** In the payment's transaction: neither exists without the other. */
export async function mailDocument(trx: Transaction, document: BillingDocument, payment: Payment): Promise<void> {
  if (document.environment !== 'live') return;
  const account = await findAccount(trx, document.accountId);
  if (!account || !(await readBillingSettings(trx, account.id)).receiptMail) return;
  const issuer = { serviceName: '', serviceUrl: '' };
  const view = viewOf({ document, payment, email: account.email, issuer }, DOCUMENT_WORDS.en);
  const rows = [
    ...view.facts,
    ...view.buyerLines.map((value, index) => ({ name: index === 0 ? view.billTo : '', value })),
    ...view.items.map(({ description, note, amount }) => ({
      name: view.columns.description,
      value: [description, note, amount].filter(Boolean).join(', '),
    })),
    ...view.sums,
    view.total,
  ];
  const link = payment.invoiceUrl ? [`The invoice of the payment provider: ${payment.invoiceUrl}`] : [];
  const notes = [...view.notes, ...link, 'The PDF is attached, and in the dashboard under Billing, Invoices.'];
  await insertMail(trx, {
    recipient: document.buyer.email ?? account.email,
    subject: `${view.title} ${document.label ? `${document.label} ` : ''}for ${payment.description}`,
    body: `${rows.map(({ name, value }) => `${name.padEnd(12)} ${value}`).join('\n')}\n\n${notes.join('\n')}`,
    html: htmlOf({ title: view.title, rows, notes: view.notes, url: payment.invoiceUrl }),
    documentId: document.id,
  });
}

interface MailParts {
  title: string;
  rows: readonly { name: string; value: string }[];
  notes: readonly string[];
  url: string | null;
}

/** Mail programs support tables and inline styles, and little else. */
function htmlOf({ title, rows, notes, url }: MailParts): string {
  const cell = 'padding:4px 12px 4px 0;vertical-align:top;font-size:15px';
  const lines = rows
    .map(
      ({ name, value }) =>
        `<tr><td style="${cell};color:#625e57">${escaped(name)}</td><td style="${cell}">${escaped(value)}</td></tr>`,
    )
    .join('');
  const paragraphs = notes.map((note) => `<p style="margin:8px 0;font-size:15px">${escaped(note)}</p>`).join('');
  const link = url?.startsWith('https://')
    ? `<p style="margin:16px 0"><a href="${escaped(url)}" style="color:#1d6652">The invoice of the payment provider</a></p>`
    : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;background:#f8f6f2;color:#1d1c1a;font-family:Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e4e0d8;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:22px;color:#1d6652">${escaped(title)}</h1>
<table role="presentation" style="border-collapse:collapse">${lines}</table>${paragraphs}${link}
<p style="margin:16px 0 0;font-size:13px;color:#625e57">The PDF is attached, and in the dashboard under Billing, Invoices.</p>
</div></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
