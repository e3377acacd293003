// Who pays upstreams for the running call, batch line or job. Ambient, because routers and engines know the upstream, and only the
// caller's side knows the account: no path may forget to pass it on.
import { AsyncLocalStorage } from 'node:async_hooks';

/** An engine and the model that it serves. */
export interface WorkDoneBy {
  engine: string;
  model: string;
}

export interface WorkUse {
  promptTokens?: number;
  completionTokens?: number;
  cachedTokens?: number;
  cacheWriteTokens?: number;
  images?: number;
  milliseconds?: number;
  characters?: number;
  /** The upstream never told its use. */
  isEstimated?: boolean | undefined;
}

export interface LostWork {
  by: WorkDoneBy;
  error: unknown;
  /** The caller left or cancelled; the attempt did not fail by itself. */
  wasAborted: boolean;
}

/** What is booked for the one who pays. Booking never throws: a lost row must not fail a call. */
export interface WorkBook {
  /** A text model's part in other work, such as lyrics or one round of a build. */
  bookPart(by: WorkDoneBy, use: WorkUse): Promise<void>;
  /** An attempt without a result, which its upstream may bill; its use is unknown. */
  bookLost(lost: LostWork): Promise<void>;
  /** Before an order is placed, which is not placed if this throws. Whoever cancels from then on pays it. */
  orderBegins?(by: WorkDoneBy): Promise<void>;
  /** The upstream certainly does not have the order. */
  orderRefused?(by: WorkDoneBy): Promise<void>;
}

interface CurrentWork {
  book: WorkBook;
  served?: { ordered: string; by: WorkDoneBy };
}

const current = new AsyncLocalStorage<CurrentWork>();

export function withinBook<T>(book: WorkBook, work: () => T): T {
  return current.run({ book }, work);
}

/** Notes which engine serves the calls of a model, for charges that are not told. */
export function noteServed(ordered: string, by: WorkDoneBy): void {
  const work = current.getStore();
  if (work) work.served = { ordered, by };
}

export function servedBy(ordered: string): WorkDoneBy | undefined {
  const served = current.getStore()?.served;
  return served?.ordered === ordered ? served.by : undefined;
}

/** The same for what runs outside of the call, such as its notes. */
export function rememberServed(): (ordered: string) => WorkDoneBy | undefined {
  const work = current.getStore();
  return (ordered) => (work?.served?.ordered === ordered ? work.served.by : undefined);
}

export async function bookPart(by: WorkDoneBy, use: WorkUse): Promise<void> {
  await current.getStore()?.book.bookPart(by, use);
}

export async function bookLost(lost: LostWork): Promise<void> {
  await current.getStore()?.book.bookLost(lost);
}

export async function orderBegins(by: WorkDoneBy): Promise<void> {
  await current.getStore()?.book.orderBegins?.(by);
}

export async function orderRefused(by: WorkDoneBy): Promise<void> {
  await current.getStore()?.book.orderRefused?.(by);
}
