// The certificate that signs made files: the operator's, or one that the first file makes, stored encrypted with SECRET for all nodes.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import type { Seal } from '../../outbox/seal.ts';
import type { Database, Queries, Transaction } from '../../store/database.ts';
import { makeCertificate } from './certificate.ts';

/** The key-derivation purpose for the keys that sign made files. */
export const MEDIA_KEYS = 'media keys';

/** All as PEM. */
export interface Credential {
  /** The signer's certificate first, then those that issued it, up to the root. */
  certificates: string;
  privateKey: string;
}

interface StoredKey {
  id: string;
  certificate: string;
  issuer: string;
  sealed: Buffer;
}

interface KeyParts {
  database: Database;
  seal: Seal;
  log: Log;
  serviceName: string;
  /** Files of the operator's own certificate and its key. */
  files: { certificate: string; key: string } | null;
}

export class MediaKeys {
  readonly #parts: KeyParts;
  #current: Promise<Credential> | undefined;

  constructor(parts: KeyParts) {
    this.#parts = parts;
  }

  current(): Promise<Credential> {
    this.#current ??= this.#read().catch((error) => {
      this.#current = undefined;
      throw error;
    });
    return this.#current;
  }

  /** Certificates of all signers of this installation: earlier files were signed with earlier ones. */
  async signers(): Promise<string> {
    const { certificates } = await this.current();
    const stored = await listKeys(this.#parts.database.queries);
    return [firstOf(certificates), ...stored.map(({ certificate }) => certificate)].join('\n');
  }

  async #read(): Promise<Credential> {
    const { files, database } = this.#parts;
    if (files)
      return {
        certificates: readFileSync(files.certificate, 'utf8'),
        privateKey: readFileSync(files.key, 'utf8'),
      };
    return database.transaction(async (trx) => {
      await sql`select pg_advisory_xact_lock(hashtext('media keys'))`.execute(trx);
      const [newest] = await listKeys(trx);
      return (newest && this.#open(newest)) ?? this.#make(trx);
    });
  }

  #open({ id, certificate, sealed }: StoredKey): Credential | undefined {
    try {
      return { certificates: certificate, privateKey: this.#parts.seal.open(sealed) };
    } catch {
      this.#parts.log.warn(
        { key: id },
        'the key that signs made files cannot be decrypted because SECRET has changed; a new one signs from now on',
      );
      return undefined;
    }
  }

  async #make(trx: Transaction): Promise<Credential> {
    const { certificate, issuer, privateKey } = await makeCertificate(this.#parts.serviceName);
    const sealed = this.#parts.seal.close(privateKey);
    await sql`insert into media_keys (id, certificate, issuer, sealed)
      values (${newId('mkey')}, ${certificate}, ${issuer}, ${sealed})`.execute(trx);
    return { certificates: certificate, privateKey };
  }
}

function firstOf(certificates: string): string {
  return certificates.slice(0, certificates.indexOf('-----END CERTIFICATE-----') + '-----END CERTIFICATE-----'.length);
}

async function listKeys(queries: Queries): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select id, certificate, issuer, sealed from media_keys order by created_at desc, id desc`.execute(queries);
  return rows;
}

/** For the rotation of SECRET. */
export async function lockMediaKeys(trx: Transaction): Promise<{ id: string; sealed: Buffer }[]> {
  const { rows } = await sql<{ id: string; sealed: Buffer }>`
    select id, sealed from media_keys order by id for update`.execute(trx);
  return rows;
}

export async function putMediaKey(trx: Transaction, id: string, sealed: Buffer): Promise<void> {
  await sql`update media_keys set sealed = ${sealed} where id = ${id}`.execute(trx);
}
