// The proof of an account's ledger: sealed now, and sent line by line.
import { Readable } from 'node:stream';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { proofLines } from '../../money/proof/download.ts';
import type { SealKeys } from '../../money/proof/seal-keys.ts';
import type { LedgerSealing } from '../../money/proof/sealing.ts';
import type { Database } from '../../store/database.ts';

export class LedgerProofs {
  readonly #parts: { database: Database; keys: SealKeys; sealing: LedgerSealing };

  constructor(parts: { database: Database; keys: SealKeys; sealing: LedgerSealing }) {
    this.#parts = parts;
  }

  async read({ accountId, environment }: Caller, from: string | undefined): Promise<Readable> {
    if (from !== undefined && Number.isNaN(Date.parse(from)))
      throw new ServiceError('invalid_parameter', '"from" must be a day such as 2026-01-31.', { param: 'from' });
    const ledger = { accountId, environment };
    await this.#parts.sealing.sealOne(ledger);
    return Readable.from(proofLines(this.#parts.database.queries, ledger, from));
  }

  listKeys(): Promise<object[]> {
    return this.#parts.keys.list();
  }
}
