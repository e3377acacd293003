// The texts of invoices, credit notes and receipts, in every language.
import type { InEachLanguage, PageLanguage } from '../../core/page-language.ts';
import type { BillingDocument } from '../../store/billing-documents.ts';

export interface DocumentWords {
  titles: { invoice: string; credit_note: string; receipt: string; refund: string };
  number: string;
  date: string;
  payment: string;
  refersTo: string;
  /** The day or period of the supply, which tax law wants on an invoice. */
  supplied: string;
  period(from: string, to: string): string;
  plan(name: string): string;
  /** Of a refund that is not the whole price. */
  partOfPrice: string;
  billTo: string;
  vatId: string;
  taxId: string;
  description: string;
  credits: string;
  amount: string;
  discount: string;
  coupon(code: string): string;
  net: string;
  tax(rate: string): string;
  total: string;
  paid(date: string): string;
  refunded: Record<'refund' | 'dispute', string>;
  reinstated: string;
  reverseCharge: string;
  outsideScope: string;
  sandbox: string;
  byGateway(number: string): string;
  bank: string;
  mail: {
    subject(what: string, about: string, from: string | undefined): string;
    gatewayInvoice: string;
    attached: string;
  };
  locale: string;
}

const english: DocumentWords = {
  titles: { invoice: 'Invoice', credit_note: 'Credit note', receipt: 'Receipt', refund: 'Refund' },
  number: 'Number',
  date: 'Date',
  payment: 'Payment',
  refersTo: 'For invoice',
  supplied: 'Date of supply',
  period: (from, to) => `${from} to ${to}`,
  plan: (name) => `${name} plan`,
  partOfPrice: 'Part of the price',
  billTo: 'Bill to',
  vatId: 'VAT id',
  taxId: 'Tax id',
  description: 'Description',
  credits: 'Credits',
  amount: 'Amount',
  discount: 'Discount',
  coupon: (code) => `(coupon ${code})`,
  net: 'Net amount',
  tax: (rate) => `VAT ${rate}`,
  total: 'Total',
  paid: (date) => `Paid on ${date}. Nothing is due.`,
  refunded: {
    refund: 'This amount was refunded to the means of payment.',
    dispute: 'This amount was returned because the payment was disputed.',
  },
  reinstated: 'A dispute ended in favour of the seller: this amount is paid again.',
  reverseCharge: 'Reverse charge: the recipient owes the VAT.',
  outsideScope: 'Not subject to VAT in the country of the seller: the place of supply is that of the recipient.',
  sandbox: 'Sandbox: no money was moved',
  byGateway: (number) => `The payment provider has issued invoice ${number} for this payment.`,
  bank: 'Bank',
  mail: {
    subject: (what, about, from) => `${what}${from ? ` from ${from}` : ''} for ${about}`,
    gatewayInvoice: 'The invoice of the payment provider',
    attached: 'The PDF is attached, and in the dashboard under Billing, Invoices.',
  },
  locale: 'en-GB',
};

const german: DocumentWords = {
  // In German tax law a „Gutschrift“ is an invoice that the customer writes.
  titles: { invoice: 'Rechnung', credit_note: 'Rechnungskorrektur', receipt: 'Beleg', refund: 'Erstattung' },
  number: 'Nummer',
  date: 'Datum',
  payment: 'Zahlung',
  refersTo: 'Zur Rechnung',
  supplied: 'Leistungsdatum',
  period: (from, to) => `${from} bis ${to}`,
  plan: (name) => `Tarif ${name}`,
  partOfPrice: 'Teilbetrag',
  billTo: 'Rechnung an',
  vatId: 'USt-IdNr.',
  taxId: 'Steuernummer',
  description: 'Beschreibung',
  credits: 'Credits',
  amount: 'Betrag',
  discount: 'Rabatt',
  coupon: (code) => `(Gutschein ${code})`,
  net: 'Nettobetrag',
  tax: (rate) => `USt. ${rate}`,
  total: 'Gesamtbetrag',
  paid: (date) => `Bezahlt am ${date}. Es ist nichts mehr zu zahlen.`,
  refunded: {
    refund: 'Dieser Betrag wurde auf das Zahlungsmittel erstattet.',
    dispute: 'Dieser Betrag wurde zurückgegeben, weil der Zahlung widersprochen wurde.',
  },
  reinstated: 'Ein Widerspruch wurde zugunsten des Verkäufers entschieden: Dieser Betrag ist wieder bezahlt.',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
  outsideScope: 'Nicht im Inland steuerbare Leistung: Der Leistungsort liegt beim Leistungsempfänger.',
  sandbox: 'Sandbox: Es wurde kein Geld bewegt',
  byGateway: (number) => `Der Zahlungsdienst hat für diese Zahlung die Rechnung ${number} ausgestellt.`,
  bank: 'Bank',
  mail: {
    subject: (what, about, from) => `${what}${from ? ` von ${from}` : ''}: ${about}`,
    gatewayInvoice: 'Die Rechnung des Zahlungsdienstes',
    attached: 'Das PDF ist angehängt und liegt im Dashboard unter Abrechnung, Rechnungen.',
  },
  locale: 'de-DE',
};

const GERMAN_SPEAKING: ReadonlySet<string> = new Set(['DE', 'AT', 'LI']);

/** Of a mail, which nobody asks for with a browser: the language of the buyer's country, else of the seller's. */
export function languageOf({ country, seller }: Pick<BillingDocument, 'country' | 'seller'>): PageLanguage {
  return GERMAN_SPEAKING.has(country ?? seller?.country ?? '') ? 'de' : 'en';
}

export const DOCUMENT_WORDS: InEachLanguage<DocumentWords> = { en: english, de: german };
