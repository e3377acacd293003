// Wires the deletion of accounts: a chore that ends what an account has running, then erases it in bounded batches.
import { listArtifactsOf } from '../artifacts/catalogue.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import type { Log } from '../core/log.ts';
import type { Mailer } from '../mail/port.ts';
import { hasOpenHolds } from '../money/running-holds.ts';
import {
  claimDeletion,
  closeAccount,
  finishDeletion,
  hasRunningJobs,
  listAddresses,
  pauseDeletion,
} from '../store/account-deletions.ts';
import type { Database } from '../store/database.ts';
import { eraseRows } from '../store/erase-rows.ts';
import { ERASED } from '../store/personal-data.ts';
import type { Account } from './account.ts';
import type { Area } from './area.ts';
import type { Events } from './events.ts';
import type { Payments } from './payments.ts';
import type { SharedParts } from './shared-parts.ts';

export interface DeletionParts extends Pick<SharedParts, 'database' | 'log' | 'ending' | 'uncounted'> {
  account: Pick<Account, 'forgetCallers'>;
  payments: Pick<Payments, 'endBilling'>;
  events: Pick<Events, 'mailer'>;
}

export function buildDeletions({ account, payments, events, uncounted, ...shared }: DeletionParts): Area {
  const parts = {
    ...shared,
    files: uncounted,
    mailer: events.mailer,
    forgetCallers: account.forgetCallers,
    endBilling: payments.endBilling,
  };
  return { chores: [{ everyMs: RUN_MS, isSkippedAtStop: true, run: () => runDueDeletion(parts) }] };
}

interface DeletionChoreParts {
  database: Database;
  files: Pick<ArtifactStore, 'remove'>;
  mailer: Pick<Mailer, 'forget'>;
  log: Log;
  ending: AbortSignal;
  forgetCallers(accountId: string): void;
  /** Ends subscriptions and the customer at the payment provider. */
  endBilling(accountId: string): Promise<void>;
}

const RUN_MS = 2_000;
const LEASE_SECONDS = 120;
/** Another node never begins while this one works. */
const WORK_MS = 60_000;
/** Calls, jobs and buffered rows of the account end meanwhile. */
const RETRY_SECONDS = 2;
const AFTER_FAILURE_SECONDS = 300;
const FILES_AT_ONCE = 100;

/** Works on one due account; the next run goes on where this one ended. */
async function runDueDeletion(parts: DeletionChoreParts): Promise<void> {
  const { queries } = parts.database;
  const due = await claimDeletion(queries, LEASE_SECONDS);
  if (!due) return;
  const { accountId } = due;
  try {
    const problem = await goOn(parts, accountId);
    if (problem === undefined) return;
    await pauseDeletion(queries, accountId, { problem, retrySeconds: RETRY_SECONDS });
  } catch (error) {
    parts.log.warn({ err: error, account: accountId }, 'deleting an account failed; it is tried again');
    const problem = error instanceof Error ? error.message.slice(0, 500) : 'unknown';
    await pauseDeletion(queries, accountId, { problem, retrySeconds: AFTER_FAILURE_SECONDS });
  }
}

/** Why it has to go on later; undefined: the account is deleted. */
async function goOn(parts: DeletionChoreParts, accountId: string): Promise<string | null | undefined> {
  const { database, mailer, log } = parts;
  await database.transaction((trx) => closeAccount(trx, accountId));
  parts.forgetCallers(accountId);
  await parts.endBilling(accountId);
  // The sweep of suspended accounts cancels the jobs.
  if (await hasRunningJobs(database.queries, accountId)) return 'waits for the jobs of the account to end';
  if (await hasOpenHolds(database.queries, accountId)) return 'waits for the calls of the account to end';
  // Rows that running calls left meanwhile are found by the next pass: the account ends when a pass finds none.
  if ((await erase(parts, accountId)) > 0) return null;
  const addresses = await listAddresses(database.queries, accountId);
  await mailer.forget?.(addresses);
  await database.transaction((trx) => finishDeletion(trx, accountId));
  parts.forgetCallers(accountId);
  log.info({ account: accountId }, 'an account was deleted');
  return undefined;
}

async function erase(parts: DeletionChoreParts, accountId: string): Promise<number> {
  const endMs = Date.now() + WORK_MS;
  let erased = 0;
  for (const table of ERASED)
    for (;;) {
      const gone =
        table.name === 'artifacts'
          ? await removeFiles(parts, accountId)
          : await eraseRows(parts.database.queries, table, accountId);
      erased += gone;
      if (gone === 0) break;
      if (Date.now() > endMs || parts.ending.aborted) return erased;
    }
  return erased;
}

async function removeFiles({ database, files }: DeletionChoreParts, accountId: string): Promise<number> {
  const ids = await listArtifactsOf(database.queries, accountId, FILES_AT_ONCE);
  for (const id of ids) await files.remove(id);
  return ids.length;
}
