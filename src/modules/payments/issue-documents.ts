// Creates the invoices and credit notes of a payment: after every change they add up to the amount paid and not
// refunded.
import { newId } from '../../core/ids.ts';
import { readBillingDetails } from '../../store/billing-details.ts';
import {
  type BillingDocument,
  type DocumentNumber,
  insertDocument,
  listDocumentsOf,
  noteDocumented,
  takeNumber,
} from '../../store/billing-documents.ts';
import { readBookDays } from '../../store/book-days.ts';
import type { Transaction } from '../../store/database.ts';
import type { Payment } from '../../store/payments.ts';
import { sumDisputed } from '../../store/reversals.ts';
import { DEFAULT_SERIES, readSeller, type Seller } from '../../store/seller.ts';
import { mailDocument } from './document-mail.ts';
import { nearestPart, taxOf } from './document-tax.ts';

/** Older payments without a document predate documents: they get none with a number. */
const NUMBERED_FOR_MS = 24 * 60 * 60_000;

/** The last step of a transaction, because others wait for its end to get a number. The payment is locked. */
export async function issueDocuments(trx: Transaction, payment: Payment): Promise<void> {
  const { id, amount, reversed } = payment;
  if (payment.documented === amount - reversed) return;
  const made = await listDocumentsOf(trx, [id]);
  if (payment.documented === null && amount > 0) made.push(await issue(trx, payment, { made, change: amount }));
  const change = amount - reversed - (payment.documented ?? amount);
  if (change !== 0) await issue(trx, payment, { made, change });
  await noteDocumented(trx, id, amount - reversed);
}

/** `change`: minor units added to the documents' total. */
async function issue(
  trx: Transaction,
  payment: Payment,
  { made, change }: { made: readonly BillingDocument[]; change: number },
): Promise<BillingDocument> {
  const [first] = made;
  const isNew = Date.now() - payment.createdAt.getTime() < NUMBERED_FOR_MS;
  const isNumbered = first ? first.seller !== null || first.label !== null : isNew;
  const seller = isNumbered ? ((await readSeller(trx)) ?? first?.seller ?? null) : null;
  const buyer = payment.buyer ?? (await readBillingDetails(trx, payment.accountId));
  const kind = change > 0 ? 'invoice' : 'credit_note';
  const isFirst = first === undefined;
  const whole = first ?? taxOf(payment, buyer, seller);
  const before = made.reduce((sum, one) => sum + (one.kind === 'invoice' ? one.amount : -one.amount), 0);
  // What the documents so far have taxed, not what they should have: the last one makes the sum exact.
  const taxed = made.reduce((sum, one) => sum + (one.kind === 'invoice' ? one.tax : -one.tax), 0);
  const taxAfter = nearestPart(whole.tax, before + change, payment.amount);
  const issuedAt = isFirst && !isNew ? payment.createdAt : new Date();
  const document: BillingDocument = {
    id: newId('doc'),
    accountId: payment.accountId,
    environment: payment.environment,
    paymentId: payment.id,
    kind,
    reason: isFirst ? 'payment' : await reasonOf(trx, payment, { made, change }),
    label: isFirst ? payment.invoiceNumber : null,
    refersTo: isFirst ? null : (first.label ?? payment.id),
    currency: payment.currency,
    amount: Math.abs(change),
    tax: isFirst ? whole.tax : Math.abs(taxAfter - taxed),
    taxRate: whole.taxRate,
    taxKind: whole.taxKind,
    country: buyer.country,
    buyer,
    seller,
    issuedAt,
    issuedOn: (await readBookDays(trx)).dayOf(issuedAt),
  };
  const number = seller && document.label === null ? await numberFor(trx, document, seller) : null;
  if (number) document.label = printed(document, number);
  await insertDocument(trx, document, number);
  if (isNew || !isFirst) await mailDocument(trx, document, payment);
  return document;
}

/** Money comes back only when a dispute is won; it leaves if more is disputed than the documents show. */
export async function reasonOf(
  trx: Transaction,
  payment: Payment,
  { made, change }: { made: readonly BillingDocument[]; change: number },
): Promise<'refund' | 'dispute'> {
  if (change > 0) return 'dispute';
  const told = made
    .filter(({ reason }) => reason === 'dispute')
    .reduce((sum, one) => sum + (one.kind === 'credit_note' ? one.amount : -one.amount), 0);
  return (await sumDisputed(trx, payment)) > told ? 'dispute' : 'refund';
}

function numberFor(trx: Transaction, { environment, kind, issuedOn }: BillingDocument, seller: Seller) {
  const series = (kind === 'invoice' ? seller.invoice_series : seller.credit_note_series) ?? DEFAULT_SERIES[kind];
  return takeNumber(trx, { environment, series, year: Number(issuedOn.slice(0, 4)) });
}

function printed({ environment }: BillingDocument, { series, year, number }: DocumentNumber): string {
  return `${environment === 'test' ? 'TEST-' : ''}${series}-${year}-${String(number).padStart(5, '0')}`;
}
