// Turns the use of paid credits into revenue: reads new entries and documents of each live account once, in their order.
import { sql } from 'kysely';
import { readBookDays } from '../../store/book-days.ts';
import type { Database, Transaction } from '../../store/database.ts';
import {
  addRevenue,
  listUnread,
  type RevenueMark,
  readLots,
  readMark,
  readRevenueDocuments,
  readRevenueEntries,
  writeLots,
  writeMark,
} from './lot-rows.ts';
import { Lots, type RevenueDocument, type RevenueEntry } from './lots.ts';

/** Few enough to block the event loop for only a few milliseconds. */
const MAX_ENTRIES = 1_000;
const MAX_ACCOUNTS = 100;

export class Recognition {
  readonly #database: Database;
  #running: Promise<void> | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads what was committed before this call, on one node at a time. */
  async run(): Promise<void> {
    // A run in progress may already have passed an account that has changed since.
    await this.#running?.catch(() => undefined);
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #run(): Promise<void> {
    for (let after = ''; ; ) {
      const accounts = await listUnread(this.#database.queries, { after, limit: MAX_ACCOUNTS });
      for (const accountId of accounts) while (await this.#database.transaction((trx) => recognise(trx, accountId)));
      if (accounts.length < MAX_ACCOUNTS) return;
      after = accounts.at(-1) ?? after;
    }
  }
}

/** Reads one page of an account; true if there is more. */
async function recognise(trx: Transaction, accountId: string): Promise<boolean> {
  // For all accounts: they share the rows of the months.
  await sql`select pg_advisory_xact_lock(hashtext('revenue'))`.execute(trx);
  const mark = await readMark(trx, accountId);
  const page = { accountId, limit: MAX_ENTRIES };
  const entries = await readRevenueEntries(trx, { ...page, afterSeq: mark.lastEntry });
  const documents = await readRevenueDocuments(trx, { ...page, afterSeq: mark.lastDocument });
  const paymentIds = [...entries, ...documents].flatMap(({ paymentId }) => paymentId ?? []);
  const lots = new Lots(await readLots(trx, accountId, [...new Set(paymentIds)]), mark.debt, await readBookDays(trx));
  const next = readInOrder(lots, mark, { entries, documents });
  await writeLots(trx, accountId, [...lots.changed]);
  await addRevenue(trx, [...lots.sums.values()]);
  await writeMark(trx, accountId, next);
  return entries.length === MAX_ENTRIES || documents.length === MAX_ENTRIES;
}

/** By time, until a full page ends: what follows it may be older than the rest of the other page. */
function readInOrder(
  lots: Lots,
  { lastEntry, lastDocument }: RevenueMark,
  { entries, documents }: { entries: readonly RevenueEntry[]; documents: readonly RevenueDocument[] },
): RevenueMark {
  let [atEntry, atDocument] = [0, 0];
  for (;;) {
    const [entry, document] = [entries[atEntry], documents[atDocument]];
    if (!entry && (!document || entries.length === MAX_ENTRIES)) break;
    if (!document && documents.length === MAX_ENTRIES) break;
    if (entry && (!document || entry.createdAt <= document.issuedAt)) {
      lots.addEntry(entry);
      atEntry += 1;
    } else if (document) {
      lots.addDocument(document);
      atDocument += 1;
    }
  }
  return {
    lastEntry: entries[atEntry - 1]?.seq ?? lastEntry,
    lastDocument: documents[atDocument - 1]?.seq ?? lastDocument,
    debt: lots.debt,
  };
}
