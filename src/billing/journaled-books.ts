// How leases are kept where one process has the database to itself: a charge is noted on its own disk, the call is answered, and the
// database hears of it with many others a moment later.
import type { MicroCredits } from '../core/money.ts';
import { ChargeJournal, type Note, readLeftNotes, setAside } from '../store/charge-journal.ts';
import {
  applyCharges,
  beginJournal,
  endClaims,
  extendClaim,
  isRefusal,
  listJournals,
  noteOf,
  reduceClaim,
} from '../store/claims.ts';
import type { Database } from '../store/database.ts';
import type { LeaseCharge } from '../store/leases.ts';
import type { Charged, Lease, LeaseBooks } from './lease-books.ts';

type Complain = (problem: { err: unknown }, text: string) => void;

interface Waiting {
  seq: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** Long enough to gather company, short enough that nobody who looks into the database itself notices. */
const GATHER_MS = 50;
const MOST_AT_ONCE = 512;
/** Beyond it calls are charged in the database, and wait for it. */
const MOST_UNAPPLIED = 4_000;
const AGAIN_MS = 500;
const NOTHING: ReadonlyMap<string, MicroCredits> = new Map();

export class JournaledBooks implements LeaseBooks {
  readonly isFirm = true;
  readonly #database: Database;
  readonly #journal: ChargeJournal;
  readonly #complain: Complain;
  readonly #leases = new Map<string, Lease>();
  readonly #ending = new Set<string>();
  #unapplied: Note[] = [];
  #waiting: Waiting[] = [];
  #isApplying = false;
  /** Of any claim: begun and ended. */
  #changes = 0;
  #isBroken = false;
  #isClosed = false;
  #hurry: () => void = () => undefined;

  private constructor(database: Database, journal: ChargeJournal, complain: Complain) {
    this.#database = database;
    this.#journal = journal;
    this.#complain = complain;
  }

  /** Charges first what a process that was killed has noted. Whoever opens it must have the folder and the database to itself. */
  static async open(database: Database, folder: string, complain: Complain): Promise<JournaledBooks> {
    await applyLeftNotes(database, folder, complain);
    const journal = await ChargeJournal.open(folder);
    await beginJournal(database.pool, journal.id);
    return new JournaledBooks(database, journal, complain);
  }

  get isOpen(): boolean {
    return !this.#isBroken && this.#unapplied.length < MOST_UNAPPLIED;
  }

  async extend(lease: Lease, isNew: boolean, wanted: MicroCredits, least: MicroCredits): Promise<MicroCredits> {
    if (isNew) this.#leases.set(lease.id, lease);
    this.#changes += 1;
    const { got, beside } = await extendClaim(this.#database.pool, lease, wanted, least).catch((error) => {
      // It may have been granted all the same: nobody would give it back otherwise.
      if (isNew) this.#ending.add(lease.id);
      throw error;
    });
    this.#changes += 1;
    lease.free += got;
    lease.beside = beside;
    if (got === 0 && isNew) this.#leases.delete(lease.id);
    return got;
  }

  charge(lease: Lease, held: MicroCredits, charge: LeaseCharge): Charged {
    lease.free += held - charge.cost;
    return { remaining: lease.beside + lease.free, written: this.#note(charge) };
  }

  async giveBack(lease: Lease): Promise<boolean> {
    const unused = lease.free;
    if (unused === 0) return false;
    lease.free = 0;
    this.#changes += 1;
    lease.beside = (await reduceClaim(this.#database.pool, lease, unused)) ?? lease.beside;
    this.#changes += 1;
    return true;
  }

  /** There is one journal: nobody else has any. */
  async askOthers(): Promise<boolean> {
    return false;
  }

  /** Of leases from which nothing is granted any more. What a database that is away does not hear is told it the next time. */
  async end(leases: readonly Lease[]): Promise<void> {
    for (const { id } of leases) this.#ending.add(id);
    if (this.#ending.size === 0) return;
    await this.upToDate();
    const ids = [...this.#ending];
    await endClaims(this.#database.pool, ids);
    for (const id of ids) {
      this.#leases.delete(id);
      this.#ending.delete(id);
    }
  }

  /** Claims do not expire: the next start ends them. */
  async keep(): Promise<void> {}

  async upToDate(): Promise<void> {
    const seq = this.#unapplied.at(-1)?.seq;
    if (seq === undefined) return;
    const isDone = new Promise<void>((resolve, reject) => {
      this.#waiting.push({ seq, resolve, reject });
    });
    this.#hurry();
    await isDone;
  }

  /** What a database that is gone does not take any more, the next start applies. */
  async close(): Promise<void> {
    await this.upToDate().catch(() => undefined);
    this.#isBroken = true;
    this.#isClosed = true;
    this.#hurry();
    await this.#journal.close();
  }

  async #apply(): Promise<void> {
    this.#isApplying = true;
    while (this.#unapplied.length > 0) {
      if (this.#waiting.length === 0) await this.#pause(GATHER_MS);
      const notes = this.#unapplied.slice(0, MOST_AT_ONCE);
      const upto = notes.at(-1)?.seq ?? 0;
      const texts = notes.map(({ text }) => text).join(',');
      const changes = this.#changes;
      try {
        const beside = await applyCharges(this.#database.pool, { journal: this.#journal.id, upto, notes: texts });
        this.#unapplied = this.#unapplied.slice(notes.length);
        this.#journal.release(upto);
        // Where a claim has changed meanwhile, the later word counts.
        this.#learn(changes === this.#changes ? beside : NOTHING, upto);
      } catch (error) {
        this.#complain({ err: error }, 'charges that were noted cannot reach the database: they are tried again');
        for (const { reject } of this.#waiting.splice(0)) reject(error);
        if (this.#isClosed) break;
        await this.#pause(AGAIN_MS);
      }
    }
    this.#isApplying = false;
  }

  #learn(beside: ReadonlyMap<string, MicroCredits>, upto: number): void {
    for (const [id, credits] of beside) {
      const lease = this.#leases.get(id);
      if (lease) lease.beside = credits;
    }
    for (const { seq, resolve } of this.#waiting) if (seq <= upto) resolve();
    this.#waiting = this.#waiting.filter(({ seq }) => seq > upto);
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #note(charge: LeaseCharge): Promise<void> {
    try {
      const note = await this.#journal.append((seq) => noteOf(seq, charge));
      this.#unapplied.push(note);
      if (!this.#isApplying) void this.#apply();
    } catch (error) {
      this.#isBroken = true;
      this.#complain(
        { err: error },
        'charges cannot be noted on this disk: from now on they go to the database at once',
      );
      throw error;
    }
  }
}

/** Charges what a process that was killed has noted. */
export async function applyLeftNotes(database: Database, folder: string, complain: Complain): Promise<void> {
  const known = new Set(await listJournals(database.pool));
  for (const left of await readLeftNotes(folder)) {
    if (!known.has(left.journal)) continue;
    try {
      await applyCharges(database.pool, left);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const place = await setAside(folder);
      complain(
        { err: error },
        `charges of the last run were refused by the database: their notes are kept in ${place}`,
      );
      return;
    }
  }
}
