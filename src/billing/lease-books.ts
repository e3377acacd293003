// How leases are kept where several nodes share a database: every charge is one with others in a statement, on disk before it is told.
import { Batcher } from '../core/batcher.ts';
import type { Environment } from '../core/caller.ts';
import type { MicroCredits } from '../core/money.ts';
import { askForClaim } from '../store/claims.ts';
import type { Database } from '../store/database.ts';
import {
  chargeLeases,
  endExpiredLeases,
  endLeases,
  extendLease,
  keepLeases,
  LEASE_TAKEN_BACK,
  type LeaseCharge,
} from '../store/leases.ts';

export interface LeaseOwner {
  accountId: string;
  environment: Environment;
}

export interface Lease extends LeaseOwner {
  id: string;
  free: MicroCredits;
  /** Calls that were granted and have not ended. */
  running: number;
  /** Taken back by the database, or returned: nothing more is granted from it. */
  isOver: boolean;
  /** What the account has beside a firm lease, as the database said last. */
  beside: MicroCredits;
}

export interface Charged {
  /** What the account has left. */
  remaining: MicroCredits;
  /** When it is on disk; absent: it is. */
  written?: Promise<void>;
}

/** Where leases come from and where their charges go. */
export interface LeaseBooks {
  /** Nobody else can take such a lease back: also what is given away before it is settled may be granted from it. */
  readonly isFirm: boolean;
  /** False while charges cannot be taken. */
  readonly isOpen: boolean;
  /** Adds to `lease.free`, or says that the lease is over; how much it added. Less than `least` would be of no use. */
  extend(lease: Lease, isNew: boolean, wanted: MicroCredits, least: MicroCredits): Promise<MicroCredits>;
  /** Frees the rest of what was held; undefined when the lease was taken back and nothing was charged. */
  charge(lease: Lease, held: MicroCredits, charge: LeaseCharge): Charged | Promise<Charged | undefined>;
  /** Gives back what is free of a lease that others need; whether that was anything. */
  giveBack(lease: Lease): Promise<boolean>;
  /** The same of a lease that another process has. */
  askOthers(owner: LeaseOwner): Promise<boolean>;
  end(leases: readonly Lease[]): Promise<void>;
  keep(leases: readonly Lease[]): Promise<void>;
  /** When everything that was charged is in the database. */
  upToDate(): Promise<void>;
  close(): Promise<void>;
}

export class SharedBooks implements LeaseBooks {
  readonly isFirm = false;
  readonly isOpen = true;
  readonly #database: Database;
  readonly #charges: Batcher<LeaseCharge, MicroCredits | undefined>;

  constructor(database: Database) {
    this.#database = database;
    this.#charges = new Batcher((charges) => chargeLeases(database.pool, charges));
  }

  async extend(lease: Lease, isNew: boolean, wanted: MicroCredits): Promise<MicroCredits> {
    const { id, accountId, environment } = lease;
    const got = await extendLease(this.#database.pool, { id, isNew, accountId, environment, wanted });
    lease.isOver = got === LEASE_TAKEN_BACK;
    if (lease.isOver) return 0;
    lease.free += got;
    return got;
  }

  async charge(lease: Lease, held: MicroCredits, charge: LeaseCharge): Promise<Charged | undefined> {
    const remaining = await this.#charges.add(charge);
    lease.isOver ||= remaining === undefined;
    if (remaining === undefined) return undefined;
    lease.free += held - charge.cost;
    return { remaining };
  }

  /** Whoever needs it takes it: see take_back_leases. */
  async giveBack(): Promise<boolean> {
    return false;
  }

  /** Beside a process that keeps a journal. */
  askOthers(owner: LeaseOwner): Promise<boolean> {
    return askForClaim(this.#database.pool, owner);
  }

  async end(leases: readonly Lease[]): Promise<void> {
    if (leases.length === 0) return;
    await endLeases(
      this.#database.pool,
      leases.map(({ id }) => id),
    );
  }

  /** And frees what dead nodes left. */
  async keep(leases: readonly Lease[]): Promise<void> {
    if (leases.length > 0)
      await keepLeases(
        this.#database.pool,
        leases.map(({ id }) => id),
      );
    await endExpiredLeases(this.#database.pool);
  }

  async upToDate(): Promise<void> {}

  async close(): Promise<void> {}
}
