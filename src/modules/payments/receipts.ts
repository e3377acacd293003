// Receipts: the list of payments, and each payment as a PDF.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { PageLanguage } from '../../core/page-language.ts';
import type { Database } from '../../store/database.ts';
import { findPayment, listPayments, type Payment } from '../../store/payments.ts';
import { buyerLines } from './billing-details.ts';
import { RECEIPT_WORDS, type ReceiptWords } from './receipt-words.ts';
import { textPdf } from './text-pdf.ts';

const MOST_PAYMENTS = 200;

export class Receipts {
  readonly #database: Database;
  readonly #issuer: { serviceName: string; serviceUrl: string };

  constructor(database: Database, issuer: { serviceName: string; serviceUrl: string }) {
    this.#database = database;
    this.#issuer = issuer;
  }

  async list(caller: Caller): Promise<object> {
    const payments = await listPayments(this.#database.queries, caller, MOST_PAYMENTS);
    return { object: 'list', data: payments.map(present) };
  }

  async pdf(caller: Caller, id: string, language: PageLanguage): Promise<Buffer> {
    const payment = await findPayment(this.#database.queries, caller, id);
    if (!payment) throw new ServiceError('not_found', 'This payment does not exist.');
    const { serviceName, serviceUrl } = this.#issuer;
    const words = RECEIPT_WORDS[language];
    const rows: Row[] = [
      ...receiptRows(payment, caller.email, words),
      ...(caller.environment === 'test' ? [[words.note, words.sandbox] as Row] : []),
      [words.issuedBy, `${serviceName}, ${serviceUrl}`],
    ];
    return textPdf(words.title(serviceName), rows);
  }
}

type Row = [name: string, value: string];

export function receiptRows(payment: Payment, email: string, words: ReceiptWords = RECEIPT_WORDS.en): Row[] {
  const money = (amount: number) => `${(amount / 100).toFixed(2)} ${payment.currency.toUpperCase()}`;
  const coupon = payment.coupon ? ` ${words.coupon(payment.coupon)}` : '';
  return [
    [words.receipt, payment.id],
    [words.date, payment.createdAt.toISOString().slice(0, 10)],
    [words.paidBy, payment.buyer?.email ?? email],
    ...buyerLines(payment.buyer, words),
    [words.for, payment.description],
    ...(payment.discount > 0 ? [[words.discount, `-${money(payment.discount)}${coupon}`] as Row] : []),
    ...(payment.tax > 0 ? [[words.tax, money(payment.tax)] as Row] : []),
    [words.amount, money(payment.amount)],
    ...(payment.credits > 0 ? [[words.credits, String(payment.credits)] as Row] : []),
  ];
}

function present(payment: Payment): object {
  return {
    id: payment.id,
    object: 'payment',
    amount: payment.amount,
    tax: payment.tax,
    discount: payment.discount,
    coupon: payment.coupon,
    currency: payment.currency,
    credits: payment.credits,
    description: payment.description,
    created_at: payment.createdAt.toISOString(),
  };
}
