// The certificate that signs made files: the operator's, or one that the first file makes, stored encrypted with SECRET for all nodes.
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { newId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import type { Seal } from '../../outbox/seal.ts';
import type { Database, Queries, Transaction } from '../../store/database.ts';
import { makeCertificate } from './certificate.ts';

/** The key-derivation purpose for the keys that sign made files. */
export const MEDIA_KEYS = 'media keys';

/** The signer's stands before those of its authorities. */
const FIRST_CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/;

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
    const { files, database } = this.#parts;
    // Notes the operator's certificate, also where nothing was made since it was changed.
    if (files) await this.current().catch(() => undefined);
    const { rows } = await sql<{ certificate: string }>`
      select certificate from media_keys union all select certificate from media_signers`.execute(database.queries);
    return rows.map(({ certificate }) => certificate).join('\n');
  }

  async #read(): Promise<Credential> {
    const { files, database } = this.#parts;
    if (files) {
      const certificates = readFileSync(files.certificate, 'utf8');
      const privateKey = readFileSync(files.key, 'utf8');
      await noteSigner(database.queries, certificates);
      return { certificates, privateKey };
    }
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

/** Before the first file is signed with it. */
async function noteSigner(queries: Queries, certificates: string): Promise<void> {
  const [first = certificates] = FIRST_CERTIFICATE.exec(certificates) ?? [];
  const signer = new X509Certificate(first);
  await sql`insert into media_signers (fingerprint, certificate) values (${signer.fingerprint256}, ${signer.toString()})
    on conflict do nothing`.execute(queries);
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
