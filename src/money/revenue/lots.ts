// The credits of an account by what was paid for them: entries of the ledger use them in order, and their share of the payment becomes revenue.
import { type MicroCredits, partOf } from '../../core/money.ts';
import type { BillingDocument } from '../../store/billing-documents.ts';
import type { BookDays } from '../../store/book-days.ts';

export interface Lot {
  /** The payment, or the ledger entry that gave the credits. */
  id: string;
  isPromotional: boolean;
  expiresAt: Date | null;
  seq: number;
  credits: MicroCredits;
  used: MicroCredits;
  /** The entry that used it last; 0: none has. */
  lastUsed: number;
  /** Minor units without tax: invoices less credit notes. */
  value: number;
  recognised: number;
  /** Null until it has a document; free credits never have one. */
  currency: string | null;
  country: string | null;
  taxRate: number | null;
  taxKind: string | null;
}

export interface RevenueEntry {
  seq: number;
  id: string;
  type: string;
  amount: MicroCredits;
  paymentId: string | null;
  createdAt: Date;
  /** Of the grant that it gave. */
  isPromotional: boolean;
  expiresAt: Date | null;
}

export type RevenueDocument = Pick<
  BillingDocument,
  'paymentId' | 'kind' | 'amount' | 'tax' | 'currency' | 'country' | 'taxRate' | 'taxKind' | 'issuedAt'
> & { seq: number };

/** How an amount became revenue. */
type Cause = 'used' | 'expired' | 'other';

export interface RevenueSum extends Record<Cause, number> {
  month: string;
  currency: string;
  country: string;
  taxRate: number;
  taxKind: string;
}

/** Why and when a lot is used. */
interface Use {
  cause: Cause;
  seq: number;
  at: Date;
}

export class Lots {
  readonly changed = new Set<Lot>();
  readonly sums = new Map<string, RevenueSum>();
  readonly #byId: Map<string, Lot>;
  /** Lots with credits left, in the order of use. */
  #open: Lot[];
  debt: MicroCredits;

  readonly #days: Pick<BookDays, 'monthOf'>;

  constructor(lots: readonly Lot[], debt: MicroCredits, days: Pick<BookDays, 'monthOf'>) {
    this.#days = days;
    this.#byId = new Map(lots.map((lot) => [lot.id, lot]));
    this.#open = lots.filter(({ credits, used }) => used < credits).sort(inOrderOfUse);
    this.debt = debt;
  }

  addEntry(entry: RevenueEntry): void {
    const { amount, type, paymentId, seq, createdAt: at } = entry;
    const use = (cause: Cause): Use => ({ cause, seq, at });
    if (amount > 0) {
      if (type === 'expiry' && paymentId !== null)
        this.#giveBack(amount, use('other'), [this.#lotOf(paymentId, entry)]);
      else if (type === 'refund' && paymentId === null) this.#giveBack(amount, use('used'), this.#lastUsed());
      else this.#add(paymentId ?? entry.id, entry, amount);
    } else if (type === 'usage') this.#use(-amount, use('used'), this.#open);
    else if (type === 'expiry') this.#expire(-amount, use('expired'));
    else if (paymentId !== null) this.#takeBack(paymentId, -amount, use('other'));
    else this.#use(-amount, use('expired'), [...this.#open].sort(inOrderOfRemoval));
  }

  /** An invoice raises the value of its payment's credits, a credit note lowers it. */
  addDocument(document: RevenueDocument): void {
    const { paymentId, kind, amount, tax, currency, country, taxRate, taxKind, issuedAt: at } = document;
    const lot = this.#byId.get(paymentId) ?? this.#make(paymentId, NO_TERMS);
    const isFirst = lot.currency === null;
    if (isFirst) Object.assign(lot, { currency, country, taxRate, taxKind });
    lot.value += kind === 'invoice' ? amount - tax : tax - amount;
    // A debt has used the credits before the invoice gave them a value.
    this.#recognise(lot, isFirst && lot.used > 0 ? 'used' : 'other', at);
  }

  #add(id: string, entry: RevenueEntry, amount: MicroCredits): void {
    const lot = this.#lotOf(id, entry);
    lot.credits += amount;
    this.#reopen(lot);
    this.#recognise(lot, 'other', entry.createdAt);
    // Credits pay a debt first: what was used without credits has used these.
    const owed = this.debt;
    this.debt = 0;
    this.#use(owed, { cause: 'used', seq: entry.seq, at: entry.createdAt }, this.#open);
  }

  /** Uses lots in the given order; what none covers is a debt. */
  #use(amount: MicroCredits, { cause, seq, at }: Use, lots: readonly Lot[]): void {
    let left = amount;
    for (const lot of lots) {
      if (left === 0) break;
      const part = Math.min(left, lot.credits - lot.used);
      if (part === 0) continue;
      lot.used += part;
      lot.lastUsed = seq;
      left -= part;
      this.#recognise(lot, cause, at);
    }
    this.debt += left;
    if (this.#open.some(isSpent)) this.#open = this.#open.filter((lot) => !isSpent(lot));
  }

  /** Those whose time is over first, as `expire_grant` takes them. */
  #expire(amount: MicroCredits, use: Use): void {
    const isDue = ({ expiresAt }: Lot) => expiresAt !== null && expiresAt <= use.at;
    this.#use(amount, use, [...this.#open.filter(isDue), ...this.#open.filter((lot) => !isDue(lot))]);
  }

  /** A payment that was returned takes its own credits; what was used of them has used others instead. */
  #takeBack(paymentId: string, amount: MicroCredits, use: Use): void {
    const lot = this.#byId.get(paymentId);
    const own = Math.min(amount, lot?.credits ?? 0);
    let beyond = amount - own;
    if (lot) {
      lot.credits -= own;
      beyond += Math.max(0, lot.used - lot.credits);
      lot.used = Math.min(lot.used, lot.credits);
      this.#recognise(lot, use.cause, use.at);
    }
    this.#use(beyond, use, this.#open);
  }

  /** Undoes uses: first what is a debt, then the given lots in order. What none of them has used is new and free. */
  #giveBack(amount: MicroCredits, { cause, seq, at }: Use, lots: readonly Lot[]): void {
    let left = amount - Math.min(amount, this.debt);
    this.debt -= amount - left;
    for (const lot of lots) {
      const part = Math.min(left, lot.used);
      lot.used -= part;
      left -= part;
      this.#reopen(lot);
      this.#recognise(lot, cause, at);
    }
    if (left > 0) this.#reopen(Object.assign(this.#make(`back_${seq}`, { ...NO_TERMS, seq }), { credits: left }));
  }

  #lastUsed(): Lot[] {
    return [...this.#byId.values()].filter(({ used }) => used > 0).sort((a, b) => b.lastUsed - a.lastUsed);
  }

  /** A payment's first entry gives its lot its terms. */
  #lotOf(id: string, { isPromotional, expiresAt, seq }: RevenueEntry): Lot {
    const lot = this.#byId.get(id);
    if (!lot) return this.#make(id, { isPromotional, expiresAt, seq });
    if (lot.seq === 0) Object.assign(lot, { isPromotional, expiresAt, seq });
    return lot;
  }

  #make(id: string, terms: typeof NO_TERMS): Lot {
    const facts = { currency: null, country: null, taxRate: null, taxKind: null };
    const lot: Lot = { id, ...terms, credits: 0, used: 0, lastUsed: 0, value: 0, recognised: 0, ...facts };
    this.#byId.set(id, lot);
    return lot;
  }

  #reopen(lot: Lot): void {
    this.changed.add(lot);
    if (!isSpent(lot) && !this.#open.includes(lot)) this.#open = [...this.#open, lot].sort(inOrderOfUse);
  }

  /** The share of the value that was used; all of it once no credits are left, and of a payment that gave none. */
  #recognise(lot: Lot, cause: Cause, at: Date): void {
    this.changed.add(lot);
    const due = isSpent(lot) ? lot.value : partOf(lot.value, lot.used, lot.credits);
    const { currency, taxKind } = lot;
    if (due === lot.recognised || currency === null || taxKind === null) return;
    const month = this.#days.monthOf(at);
    const [country, taxRate] = [lot.country ?? '', lot.taxRate ?? 0];
    const name = [month, currency, country, taxRate, taxKind].join(' ');
    const sum = this.sums.get(name) ?? { month, currency, country, taxRate, taxKind, used: 0, expired: 0, other: 0 };
    this.sums.set(name, { ...sum, [cause]: sum[cause] + due - lot.recognised });
    lot.recognised = due;
  }
}

const NO_TERMS = { isPromotional: false, expiresAt: null as Date | null, seq: 0 };

function isSpent({ credits, used }: Lot): boolean {
  return used >= credits;
}

/** As `grants_after` uses credits: promotional ones, then those that expire soonest, then the oldest. */
function inOrderOfUse(a: Lot, b: Lot): number {
  return Number(b.isPromotional) - Number(a.isPromotional) || endOf(a) - endOf(b) || a.seq - b.seq;
}

function endOf({ expiresAt }: Lot): number {
  return expiresAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
}

/** As `post_entry` takes credits away: those without terms first, and free ones before those that were paid for. */
function inOrderOfRemoval(a: Lot, b: Lot): number {
  const rank = ({ isPromotional, expiresAt, currency }: Lot) =>
    (isPromotional || expiresAt !== null ? 2 : 0) + (currency === null ? 0 : 1);
  return rank(a) - rank(b) || inOrderOfUse(a, b);
}
