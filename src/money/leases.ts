// Grants holds in memory to accounts that call often, from credits that this node has leased.
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Database } from '../store/database.ts';
import { endExpiredLeases, endLeases, extendLease, keepLeases, LEASE_TAKEN_BACK } from './lease-statements.ts';
import type { Settled } from './statements.ts';

export interface LeaseOwner {
  accountId: string;
  environment: Environment;
}

export interface Lease extends LeaseOwner {
  id: string;
  free: MicroCredits;
  /** Granted calls that have not ended. */
  running: number;
  /** Revoked by the database or returned: no more holds are granted from it. */
  isOver: boolean;
}

interface Client extends LeaseOwner {
  lease: Lease | null;
  isAsking: boolean;
  /** How many calls the next lease should cover. */
  calls: number;
  askedMs: number;
  /** The balance is too low for a lease; the next one is requested no earlier than this. */
  restUntilMs: number;
  usedMs: number;
}

/** Calls that follow each other within this time justify a lease. */
const BUSY_MS = 1_000;
const IDLE_MS = 2_000;
const KEEP_MS = 30_000;
const FIRST_CALLS = 64;
const MAX_CALLS = 8_192;
const MAX_CLIENTS = 10_000;

export class Leases {
  readonly #database: Database;
  readonly #clients = new Map<string, Client>();
  #keptMs = Date.now();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Returns the lease that granted the amount, or undefined: then the caller asks the database. */
  take(owner: LeaseOwner, amount: MicroCredits): Lease | undefined {
    const client = this.#client(owner);
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

  /** Settles a granted call and frees the rest of its hold. Returns undefined if the lease was revoked. */
  async end(lease: Lease, held: MicroCredits, settling: Promise<Settled | undefined>): Promise<Settled | undefined> {
    try {
      const settled = await settling;
      if (settled) lease.free += held - settled.charged;
      else lease.isOver = true;
      return settled;
    } finally {
      lease.running -= 1;
    }
  }

  release(lease: Lease, held: MicroCredits): void {
    lease.running -= 1;
    lease.free += held;
  }

  /** Returns unused leases, renews the others, and frees the leases of dead nodes. */
  async runChore(): Promise<void> {
    const nowMs = Date.now();
    const ended: Lease[] = [];
    for (const [id, client] of this.#clients) {
      const isResting = nowMs - client.usedMs >= IDLE_MS && !client.isAsking && !client.lease?.running;
      if (!isResting) continue;
      if (client.lease) ended.push(close(client.lease));
      this.#clients.delete(id);
    }
    await this.#returnLeases(ended);
    if (nowMs - this.#keptMs < KEEP_MS) return;
    this.#keptMs = nowMs;
    const kept = this.#leases();
    if (kept.length > 0) await keepLeases(this.#database.pool, kept.map(idOf));
    await endExpiredLeases(this.#database.pool);
  }

  async close(): Promise<void> {
    const ended = this.#leases().map(close);
    this.#clients.clear();
    await this.#returnLeases(ended);
  }

  async #returnLeases(leases: readonly Lease[]): Promise<void> {
    if (leases.length > 0) await endLeases(this.#database.pool, leases.map(idOf));
  }

  #leases(): Lease[] {
    return [...this.#clients.values()].flatMap(({ lease }) => (lease ? [lease] : []));
  }

  #client(owner: LeaseOwner): Client | undefined {
    const { accountId, environment } = owner;
    const id = `${accountId} ${environment}`;
    const known = this.#clients.get(id);
    if (known) return known;
    if (this.#clients.size >= MAX_CLIENTS) return undefined;
    const client = {
      ...{ accountId, environment, lease: null, isAsking: false },
      ...{ calls: FIRST_CALLS, askedMs: 0, restUntilMs: 0, usedMs: 0 },
    };
    this.#clients.set(id, client);
    return client;
  }

  /** Runs in the background; calls in the meantime use the database. */
  #ask(client: Client, amount: MicroCredits, nowMs: number): void {
    if (client.isAsking || amount === 0 || nowMs < client.restUntilMs) return;
    if (nowMs - client.askedMs < BUSY_MS) client.calls = Math.min(MAX_CALLS, client.calls * 2);
    client.askedMs = nowMs;
    client.isAsking = true;
    this.#extend(client, amount * client.calls)
      .then((got) => {
        if (got < amount) client.restUntilMs = Date.now() + BUSY_MS;
      })
      // Ignored: calls work without a lease, only slower, and the next call asks again.
      .catch(() => undefined)
      .finally(() => {
        client.isAsking = false;
      });
  }

  async #extend(client: Client, wanted: MicroCredits): Promise<MicroCredits> {
    const { accountId, environment } = client;
    const isNew = client.lease === null;
    const lease = client.lease ?? { id: newId('lease'), accountId, environment, free: 0, running: 0, isOver: false };
    const got = await extendLease(this.#database.pool, { id: lease.id, isNew, accountId, environment, wanted });
    lease.isOver ||= got === LEASE_TAKEN_BACK;
    if (got <= 0) return 0;
    lease.free += got;
    client.lease = lease;
    return got;
  }
}

function idOf({ id }: Lease): string {
  return id;
}

function close(lease: Lease): Lease {
  lease.isOver = true;
  lease.free = 0;
  return lease;
}
