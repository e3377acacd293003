// Sends an invoice or a credit note by mail, as text and as HTML, with the PDF attached, unless the account turned that off.
import type { PageLanguage } from '../../core/page-language.ts';
import { findAccount } from '../../store/accounts.ts';
import type { BillingDocument } from '../../store/billing-documents.ts';
import { readBillingSettings } from '../../store/billing-settings.ts';
import type { Transaction } from '../../store/database.ts';
import { insertMail } from '../../store/outgoing-mails.ts';
import type { Payment } from '../../store/payments.ts';
import { type DocumentView, viewOf } from './document-view.ts';
import { DOCUMENT_WORDS, languageOf } from './document-words.ts';

/** In the payment's transaction: neither exists without the other. */
export async function mailDocument(trx: Transaction, document: BillingDocument, payment: Payment): Promise<void> {
  if (document.environment !== 'live') return;
  const account = await findAccount(trx, document.accountId);
  if (!account || !(await readBillingSettings(trx, account.id)).receiptMail) return;
  const issuer = { serviceName: '', serviceUrl: '' };
  const language = languageOf(document);
  const words = DOCUMENT_WORDS[language];
  const view = viewOf({ document, payment, email: account.email, issuer }, words);
  const { seller } = document;
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
  const link = payment.invoiceUrl ? [`${words.mail.gatewayInvoice}: ${payment.invoiceUrl}`] : [];
  const notes = [...view.notes, ...link, words.mail.attached];
  // Without a seller it would name the service, which the sender does.
  const from = seller ? view.footer : [];
  await insertMail(trx, {
    recipient: document.buyer.email ?? account.email,
    subject: words.mail.subject(
      [view.title, document.label].filter(Boolean).join(' '),
      payment.description,
      seller?.name,
    ),
    body: [
      ...(seller ? [seller.name, ''] : []),
      ...rows.map(({ name, value }) => `${name.padEnd(12)} ${value}`),
      ...['', ...notes],
      ...(from.length > 0 ? ['', ...from] : []),
    ].join('\n'),
    html: htmlOf({ view, rows, url: payment.invoiceUrl, language, from }),
    documentId: document.id,
    replyTo: seller?.email,
  });
}

interface MailParts {
  view: DocumentView;
  rows: readonly { name: string; value: string }[];
  url: string | null;
  language: PageLanguage;
  from: readonly string[];
}

/** Mail programs support tables and inline styles, and little else. */
function htmlOf({ view: { title, notes, sellerName }, rows, url, language, from }: MailParts): string {
  const words = DOCUMENT_WORDS[language].mail;
  const cell = 'padding:4px 12px 4px 0;vertical-align:top;font-size:15px';
  const lines = rows
    .map(
      ({ name, value }) =>
        `<tr><td style="${cell};color:#625e57">${escaped(name)}</td><td style="${cell}">${escaped(value)}</td></tr>`,
    )
    .join('');
  const paragraphs = notes.map((note) => `<p style="margin:8px 0;font-size:15px">${escaped(note)}</p>`).join('');
  const link = url?.startsWith('https://')
    ? `<p style="margin:16px 0"><a href="${escaped(url)}" style="color:#1d6652">${escaped(words.gatewayInvoice)}</a></p>`
    : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:24px;background:#f8f6f2;color:#1d1c1a;font-family:Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e4e0d8;border-radius:12px">
${sellerName ? `<p style="margin:0 0 4px;font-size:15px;font-weight:bold">${escaped(sellerName)}</p>` : ''}<h1 style="margin:0 0 16px;font-size:22px;color:#1d6652">${escaped(title)}</h1>
<table role="presentation" style="border-collapse:collapse">${lines}</table>${paragraphs}${link}
<p style="margin:16px 0 0;font-size:13px;color:#625e57">${[words.attached, ...from].map(escaped).join('<br>')}</p>
</div></body></html>`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
