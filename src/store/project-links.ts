// Share links and the publication of a project.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';
import type { ProjectRow } from './projects.ts';

export interface ShareRow {
  id: string;
  token: string;
  expiresAt: Date;
  createdAt: Date;
}

export interface PublicationRow {
  address: string;
  version: number;
  isOn: boolean;
  updatedAt: Date;
}

const SHARE = sql`id, token, expires_at as "expiresAt", created_at as "createdAt"`;
const PUBLICATION = sql`address, version, is_on as "isOn", updated_at as "updatedAt"`;
const SHOWN_PROJECT = sql`p.seq, p.id, p.account_id as "accountId", p.environment, p.name, p.framework, p.preview_id as "previewId", p.variables_revision as "variablesRevision", p.created_at as "createdAt", p.updated_at as "updatedAt"`;

/** Adds nothing if the project has `most` links that are still valid. */
export async function addShare(
  trx: Transaction,
  projectId: string,
  share: { id: string; token: string; expiresAt: Date; most: number },
): Promise<ShareRow | undefined> {
  // Locking the project's row keeps concurrent calls from both passing the count.
  await sql`select 1 from projects where id = ${projectId} for update`.execute(trx);
  const { rows } = await sql<ShareRow>`
    insert into project_shares (id, project_id, token, expires_at)
    select ${share.id}, ${projectId}, ${share.token}, ${share.expiresAt}
    where (select count(*) from project_shares where project_id = ${projectId} and expires_at > now()) < ${share.most}
    returning ${SHARE}`.execute(trx);
  return rows[0];
}

/** The valid ones, newest first. Expired ones are removed on the way. */
export async function listShares(queries: Queries, projectId: string): Promise<ShareRow[]> {
  await sql`delete from project_shares where project_id = ${projectId} and expires_at <= now()`.execute(queries);
  const { rows } = await sql<ShareRow>`
    select ${SHARE} from project_shares where project_id = ${projectId} order by created_at desc limit 100`.execute(
    queries,
  );
  return rows;
}

export async function removeShare(queries: Queries, projectId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from project_shares where id = ${id} and project_id = ${projectId} returning id`.execute(queries);
  return rows.length > 0;
}

export async function findProjectByShare(queries: Queries, token: string): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${SHOWN_PROJECT}, p.version from project_shares s join projects p on p.id = s.project_id
    where s.token = ${token} and s.expires_at > now()`.execute(queries);
  return rows[0];
}

/** The project at its published version. */
export async function findProjectByAddress(queries: Queries, address: string): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${SHOWN_PROJECT}, x.version from project_publications x join projects p on p.id = x.project_id
    where x.address = ${address} and x.is_on`.execute(queries);
  return rows[0];
}

export async function readPublication(queries: Queries, projectId: string): Promise<PublicationRow | undefined> {
  const { rows } = await sql<PublicationRow>`
    select ${PUBLICATION} from project_publications where project_id = ${projectId}`.execute(queries);
  return rows[0];
}

/** Returns nothing if another project has the address. */
export async function putPublication(
  queries: Queries,
  projectId: string,
  publication: { address: string; version: number; isOn: boolean },
): Promise<PublicationRow | undefined> {
  const { address, version, isOn } = publication;
  const { rows } = await sql<PublicationRow>`
    insert into project_publications (project_id, address, version, is_on)
    select ${projectId}, ${address}, ${version}, ${isOn}
    where not exists (select 1 from project_publications where address = ${address} and project_id <> ${projectId})
    on conflict (project_id) do update set address = excluded.address, version = excluded.version, is_on = excluded.is_on, updated_at = now()
    returning ${PUBLICATION}`.execute(queries);
  return rows[0];
}
