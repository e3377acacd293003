// Seals all ledgers that have new entries: a chore apart from charging, on one node at a time.
import { sql } from 'kysely';
import type { Database, Transaction } from '../../store/database.ts';
import { type LedgerOf, sealAccount } from './seal-account.ts';
import type { SealKeys } from './seal-keys.ts';

/** Accounts in one transaction. */
const MAX_ACCOUNTS = 100;
const MAX_ENTRIES = 20_000;
/** Accounts in one run; the rest waits for the next run. */
const MAX_ROUNDS = 100;

export class LedgerSealing {
  readonly #database: Database;
  readonly #keys: SealKeys;
  #running: Promise<void> | undefined;

  constructor(parts: { database: Database; keys: SealKeys }) {
    this.#database = parts.database;
    this.#keys = parts.keys;
  }

  /** Seals entries committed before this call, unless another node is sealing. */
  async run(): Promise<void> {
    // A run in progress may already have passed an account that has changed since.
    await this.#running?.catch(() => undefined);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Seals the ledger of one account now, so that its proof includes the latest entries. */
  async sealOne(ledger: LedgerOf): Promise<void> {
    const key = await this.#keys.current();
    await this.#database.transaction((trx) => sealAccount(trx, { ledger, key, limit: MAX_ENTRIES }));
  }

  async #run(): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1)
      if (!(await this.#database.transaction((trx) => this.#sealSome(trx)))) return;
  }

  /** True if there is more to seal. */
  async #sealSome(trx: Transaction): Promise<boolean> {
    const key = await this.#keys.current();
    const place = await takePlace(trx);
    if (!place) return false;
    const moved = await listMoved(trx, place.sweptSeq);
    let left = MAX_ENTRIES;
    for (const ledger of moved) {
      left -= await sealAccount(trx, { ledger, key, limit: left });
      if (left <= 0) return true;
    }
    if (moved.length === MAX_ACCOUNTS) return true;
    if (place.isMarkReached) await moveMark(trx, place);
    return false;
  }
}

interface Place {
  sweptSeq: number;
  markSeq: number;
  /** Every transaction that was running at the mark has ended. */
  isMarkReached: boolean;
  nextSeq: number;
  nextXid: number;
}

/**
 * Undefined if another node is sealing. Reads the sequence before taking its own transaction id, so that every entry up
 * to that sequence has a lower transaction id.
 */
async function takePlace(trx: Transaction): Promise<Place | undefined> {
  const lock = await sql<{ isFree: boolean }>`
    select coalesce(pg_try_advisory_xact_lock(hashtext('ledger sealing')), false) as "isFree"`.execute(trx);
  if (!lock.rows[0]?.isFree) return undefined;
  const reached = await sql<{ nextSeq: number }>`
    select coalesce(case when is_called then last_value end, 0) as "nextSeq" from ledger_seq_seq`.execute(trx);
  const { rows } = await sql<Omit<Place, 'nextSeq'>>`
    select swept_seq as "sweptSeq", mark_seq as "markSeq", coalesce(pg_current_xact_id()::text::bigint, 0) as "nextXid",
      -- A restored database counts its transactions anew: none of the mark is running there.
      coalesce(pg_snapshot_xmin(pg_current_snapshot())::text::bigint >= mark_xid or pg_current_xact_id()::text::bigint < mark_xid, false)
        as "isMarkReached"
    from ledger_sealing`.execute(trx);
  const [place] = rows;
  return place && { ...place, nextSeq: reached.rows[0]?.nextSeq ?? 0 };
}

interface Moved {
  accountId: string;
  environment: string;
}

/** Ledgers with entries after their newest seal. */
async function listMoved(trx: Transaction, sweptSeq: number): Promise<Moved[]> {
  const { rows } = await sql<Moved>`
    with moved as (
      select account_id, environment, max(seq) as newest from ledger where seq > ${sweptSeq} group by account_id, environment
    )
    select m.account_id as "accountId", m.environment from moved m
    left join lateral (
      select s.last_seq from ledger_seals s where s.account_id = m.account_id and s.environment = m.environment order by s.day desc limit 1
    ) s on true
    where m.newest > coalesce(s.last_seq, 0) order by m.account_id, m.environment limit ${MAX_ACCOUNTS}`.execute(trx);
  return rows;
}

async function moveMark(trx: Transaction, { markSeq, nextSeq, nextXid }: Place): Promise<void> {
  await sql`update ledger_sealing set swept_seq = ${markSeq}, mark_seq = ${nextSeq}, mark_xid = ${nextXid}`.execute(
    trx,
  );
}
