// Grants holds in memory to accounts that call often, out of credits that were set aside for this node.
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { LeaseCharge } from '../store/leases.ts';
import type { Charged, Lease, LeaseBooks, LeaseOwner } from './lease-books.ts';

interface Client extends LeaseOwner {
  lease: Lease | null;
  asking: Promise<void> | null;
  /** How many calls the next lease should last for. */
  calls: number;
  askedMs: number;
  /** The balance is too low for a lease, or somebody needed all of it: not asked for before that. */
  restUntilMs: number;
  usedMs: number;
}

/** Calls within this time of each other are worth a lease. */
const BUSY_MS = 1_000;
const IDLE_MS = 2_000;
const NEEDED_MS = 2_000;
const KEEP_MS = 30_000;
const FIRST_CALLS = 64;
const MOST_CALLS = 8_192;
const MOST_CLIENTS = 10_000;

export class Leases {
  readonly #books: LeaseBooks;
  readonly #clients = new Map<string, Client>();
  #keptMs = Date.now();

  constructor(books: LeaseBooks) {
    this.#books = books;
  }

  /** Whether also what is given away before it is settled may be granted here. */
  get areFirm(): boolean {
    return this.#books.isFirm;
  }

  /** A lease from which the amount was taken, or nothing: then the database is asked. */
  take(owner: LeaseOwner, amount: MicroCredits): Lease | undefined {
    const client = this.#books.isOpen && this.#client(owner);
    if (!client) return undefined;
    const nowMs = Date.now();
    const isBusy = nowMs - client.usedMs < BUSY_MS;
    client.usedMs = nowMs;
    if (client.lease?.isOver) client.lease = null;
    const { lease } = client;
    if (isBusy && (lease?.free ?? 0) < (amount * client.calls) / 2) this.#ask(client, amount, nowMs);
    if (!lease || lease.free < amount) return undefined;
    lease.free -= amount;
    lease.running += 1;
    return lease;
  }

  /** When a lease that was asked for is here, or is refused; undefined when none is on its way. */
  asked(owner: LeaseOwner): Promise<void> | undefined {
    return this.#clients.get(idOf(owner))?.asking ?? undefined;
  }

  /** What is set aside and not granted. */
  freeOf(owner: LeaseOwner): MicroCredits {
    return this.#clients.get(idOf(owner))?.lease?.free ?? 0;
  }

  release(lease: Lease, held: MicroCredits): void {
    lease.running -= 1;
    lease.free += held;
  }

  /** Undefined when the lease was taken back and nothing was charged. */
  charge(lease: Lease, held: MicroCredits, charge: LeaseCharge): Charged | Promise<Charged | undefined> {
    const charged = this.#books.charge(lease, held, charge);
    const end = () => {
      lease.running -= 1;
    };
    if (charged instanceof Promise) charged.then(end, end);
    else if (charged.written) charged.written.then(end, end);
    else end();
    return charged;
  }

  /** For whoever finds an account's credits short, or wants to see all of them: whether anything came free. */
  async giveBack(owner: LeaseOwner): Promise<boolean> {
    const client = this.#clients.get(idOf(owner));
    // Nothing new is asked for while somebody needs it, and what is on its way is given back as well.
    if (client) client.restUntilMs = Date.now() + NEEDED_MS;
    await client?.asking;
    if (!client?.lease) return this.#books.askOthers(owner);
    return this.#books.giveBack(client.lease);
  }

  async giveAllBack(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => this.giveBack(client)));
  }

  /** Everything that was charged is in the database when it resolves. */
  upToDate(): Promise<void> {
    return this.#books.upToDate();
  }

  /** Returns what is not used any more, keeps the rest alive, and frees what dead nodes left. */
  async tend(): Promise<void> {
    const nowMs = Date.now();
    const ended: Lease[] = [];
    for (const [id, client] of this.#clients) {
      const isResting = nowMs - client.usedMs >= IDLE_MS && !client.asking && !client.lease?.running;
      if (!isResting) continue;
      if (client.lease) ended.push(end(client.lease));
      this.#clients.delete(id);
    }
    await this.#books.end(ended);
    if (nowMs - this.#keptMs < KEEP_MS) return;
    this.#keptMs = nowMs;
    await this.#books.keep(this.#leases());
  }

  async close(): Promise<void> {
    const ended = this.#leases().map(end);
    this.#clients.clear();
    try {
      await this.#books.end(ended);
    } finally {
      await this.#books.close();
    }
  }

  #leases(): Lease[] {
    return [...this.#clients.values()].flatMap(({ lease }) => (lease ? [lease] : []));
  }

  #client(owner: LeaseOwner): Client | undefined {
    const id = idOf(owner);
    const known = this.#clients.get(id);
    if (known) return known;
    if (this.#clients.size >= MOST_CLIENTS) return undefined;
    const client = {
      accountId: owner.accountId,
      environment: owner.environment,
      lease: null,
      asking: null,
      calls: FIRST_CALLS,
      askedMs: 0,
      restUntilMs: 0,
      usedMs: 0,
    };
    this.#clients.set(id, client);
    return client;
  }

  /** In the background: whoever calls meanwhile waits for it or goes to the database as if there were no leases. */
  #ask(client: Client, amount: MicroCredits, nowMs: number): void {
    if (client.asking || amount === 0 || nowMs < client.restUntilMs) return;
    if (nowMs - client.askedMs < BUSY_MS) client.calls = Math.min(MOST_CALLS, client.calls * 2);
    client.askedMs = nowMs;
    const { accountId, environment } = client;
    const isNew = client.lease === null;
    const lease = client.lease ?? {
      ...{ id: newId('lease'), accountId, environment },
      ...{ free: 0, running: 0, isOver: false, beside: 0 },
    };
    client.asking = this.#books
      .extend(lease, isNew, amount * client.calls, amount)
      .then((got) => {
        if (got > 0) client.lease = lease;
        if (got < amount) client.restUntilMs = Math.max(client.restUntilMs, Date.now() + BUSY_MS);
      })
      // Without a lease everything works as well, only slower: the next call asks again.
      .catch(() => undefined)
      .finally(() => {
        client.asking = null;
      });
  }
}

function idOf({ accountId, environment }: LeaseOwner): string {
  return `${accountId} ${environment}`;
}

function end(lease: Lease): Lease {
  lease.isOver = true;
  lease.free = 0;
  return lease;
}
