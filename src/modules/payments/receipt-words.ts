// The words of receipts, in every language.
import type { InEachLanguage } from '../../core/page-language.ts';

export interface ReceiptWords {
  title(service: string): string;
  receipt: string;
  date: string;
  paidBy: string;
  billTo: string;
  taxId: string;
  for: string;
  discount: string;
  coupon(code: string): string;
  tax: string;
  amount: string;
  credits: string;
  note: string;
  sandbox: string;
  issuedBy: string;
}

const english: ReceiptWords = {
  title: (service) => `Receipt from ${service}`,
  receipt: 'Receipt',
  date: 'Date',
  paidBy: 'Paid by',
  billTo: 'Bill to',
  taxId: 'Tax id',
  for: 'For',
  discount: 'Discount',
  coupon: (code) => `(coupon ${code})`,
  tax: 'Tax',
  amount: 'Amount',
  credits: 'Credits',
  note: 'Note',
  sandbox: 'Sandbox: no money was moved',
  issuedBy: 'Issued by',
};

const german: ReceiptWords = {
  title: (service) => `Beleg von ${service}`,
  receipt: 'Beleg',
  date: 'Datum',
  paidBy: 'Bezahlt von',
  billTo: 'Rechnung an',
  taxId: 'Steuernummer',
  for: 'Für',
  discount: 'Rabatt',
  coupon: (code) => `(Gutschein ${code})`,
  tax: 'Steuer',
  amount: 'Betrag',
  credits: 'Credits',
  note: 'Hinweis',
  sandbox: 'Sandbox: Es wurde kein Geld bewegt',
  issuedBy: 'Ausgestellt von',
};

export const RECEIPT_WORDS: InEachLanguage<ReceiptWords> = { en: english, de: german };
