// Receipts: the list of payments, and each payment as a PDF.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { Database } from '../../store/database.ts';
import { findPayment, listPayments, type Payment } from '../../store/payments.ts';
import { buyerLines } from './billing-details.ts';
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

  async pdf(caller: Caller, id: string): Promise<Buffer> {
    const payment = await findPayment(this.#database.queries, caller, id);
    if (!payment) throw new ServiceError('not_found', 'This payment does not exist.');
    const { serviceName, serviceUrl } = this.#issuer;
    return textPdf(`Receipt from ${serviceName}`, [
      ...receiptRows(payment, caller.email),
      ...(caller.environment === 'test' ? [['Note', 'Sandbox: no money was moved'] as [string, string]] : []),
      ['Issued by', `${serviceName}, ${serviceUrl}`],
    ]);
  }
}

export function receiptRows(payment: Payment, email: string): [string, string][] {
  const money = (amount: number) => `${(amount / 100).toFixed(2)} ${payment.currency.toUpperCase()}`;
  return [
    ['Receipt', payment.id],
    ['Date', payment.createdAt.toISOString().slice(0, 10)],
    ['Paid by', payment.buyer?.email ?? email],
    ...buyerLines(payment.buyer),
    ['For', payment.description],
    ...(payment.discount > 0
      ? [
          ['Discount', `-${money(payment.discount)}${payment.coupon ? ` (coupon ${payment.coupon})` : ''}`] as [
            string,
            string,
          ],
        ]
      : []),
    ...(payment.tax > 0 ? [['Tax', money(payment.tax)] as [string, string]] : []),
    ['Amount', money(payment.amount)],
    ...(payment.credits > 0 ? [['Credits', String(payment.credits)] as [string, string]] : []),
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
