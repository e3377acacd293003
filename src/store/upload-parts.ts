// Uploads in parts: opened, filled, joined to one file or cancelled, and gone after their hour.
import { sql } from 'kysely';
import type { Database, Queries } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface UploadRow {
  id: string;
  name: string;
  purpose: string;
  bytes: number;
  lifeSeconds: number | null;
  status: 'pending' | 'completed' | 'cancelled';
  /** What it became. */
  fileId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export interface PartRow {
  id: string;
  artifactId: string;
  bytes: number;
}

export type NewUpload = Pick<UploadRow, 'id' | 'name' | 'purpose' | 'bytes' | 'lifeSeconds'> & Owner;

const BATCH = 1_000;
const COLUMNS = sql`id, name, purpose, bytes, life_seconds as "lifeSeconds", status, file_id as "fileId",
  created_at as "createdAt", expires_at as "expiresAt"`;
const LASTS = sql`interval '1 hour'`;
/** Longer than joining 64 MB takes. */
const IS_FREE = sql`status = 'pending' and expires_at > now() and (joining_since is null or joining_since < now() - interval '2 minutes')`;

/** Undefined if the account has `most` open uploads; two at once may exceed it by one, and all of them end after an hour. */
export async function insertUpload(queries: Queries, upload: NewUpload, most: number): Promise<UploadRow | undefined> {
  const { id, accountId, environment, name, purpose, bytes, lifeSeconds } = upload;
  const { rows } = await sql<UploadRow>`
    insert into uploads (id, account_id, environment, name, purpose, bytes, life_seconds, expires_at)
    select ${id}, ${accountId}, ${environment}, ${name}, ${purpose}, ${bytes}::integer, ${lifeSeconds}::integer, now() + ${LASTS}
    where (select count(*) from uploads where account_id = ${accountId} and status = 'pending' and expires_at > now()) < ${most}
    returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

export async function findUpload(queries: Queries, owner: Owner, id: string): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select ${COLUMNS} from uploads where id = ${id} and ${ownedBy(owner)} and expires_at > now()`.execute(queries);
  return rows[0];
}

/** When the part was added; undefined if the upload takes no parts any more, or not this many or these bytes. */
export async function insertPart(
  database: Database,
  { uploadId, id, artifactId, bytes }: PartRow & { uploadId: string },
  most: number,
): Promise<Date | undefined> {
  return database.transaction(async (trx) => {
    // The lock counts parts that arrive together one after the other.
    await sql`select 1 as one from uploads where id = ${uploadId} for update`.execute(trx);
    const { rows } = await sql<{ createdAt: Date }>`
      insert into upload_parts (id, upload_id, artifact_id, bytes)
      select ${id}, u.id, ${artifactId}, ${bytes}::integer from uploads u
      where u.id = ${uploadId} and ${IS_FREE}
        and (select coalesce(sum(p.bytes), 0) + ${bytes}::integer <= u.bytes and count(*) < ${most} from upload_parts p where p.upload_id = u.id)
      returning created_at as "createdAt"`.execute(trx);
    return rows[0]?.createdAt;
  });
}

/** In the order in which they were added. */
export async function listParts(queries: Queries, uploadId: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select id, artifact_id as "artifactId", bytes from upload_parts where upload_id = ${uploadId}
    order by created_at, id`.execute(queries);
  return rows;
}

/** For the one node that joins its parts now; false if another does, or it is not open any more. */
export async function beginJoining(queries: Queries, id: string): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update uploads set joining_since = now() where id = ${id} and ${IS_FREE}`.execute(queries);
  return numAffectedRows > 0n;
}

export async function endJoining(queries: Queries, id: string): Promise<void> {
  await sql`update uploads set joining_since = null where id = ${id} and status = 'pending'`.execute(queries);
}

/** False if it was not open any more. Parts that are being joined cannot be cancelled. */
export async function endUpload(
  database: Database,
  { id, status, fileId }: { id: string; status: 'completed' | 'cancelled'; fileId: string | null },
): Promise<boolean> {
  return database.transaction(async (trx) => {
    const { numAffectedRows = 0n } = await sql`
      update uploads set status = ${status}, file_id = ${fileId}
      where id = ${id} and status = 'pending' and (${status} = 'completed' or ${IS_FREE})`.execute(trx);
    if (numAffectedRows > 0n) await sql`delete from upload_parts where upload_id = ${id}`.execute(trx);
    return numAffectedRows > 0n;
  });
}

/** Their parts are files with the same end, which the chore for expired files removes. */
export async function deleteExpiredUploads(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from uploads where ctid = any(array(
      select ctid from uploads where expires_at < now() limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}
