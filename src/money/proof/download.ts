// The proof of a ledger as lines of JSON: its start, the entries exactly as they were hashed, and the signed seal.
import type { Queries } from '../../store/database.ts';
import { entryLine, FIRST_HASH } from './entry-line.ts';
import { findSeal, type LedgerOf, type LedgerSeal, readEntries } from './seal-account.ts';

const PAGE_ENTRIES = 500;

/** `from`: a day. Entries sealed before it are omitted, and the seal of that day takes their place. */
export async function* proofLines(queries: Queries, ledger: LedgerOf, from?: string): AsyncGenerator<string> {
  const last = await findSeal(queries, ledger);
  const start = from === undefined ? undefined : await findSeal(queries, ledger, from);
  const { entries, hash, lastSeq } = start ?? { entries: 0, hash: FIRST_HASH, lastSeq: 0 };
  const head = { object: 'ledger.proof', version: 1, account_id: ledger.accountId, environment: ledger.environment };
  yield line({ ...head, start: { entries, hash, seal: start ? sealOf(start) : null } });
  let number = entries;
  let afterSeq = lastSeq;
  while (last && number < last.entries) {
    const rows = await readEntries(queries, ledger, { afterSeq, upToSeq: last.lastSeq, limit: PAGE_ENTRIES });
    if (rows.length === 0) break;
    yield rows.map((row) => `${entryLine(++number, row)}\n`).join('');
    afterSeq = rows.at(-1)?.seq ?? afterSeq;
  }
  yield line({ object: 'ledger.seal', ...(last ? sealOf(last) : { statement: null, signature: null }) });
}

function sealOf({ statement, signature }: LedgerSeal): object {
  return { statement, signature };
}

function line(value: object): string {
  return `${JSON.stringify(value)}\n`;
}
