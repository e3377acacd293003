// The Ed25519 keys that sign the seals of ledgers: created on first use, stored encrypted with SECRET, with their
// public keys published.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import type { Seal } from '../../outbox/seal.ts';
import type { Database, Queries, Transaction } from '../../store/database.ts';

/** The key-derivation purpose for the keys that sign ledgers. */
export const LEDGER_KEYS = 'ledger keys';

export interface SigningKey {
  id: string;
  privateKey: KeyObject;
}

interface StoredKey {
  id: string;
  publicKey: string;
  sealed: Buffer;
  createdAt: Date;
}

export class SealKeys {
  readonly #parts: { database: Database; seal: Seal; log: Log };
  #current: Promise<SigningKey> | undefined;

  constructor(parts: { database: Database; seal: Seal; log: Log }) {
    this.#parts = parts;
  }

  /** The newest key; the first call of the first node creates it. */
  current(): Promise<SigningKey> {
    this.#current ??= this.#read().catch((error) => {
      this.#current = undefined;
      throw error;
    });
    return this.#current;
  }

  /** All keys, newest first: earlier seals were signed with earlier keys. */
  async list(): Promise<object[]> {
    await this.current();
    const keys = await listKeys(this.#parts.database.queries);
    return keys.map(({ id, publicKey, createdAt }) => ({
      id,
      created_at: createdAt.toISOString(),
      jwk: { kty: 'OKP', crv: 'Ed25519', x: publicKey },
    }));
  }

  async #read(): Promise<SigningKey> {
    return this.#parts.database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('ledger keys'))`.execute(trx);
      const [newest] = await listKeys(trx);
      return (newest && this.#open(newest)) ?? this.#make(trx);
    });
  }

  #open({ id, sealed }: StoredKey): SigningKey | undefined {
    try {
      const jwk = JSON.parse(this.#parts.seal.open(sealed));
      return { id, privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
    } catch {
      this.#parts.log.warn(
        { key: id },
        'the key that signs ledgers cannot be decrypted because SECRET has changed; a new one signs from now on',
      );
      return undefined;
    }
  }

  async #make(trx: Transaction): Promise<SigningKey> {
    const { privateKey } = generateKeyPairSync('ed25519');
    const id = newId('lkey');
    const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
    const sealed = this.#parts.seal.close(JSON.stringify(privateKey.export({ format: 'jwk' })));
    await sql`insert into ledger_keys (id, public_key, sealed) values (${id}, ${x}, ${sealed})`.execute(trx);
    return { id, privateKey };
  }
}

export function signStatement({ privateKey }: SigningKey, statement: string): string {
  return sign(null, Buffer.from(statement), privateKey).toString('base64');
}

async function listKeys(queries: Queries): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select id, public_key as "publicKey", sealed, created_at as "createdAt" from ledger_keys order by created_at desc, id desc`.execute(
    queries,
  );
  return rows;
}

/** For the rotation of SECRET. */
export async function lockLedgerKeys(trx: Transaction): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from ledger_keys order by id for update`.execute(trx);
  return rows;
}

export async function putLedgerKey(trx: Transaction, id: string, sealed: Buffer): Promise<void> {
  await sql`update ledger_keys set sealed = ${sealed} where id = ${id}`.execute(trx);
}
