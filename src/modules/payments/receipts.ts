// An account's payments with their invoices and credit notes, and each document as a PDF.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import type { PageLanguage } from '../../core/page-language.ts';
import { findAccount, lockAccount } from '../../store/accounts.ts';
import { type BillingDocument, findDocument, findOwnDocument, listDocumentsOf } from '../../store/billing-documents.ts';
import type { Database } from '../../store/database.ts';
import { findPayment, listPayments, listUndocumented, lockPayment, type Payment } from '../../store/payments.ts';
import { type DocumentPdfs, fileNameOf } from './document-pdf.ts';
import type { Printed } from './document-view.ts';
import { languageOf } from './document-words.ts';
import { issueDocuments } from './issue-documents.ts';

const MAX_PAYMENTS = 200;
/** In one run of the chore. */
const MAX_MISSING = 100;

export interface PdfFile {
  fileName: string;
  bytes: Uint8Array;
}

export class Receipts {
  readonly #database: Database;
  readonly #pdfs: DocumentPdfs;
  readonly #issuer: Printed['issuer'];

  constructor(parts: { database: Database; pdfs: DocumentPdfs; issuer: Printed['issuer'] }) {
    this.#database = parts.database;
    this.#pdfs = parts.pdfs;
    this.#issuer = parts.issuer;
  }

  async list(caller: Caller): Promise<object> {
    const { queries } = this.#database;
    const payments = await listPayments(queries, caller, MAX_PAYMENTS);
    const documents = await listDocumentsOf(
      queries,
      payments.map(({ id }) => id),
    );
    const of = (payment: Payment) => documents.filter(({ paymentId }) => paymentId === payment.id);
    return { object: 'list', data: payments.map((payment) => present(payment, of(payment))) };
  }

  /** `id`: a document's id, or a payment's, which means its invoice. */
  async pdf(caller: Caller, id: string, language: PageLanguage): Promise<PdfFile> {
    const document = (await findOwnDocument(this.#database.queries, caller, id)) ?? (await this.#firstOf(caller, id));
    if (!document) throw new ServiceError('not_found', 'This payment or document does not exist.');
    return this.#draw(document, language);
  }

  /** For a mail. Undefined if the account no longer exists. */
  async attachment(id: string): Promise<PdfFile | undefined> {
    const document = await findDocument(this.#database.queries, id);
    return document && this.#draw(document, languageOf(document));
  }

  /** A chore: issues documents for payments and refunds that a node of an earlier release has recorded. */
  async documentMissing(): Promise<void> {
    for (const payment of await listUndocumented(this.#database.queries, MAX_MISSING)) await this.#document(payment);
  }

  async #document({ gateway, gatewayId }: Pick<Payment, 'gateway' | 'gatewayId'>): Promise<void> {
    await this.#database.transaction(async (trx) => {
      const payment = await lockPayment(trx, gateway, gatewayId);
      if (!payment) return;
      await lockAccount(trx, payment.accountId);
      await issueDocuments(trx, payment);
    });
  }

  async #firstOf(caller: Caller, paymentId: string): Promise<BillingDocument | undefined> {
    const payment = await findPayment(this.#database.queries, caller, paymentId);
    if (!payment) return undefined;
    if (payment.documented === null) await this.#document(payment);
    return (await listDocumentsOf(this.#database.queries, [payment.id]))[0];
  }

  async #draw(document: BillingDocument, language: PageLanguage): Promise<PdfFile> {
    const { queries } = this.#database;
    const account = await findAccount(queries, document.accountId);
    const payment = await findPayment(queries, document, document.paymentId);
    if (!account || !payment) throw new ServiceError('not_found', 'This document does not exist.');
    const printed = { document, payment, email: account.email, issuer: this.#issuer };
    return { fileName: fileNameOf(printed), bytes: await this.#pdfs.draw(printed, language) };
  }
}

function present(payment: Payment, documents: readonly BillingDocument[]): object {
  return {
    id: payment.id,
    object: 'payment',
    amount: payment.amount,
    tax: documents[0]?.tax ?? payment.tax,
    discount: payment.discount,
    coupon: payment.coupon,
    currency: payment.currency,
    credits: payment.credits,
    description: payment.description,
    invoice_url: payment.invoiceUrl,
    documents: documents.map(presentDocument),
    created_at: payment.createdAt.toISOString(),
  };
}

function presentDocument(document: BillingDocument): object {
  return {
    id: document.id,
    object: document.kind,
    number: document.label,
    refers_to: document.refersTo,
    reason: document.reason,
    amount: document.amount,
    tax: document.tax,
    tax_rate: document.taxRate / 100,
    tax_kind: document.taxKind,
    created_at: document.issuedAt.toISOString(),
  };
}
