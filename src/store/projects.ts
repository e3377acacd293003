// Projects of the builder: the project, its versions with their files, its preview's data, its conversations.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';

export interface Owner {
  accountId: string;
  environment: Environment;
}

export interface ProjectFile {
  path: string;
  content: string;
}

export interface ProjectRow extends Owner {
  seq: number;
  id: string;
  name: string;
  framework: string;
  version: number;
  previewId: string;
  createdAt: Date;
  updatedAt: Date;
}

export interface VersionRow {
  projectId: string;
  number: number;
  prompt: string;
  summary: string;
  engine: string;
  filesCount: number;
  bytes: number;
  changed: string[];
  blueprint: unknown;
  archivePath: string | null;
  archiveId: string | null;
  createdAt: Date;
}

const PROJECT = sql`seq, id, account_id as "accountId", environment, name, framework, version, preview_id as "previewId", created_at as "createdAt", updated_at as "updatedAt"`;
const VERSION = sql`project_id as "projectId", number, prompt, summary, engine, files_count as "filesCount", bytes, changed, blueprint, archive_id as "archiveId", archive_path as "archivePath", created_at as "createdAt"`;

export async function findProject(queries: Queries, owner: Owner, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${PROJECT} from projects
    where id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}`.execute(queries);
  return rows[0];
}

/** Finds a project for visitors of its preview, who need no account. */
export async function findProjectByPreview(queries: Queries, previewId: string): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`select ${PROJECT} from projects where preview_id = ${previewId}`.execute(
    queries,
  );
  return rows[0];
}

/** Newest first. */
export async function listProjects(
  queries: Queries,
  owner: Owner,
  page: { limit: number; beforeSeq?: number },
): Promise<ProjectRow[]> {
  const { rows } = await sql<ProjectRow>`
    select ${PROJECT} from projects where account_id = ${owner.accountId} and environment = ${owner.environment}
      ${page.beforeSeq === undefined ? sql`` : sql`and seq < ${page.beforeSeq}`}
    order by seq desc limit ${page.limit}`.execute(queries);
  return rows;
}

export async function removeProject(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from projects where id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}
    returning id`.execute(queries);
  return rows.length > 0;
}

export interface NewVersion extends Omit<VersionRow, 'number' | 'createdAt' | 'filesCount' | 'bytes'> {
  jobId: string | null;
  files: readonly ProjectFile[];
}

/** Creates the project if it is new. Concurrent builds are serialised; a job that runs again adds no second version. */
export async function addVersion(
  trx: Transaction,
  project: Owner & { id: string; name: string; framework: string; previewId: string },
  version: NewVersion,
): Promise<number> {
  const packed = await pack(version.files);
  const bytes = version.files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0);
  await sql`
    insert into projects (id, account_id, environment, name, framework, version, preview_id)
    values (${project.id}, ${project.accountId}, ${project.environment}, ${project.name}, ${project.framework}, 0, ${project.previewId})
    on conflict (id) do nothing`.execute(trx);
  await sql`select 1 from projects where id = ${project.id} for update`.execute(trx);
  const made = version.jobId
    ? await sql<{ number: number }>`select number from project_versions where job_id = ${version.jobId}`.execute(trx)
    : { rows: [] };
  if (made.rows[0]) return made.rows[0].number;
  const { rows } = await sql<{ number: number }>`
    insert into project_versions (project_id, number, job_id, prompt, summary, engine, files, files_count, bytes, changed, blueprint, archive_id, archive_path)
    select ${project.id}, coalesce(max(number), 0) + 1, ${version.jobId}, ${version.prompt}, ${version.summary}, ${version.engine}, ${packed},
      ${version.files.length}, ${bytes}, ${version.changed}::text[], ${toJson('project_versions.blueprint', version.blueprint)}::jsonb, ${version.archiveId}, ${version.archivePath}
    from project_versions where project_id = ${project.id}
    returning number`.execute(trx);
  const number = rows[0]?.number ?? 1;
  await sql`update projects set version = ${number}, name = ${project.name}, updated_at = now() where id = ${project.id}`.execute(
    trx,
  );
  return number;
}

export async function findVersion(
  queries: Queries,
  projectId: string,
  number: number,
): Promise<VersionRow | undefined> {
  const { rows } =
    await sql<VersionRow>`select ${VERSION} from project_versions where project_id = ${projectId} and number = ${number}`.execute(
      queries,
    );
  return rows[0];
}

/** Newest first. */
export async function listVersions(queries: Queries, projectId: string, limit = 200): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${VERSION} from project_versions where project_id = ${projectId} order by number desc limit ${limit}`.execute(
    queries,
  );
  return rows;
}

export async function readFiles(
  queries: Queries,
  projectId: string,
  number: number,
): Promise<ProjectFile[] | undefined> {
  const { rows } = await sql<{
    files: Buffer;
  }>`select files from project_versions where project_id = ${projectId} and number = ${number}`.execute(queries);
  return rows[0] ? unpack(rows[0].files) : undefined;
}

export async function readKept(queries: Queries, projectId: string, kind: 'storage' | 'disk'): Promise<Buffer | null> {
  const { rows } = await sql<{
    content: Buffer;
  }>`select content from project_data where project_id = ${projectId} and kind = ${kind}`.execute(queries);
  return rows[0]?.content ?? null;
}

/** Does nothing if the project was deleted. */
export async function keepData(
  queries: Queries,
  projectId: string,
  kind: 'storage' | 'disk',
  content: Uint8Array,
): Promise<void> {
  await sql`
    insert into project_data (project_id, kind, content) select id, ${kind}, ${Buffer.from(content)} from projects where id = ${projectId}
    on conflict (project_id, kind) do update set content = excluded.content, updated_at = now()`.execute(queries);
}

export interface BuilderMessage {
  role: 'user' | 'assistant';
  content: string;
}

export async function readConversation(
  queries: Queries,
  owner: Owner,
  id: string,
  limit = 40,
): Promise<{ projectId: string | null; messages: BuilderMessage[] }> {
  const { rows } = await sql<BuilderMessage & { projectId: string | null }>`
    select role, content, project_id as "projectId" from (
      select * from builder_messages where conversation_id = ${id} and account_id = ${owner.accountId} and environment = ${owner.environment}
      order by seq desc limit ${limit}) as latest order by seq`.execute(queries);
  return { projectId: rows.at(-1)?.projectId ?? null, messages: rows.map(({ role, content }) => ({ role, content })) };
}

export async function addMessages(
  queries: Queries,
  owner: Owner,
  place: { conversationId: string; projectId: string | null },
  messages: readonly BuilderMessage[],
): Promise<void> {
  for (const message of messages)
    await sql`
      insert into builder_messages (conversation_id, account_id, environment, project_id, role, content)
      values (${place.conversationId}, ${owner.accountId}, ${owner.environment}, ${place.projectId}, ${message.role}, ${message.content})`.execute(
      queries,
    );
}

async function pack(files: readonly ProjectFile[]): Promise<Buffer> {
  return promisify(gzip)(JSON.stringify(files));
}

async function unpack(packed: Buffer): Promise<ProjectFile[]> {
  return JSON.parse((await promisify(gunzip)(packed)).toString('utf8')) as ProjectFile[];
}
