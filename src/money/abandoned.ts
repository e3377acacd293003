// Ends expired holds of dead nodes: each is charged by its last note, or released if it has none.
import { sql } from 'kysely';
import { noteCharge } from '../core/call-trace.ts';
import type { Environment } from '../core/caller.ts';
import type { LoggedRequest } from '../core/logged-request.ts';
import type { MicroCredits } from '../core/money.ts';
import { insertCallCosts } from '../store/call-costs.ts';
import type { Database, Transaction } from '../store/database.ts';
import { insertRequests } from '../store/request-log.ts';
import { costOfCall } from './billed-calls.ts';
import { noteDepletion } from './depletion.ts';
import type { Noted } from './hold-notes.ts';
import { knownCost } from './receipt.ts';
import { type Settled, type Settlement, settleSome } from './statements.ts';

interface AbandonedHold {
  id: string;
  accountId: string;
  environment: Environment;
  requestId: string | null;
  keyId: string | null;
  module: string;
  model: string;
  noted: Noted | null;
}

interface EndedHold extends Settled {
  hold: AbandonedHold;
}

const SWEEP_ROWS = 500;

/** Skips a hold that is extended or noted at the same time. Each hold ends once, whichever process comes first. */
export async function settleAbandoned(database: Database): Promise<{ ended: number; charged: MicroCredits }> {
  const { rows: holds } = await sql<AbandonedHold>`
    select h.id, h.account_id as "accountId", b.environment, h.request_id as "requestId", h.key_id as "keyId", h.module, h.model, h.noted
    from holds h join balances b on b.account_id = h.account_id and b.environment = h.environment
    where h.expires_at < now() order by h.expires_at limit ${SWEEP_ROWS}`.execute(database.queries);
  if (holds.length === 0) return { ended: 0, charged: 0 };
  return database.transaction(async (trx) => {
    const settled = await settleSome(trx, holds.map(settlementOf), { onlyExpired: true });
    const ended = holds.flatMap((hold, index): EndedHold[] => {
      const end = settled.get(index);
      return end ? [{ hold, ...end }] : [];
    });
    await writeBeside(trx, ended);
    return { ended: ended.length, charged: ended.reduce((sum, { charged }) => sum + charged, 0) };
  });
}

function settlementOf({ id, accountId, environment, noted }: AbandonedHold): Settlement {
  return {
    from: { hold: id },
    accountId,
    environment,
    cost: noted?.cost ?? 0,
    description: noted?.description ?? '',
    counted: noted !== null,
    usage: noted?.usage ?? {},
    upstreamCost: noted ? knownCost(noted.usage, noted.billed, noted.by?.engine !== undefined) : 0,
  };
}

/** The other fields that an ordinary settlement writes. */
async function writeBeside(trx: Transaction, ended: readonly EndedHold[]): Promise<void> {
  const noted = ended.flatMap(({ hold, charged, available }) =>
    hold.noted ? [{ hold, noted: hold.noted, charged, available }] : [],
  );
  const costs = noted.flatMap(({ hold, noted: { usage: used, by, billed }, charged: credits }) => {
    const cost = costOfCall(hold, { by: by ?? undefined, used, billed, credits, isPaid: true });
    return cost ? [cost] : [];
  });
  await insertCallCosts(trx, costs);
  const logged = noted.flatMap(({ hold, noted, charged }) => logOf(hold, noted, charged) ?? []);
  if (logged.length > 0) await insertRequests(trx, logged);
  // Once for each account whose credits were used up by this charge, which is rare.
  const emptied = noted.filter(({ charged, available }) => charged > 0 && available <= 0);
  for (const { hold } of emptied) await noteDepletion(trx, hold, 'empty');
}

function logOf({ model }: AbandonedHold, { log, usage, by }: Noted, charged: MicroCredits): LoggedRequest | undefined {
  if (!log) return undefined;
  const row = { ...log };
  noteCharge(row, { model, servedModel: by?.model, upstream: by?.engine, usage, charged });
  return row;
}
