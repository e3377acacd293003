// Customers who order renders, builds and checkouts while the service is killed, and count what was acknowledged and what is in doubt.
import { setTimeout as wait } from 'node:timers/promises';
import type { Customer, Kind } from './mixed-load.ts';

const CARD = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' });
/** Between orders: the queue shall hold a few jobs and not hundreds. */
const PAUSE_MS = { image: 900, build: 900, checkout: 150 };
/** What a service answers whose database was killed a moment ago. */
const CUT = [429, 500, 503];

export type Work = keyof typeof PAUSE_MS;
export type OrderingCustomer = Customer & { work: Work; jobs: Set<string> };

interface OrderingLoad {
  /** Resolves when every call that was begun has ended; throws what a customer should never have been answered. */
  stop(): Promise<void>;
}

export function newCustomer(work: Work, { id, key }: { id: string; key: string }): OrderingCustomer {
  const kind: Kind = work === 'checkout' ? 'checkout' : 'job';
  return { work, kind, accountId: id, key, requests: 0, failures: [], done: 0, open: 0, jobs: new Set() };
}

export function startOrderingLoad(origin: string, customers: readonly OrderingCustomer[]): OrderingLoad {
  let isOver = false;
  const live = async (customer: OrderingCustomer) => {
    while (!isOver) {
      await orderOnce(origin, customer);
      await wait(PAUSE_MS[customer.work]);
    }
  };
  const lives = Promise.allSettled(customers.map(live));
  return {
    async stop() {
      isOver = true;
      for (const life of await lives) if (life.status === 'rejected') throw life.reason;
    },
  };
}

async function orderOnce(origin: string, customer: OrderingCustomer): Promise<void> {
  customer.requests += 1;
  try {
    await (customer.work === 'checkout' ? buy(origin, customer) : orderJob(origin, customer));
  } catch (error) {
    // fetch throws a TypeError for a connection that broke.
    if (!(error instanceof TypeError)) throw error;
    customer.failures.push({ atMs: performance.now(), what: error.message });
  }
}

async function orderJob(origin: string, customer: OrderingCustomer): Promise<void> {
  const order =
    customer.work === 'image'
      ? { path: '/v1/image/generate', body: { prompt: 'a red balloon above a lake', width: 512, height: 512 } }
      : { path: '/v1/builder/build', body: { prompt: 'An app to track my bee hives', framework: 'react' } };
  customer.open += 1;
  const { id } = await post(`${origin}${order.path}`, { key: customer.key, body: order.body, wanted: 202 });
  customer.open -= 1;
  customer.done += 1;
  customer.jobs.add(id);
}

async function buy(origin: string, customer: OrderingCustomer): Promise<void> {
  const body = { package: 'small' };
  const session = await post(`${origin}/v1/payments/checkout`, { key: customer.key, body, wanted: 200 });
  customer.open += 1;
  const url = `${origin}${new URL(session.url).pathname}`;
  await readAnswer(await fetch(url, { method: 'POST', body: CARD, redirect: 'manual' }), 303);
  customer.open -= 1;
  customer.done += 1;
}

interface Call {
  key: string;
  body: object;
  wanted: number;
}

/** Asks for a job instead of its result, where there is a choice. */
export async function post(url: string, { key, body, wanted }: Call): Promise<{ id: string; url: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', prefer: 'respond-async' };
  return JSON.parse(
    await readAnswer(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }), wanted),
  );
}

async function readAnswer(answer: Response, wanted: number): Promise<string> {
  const text = await answer.text();
  if (CUT.includes(answer.status)) throw new TypeError(`cut: ${answer.status}`);
  if (answer.status !== wanted) throw new Error(`${answer.url} answered ${answer.status}: ${text.slice(0, 300)}`);
  return text;
}
