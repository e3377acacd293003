// Notes of running streams: what was delivered, kept with the hold, so that a node that dies leaves a bill.
import { sql } from 'kysely';
import type { LoggedRequest } from '../core/logged-request.ts';
import type { MicroCredits } from '../core/money.ts';
import type { Queries } from '../store/database.ts';
import { toJson } from '../store/json-columns.ts';
import type { ServedBy } from './prices.ts';
import type { UsageCount } from './receipt.ts';

/** All that an ordinary settlement writes and that the hold itself does not say. */
export interface Noted {
  cost: MicroCredits;
  description: string;
  usage: UsageCount;
  by: ServedBy | null;
  /** What the upstream bills; null: unknown. */
  billed: MicroCredits | null;
  /** The row of the request log; null: none is kept. */
  log: LoggedRequest | null;
}

declare module '../store/json-columns.ts' {
  interface JsonColumns {
    'holds.noted': Noted;
  }
}

export interface HoldNote {
  holdId: string;
  /** null: the hold is only kept. A hold that was noted is noted each time. */
  noted: Noted | null;
}

/**
 * Notes and keeps many holds in one commit, without waiting for the disk: a crash of the database itself loses the last second.
 * Returns the holds that still exist. A hold that is just being ended is passed by: its end counts, and no lock is waited for.
 */
export async function writeNotes(
  queries: Queries,
  notes: readonly HoldNote[],
  ttlSeconds: number,
): Promise<Set<string>> {
  const ids = notes.map(({ holdId }) => holdId);
  const { rows } = await sql<{ id: string }>`
    with free as materialized (select h.id from holds h where h.id = any(${ids}) for update of h skip locked),
      kept as (
        update holds h set noted = g.noted, expires_at = greatest(h.expires_at, now() + ${ttlSeconds} * interval '1 second')
        from unnest(${ids}::text[], ${notes.map(({ noted }) => toJson('holds.noted', noted))}::json[]) as g(hold, noted)
        where h.id = g.hold and h.id in (select id from free)
      ),
      unsynced as materialized (select set_config('synchronous_commit', 'off', true))
    select h.id from holds h, unsynced where h.id = any(${ids})`.execute(queries);
  return new Set(rows.map(({ id }) => id));
}
