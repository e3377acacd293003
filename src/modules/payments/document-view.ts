// The texts printed on a document: the same for its PDF and its mail.
import { dayIn } from '../../core/time-zone.ts';
import type { BillingDetails } from '../../store/billing-details.ts';
import type { BillingDocument } from '../../store/billing-documents.ts';
import type { Payment } from '../../store/payments.ts';
import type { Seller } from '../../store/seller.ts';
import type { DocumentWords } from './document-words.ts';

export interface Pair {
  name: string;
  value: string;
}

export interface DocumentView {
  title: string;
  /** The seller's name, in large type at the top. */
  sellerName: string;
  sellerLines: string[];
  billTo: string;
  buyerLines: string[];
  facts: Pair[];
  columns: { description: string; amount: string };
  items: { description: string; note: string; amount: string }[];
  sums: Pair[];
  total: Pair;
  notes: string[];
  /** At the bottom of the page. */
  footer: string[];
}

export interface Printed {
  document: BillingDocument;
  payment: Payment;
  email: string;
  issuer: { serviceName: string; serviceUrl: string };
}

export function viewOf(printed: Printed, words: DocumentWords): DocumentView {
  const { document, payment, email, issuer } = printed;
  const { seller, buyer, currency } = document;
  const money = (minor: number) => formatMoney(minor, currency, words);
  const sign = document.kind === 'invoice' ? 1 : -1;
  return {
    title: words.titles[titleOf({ document, payment })],
    sellerName: seller?.name ?? issuer.serviceName,
    sellerLines: seller ? addressOf(seller, words) : [issuer.serviceUrl],
    billTo: words.billTo,
    buyerLines: buyerLines(buyer, email, words),
    facts: [
      { name: words.number, value: document.label ?? document.id },
      { name: words.date, value: formatDay(document.issuedOn, words) },
      ...(seller ? [{ name: words.supplied, value: suppliedOn(printed, words) }] : []),
      ...(document.refersTo ? [{ name: words.refersTo, value: document.refersTo }] : []),
      { name: words.payment, value: payment.id },
    ],
    columns: { description: words.description, amount: words.amount },
    items: itemsOf(document, payment, { words, money: (minor) => money(sign * minor) }),
    sums:
      document.tax > 0 || document.taxRate > 0 || showsZeroRate(document)
        ? [
            { name: words.net, value: money(sign * (document.amount - document.tax)) },
            { name: words.tax(formatRate(document.taxRate, words)), value: money(sign * document.tax) },
          ]
        : [],
    total: { name: words.total, value: money(sign * document.amount) },
    notes: notesOf(printed, words),
    footer: seller ? footerOf(seller, words) : [`${issuer.serviceName}, ${issuer.serviceUrl}`],
  };
}

/** A document without a number of ours is a receipt. */
export function titleOf({ document, payment }: Pick<Printed, 'document' | 'payment'>): keyof DocumentWords['titles'] {
  const isNumbered = document.seller !== null && document.label !== payment.invoiceNumber;
  if (document.kind === 'invoice') return isNumbered ? 'invoice' : 'receipt';
  return isNumbered ? 'credit_note' : 'refund';
}

/** Also that no tax is due is shown, by a seller who charges one. */
function showsZeroRate({ seller, taxKind }: BillingDocument): boolean {
  return seller !== null && (taxKind === 'standard' ? seller.vat_id !== undefined : taxKind !== 'small_business');
}

function formatMoney(minor: number, currency: string, { locale }: DocumentWords): string {
  const text = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(
    // Not -0, which is printed with its sign.
    minor / 100 + 0,
  );
  return `${text} ${currency.toUpperCase()}`;
}

function formatCount(count: number, { locale }: DocumentWords): string {
  return new Intl.NumberFormat(locale).format(count);
}

/** `day`: such as 2026-01-31. */
function formatDay(day: string, { locale }: DocumentWords): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

function formatRate(rate: number, { locale }: DocumentWords): string {
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(rate / 100)} %`;
}

function itemsOf(
  document: BillingDocument,
  payment: Payment,
  { words, money }: { words: DocumentWords; money(minor: number): string },
): DocumentView['items'] {
  const { amount, discount, credits, coupon } = payment;
  const { description, isSaid } = describeSale(payment, words);
  const note = credits > 0 && !isSaid ? `${formatCount(credits, words)} ${words.credits}` : '';
  if (document.reason !== 'payment') {
    const isPart = document.amount < amount;
    return [{ description, note: isPart ? words.partOfPrice : note, amount: money(document.amount) }];
  }
  if (discount === 0) return [{ description, note, amount: money(amount) }];
  return [
    { description, note, amount: money(amount + discount) },
    {
      description: [words.discount, coupon ? words.coupon(coupon) : ''].filter(Boolean).join(' '),
      note: '',
      amount: money(-discount),
    },
  ];
}

/** `isSaid`: the description names the credits. Descriptions are stored in English. */
function describeSale({ description, credits }: Payment, words: DocumentWords) {
  // A purchase of credits is recognised by its description, whatever its thousands separator.
  const isSaid = description.replace(/[^\d]/g, '').startsWith(String(credits));
  if (isSaid && /^[\d.,]+ credits$/.test(description))
    return { description: `${formatCount(credits, words)} ${words.credits}`, isSaid };
  const [, name, from, to] = PLAN_PERIOD.exec(description) ?? [];
  if (name === undefined || from === undefined || to === undefined) return { description, isSaid };
  return { description: `${words.plan(name)}, ${periodOf(from, to, words)}`, isSaid };
}

const PLAN_PERIOD = /^(.+) plan, (\d{4}-\d{2}-\d{2}) to (\d{4}-\d{2}-\d{2})$/;

/** Credits can be used at once; a plan is supplied over its month. */
function suppliedOn(printed: Printed, words: DocumentWords): string {
  const [, , from, to] = PLAN_PERIOD.exec(printed.payment.description) ?? [];
  return from && to ? periodOf(from, to, words) : formatDay(paidOn(printed), words);
}

/** As the seller's clock said when the document was made. */
function paidOn({ document, payment }: Printed): string {
  return dayIn(document.seller?.time_zone ?? 'UTC', payment.createdAt);
}

function periodOf(from: string, to: string, words: DocumentWords): string {
  return words.period(formatDay(from, words), formatDay(to, words));
}

function notesOf(printed: Printed, words: DocumentWords) {
  const { payment, document } = printed;
  const { kind, reason, taxKind, seller, environment } = document;
  const about =
    reason === 'payment'
      ? words.paid(formatDay(paidOn(printed), words))
      : kind === 'invoice'
        ? words.reinstated
        : words.refunded[reason];
  return [
    about,
    ...(taxKind === 'reverse_charge' ? [words.reverseCharge] : []),
    ...(taxKind === 'outside_scope' ? [words.outsideScope] : []),
    ...(taxKind === 'small_business' && seller?.small_business_note ? [seller.small_business_note] : []),
    ...(payment.invoiceNumber ? [words.byGateway(payment.invoiceNumber)] : []),
    ...(environment === 'test' ? [words.sandbox] : []),
  ];
}

function buyerLines(buyer: BillingDetails, email: string, words: DocumentWords): string[] {
  const town = [buyer.postalCode, buyer.city].filter(Boolean).join(' ');
  const kind = buyer.taxIdType?.endsWith('_vat') ? words.vatId : words.taxId;
  const lines = [buyer.name, buyer.line1, buyer.line2, town, buyer.state, countryName(buyer.country, words)].filter(
    Boolean,
  );
  return [...lines, buyer.email ?? email, ...(buyer.taxId ? [`${kind} ${buyer.taxId}`] : [])];
}

function countryName(code: string | null, { locale }: DocumentWords): string {
  return code === null ? '' : (new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code);
}

function addressOf({ line1, line2, postal_code: code, city, state, country }: Seller, words: DocumentWords): string[] {
  const town = [code, city].filter(Boolean).join(' ');
  return [line1, line2, town, state, countryName(country, words)].filter(
    (line) => line !== undefined && line !== '',
  ) as string[];
}

function footerOf(seller: Seller, words: DocumentWords): string[] {
  return [
    [seller.name, ...addressOf(seller, words)].join(', '),
    [
      seller.vat_id ? `${words.vatId} ${seller.vat_id}` : '',
      seller.tax_id ? `${words.taxId} ${seller.tax_id}` : '',
      seller.email ?? '',
    ]
      .filter(Boolean)
      .join(' · '),
    [seller.register, seller.directors].filter(Boolean).join(' · '),
    seller.bank ? `${words.bank}: ${seller.bank}` : '',
    seller.footer ?? '',
  ].filter(Boolean);
}
