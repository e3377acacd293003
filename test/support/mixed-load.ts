// Customers who keep calling during a disturbance of the service: paid calls, chats, streams, jobs and checkouts, with
// their outcomes.
import { setTimeout as wait } from 'node:timers/promises';
import type { AccountKeys } from '../../src/app/first-start.ts';
import { until } from './until.ts';

export type Kind = 'paid' | 'chat' | 'stream' | 'job' | 'checkout';

export interface Customer {
  kind: Kind;
  accountId: string;
  key: string;
  /** Requests, and those that were not answered as they should be. */
  requests: number;
  failures: Failure[];
  /** Paid calls, chats, streams, jobs and checkouts of which the customer saw the right end. */
  done: number;
  /** Of these, begun but without an end that the customer saw. */
  open: number;
}

export interface Failure {
  atMs: number;
  what: string;
}

export interface MixedLoad {
  customers: readonly Customer[];
  /** Resolves when everybody was served once; rejects at the first failure. */
  untilServed(): Promise<void>;
  /** Resolves when every call that was begun has ended. */
  stop(): Promise<void>;
}

export interface LoadPlan {
  origin: string;
  model: string;
  /** How many customers of each kind, each with an account of its own. */
  customers: Partial<Record<Kind, number>>;
  account(): Promise<AccountKeys>;
}

const PAUSE_MS: Record<Kind, number> = { paid: 40, chat: 60, stream: 60, job: 500, checkout: 300 };
const AFTER_FAILURE_MS = 100;
const PATIENCE_MS = 60_000;

export async function startMixedLoad({ origin, model, customers: counts, account }: LoadPlan): Promise<MixedLoad> {
  const customers: Customer[] = [];
  for (const [kind, count] of Object.entries(counts) as [Kind, number][])
    for (let made = 0; made < count; made += 1) {
      const { account: opened, liveKey } = await account();
      customers.push({ kind, accountId: opened.id, key: liveKey, requests: 0, failures: [], done: 0, open: 0 });
    }
  const stopping = new AbortController();
  const lives = customers.map((customer) => live(customer, new Caller(origin, model, customer), stopping.signal));
  return {
    customers,
    untilServed: () => untilServed(customers),
    async stop() {
      stopping.abort();
      await Promise.all(lives);
    },
  };
}

async function untilServed(customers: readonly Customer[]): Promise<void> {
  await until(
    () => {
      for (const { kind, failures } of customers) if (failures[0]) throw new Error(`${kind}: ${failures[0].what}`);
      return customers.every(({ done }) => done > 0);
    },
    { saying: 'every customer was served once' },
  );
}

async function live(customer: Customer, caller: Caller, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    customer.open += 1;
    try {
      await caller[customer.kind]();
      customer.done += 1;
      customer.open -= 1;
      await wait(PAUSE_MS[customer.kind]);
    } catch (error) {
      customer.failures.push({ atMs: performance.now(), what: error instanceof Error ? error.message : String(error) });
      await wait(AFTER_FAILURE_MS);
    }
  }
}

class Caller {
  readonly #origin: string;
  readonly #model: string;
  readonly #customer: Customer;

  constructor(origin: string, model: string, customer: Customer) {
    this.#origin = origin;
    this.#model = model;
    this.#customer = customer;
  }

  async paid(): Promise<void> {
    await this.#post('/v1/test/paid', { credits: 0.01, wait_ms: 20 });
  }

  async chat(): Promise<void> {
    const text = await this.#post('/v1/chat/completions', this.#question());
    if (!JSON.parse(text).choices[0].message.content) throw new Error('a chat without an answer');
  }

  async stream(): Promise<void> {
    const text = await this.#post('/v1/chat/completions', { ...this.#question(), stream: true });
    const failed = /data: (\{"error".*)/.exec(text)?.[1];
    if (failed) throw new Error(`a stream ended with ${nameOf(200, failed)}`);
    if (!text.trimEnd().endsWith('data: [DONE]')) throw new Error('a stream was cut off');
  }

  async job(): Promise<void> {
    const order = { prompt: 'a red balloon above a lake', width: 64, height: 64 };
    const text = await this.#post('/v1/image/generate', order, { prefer: 'respond-async' }, 202);
    const { id } = JSON.parse(text) as { id: string };
    for (;;) {
      const job = JSON.parse(await this.#ask(`/v1/jobs/${id}`, {}));
      if (job.status === 'completed') return;
      if (job.status === 'failed') throw new Error(`a job failed: ${job.error?.code}`);
      await wait(PAUSE_MS.job);
    }
  }

  async checkout(): Promise<void> {
    const session = JSON.parse(await this.#post('/v1/payments/checkout', { package: 'small' }));
    const body = new URLSearchParams({ number: '4242 4242 4242 4242', expiry: '12/40', cvc: '123' });
    await this.#ask(new URL(session.url).pathname, { method: 'POST', body, redirect: 'manual' }, 303);
  }

  #question(): object {
    return { model: this.#model, messages: [{ role: 'user', content: 'How deep is the lake?' }], max_tokens: 50 };
  }

  #post(path: string, body: object, headers: Record<string, string> = {}, status = 200): Promise<string> {
    const json = { 'content-type': 'application/json', ...headers };
    return this.#ask(path, { method: 'POST', body: JSON.stringify(body), headers: json }, status);
  }

  async #ask(path: string, { headers, ...init }: RequestInit, status = 200): Promise<string> {
    this.#customer.requests += 1;
    const answer = await fetch(`${this.#origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${this.#customer.key}`, ...(headers as Record<string, string>) },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(nameOf(answer.status, text, answer.headers.get('retry-after')));
    return text;
  }
}

function nameOf(status: number, text: string, retryAfter: string | null = null): string {
  const code = /"code": ?"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 80);
  return `${status} ${code}${retryAfter === null ? '' : ', Retry-After'}`;
}
