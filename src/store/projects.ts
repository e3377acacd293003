// Projects of the builder, and their versions with all files.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { sql } from 'kysely';
import { ServiceError } from '../core/errors.ts';
import { findUnsafePath, safeFiles } from '../core/project-path.ts';
import { keepsNothing } from '../core/zero-retention.ts';
import type { Queries, Transaction } from './database.ts';
import { toJson } from './json-columns.ts';
import { addLibraryProject } from './library.ts';
import { type Owner, ownedBy } from './owner.ts';
import { storableText } from './storable-text.ts';

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
  /** Counts the changes of its environment variables. */
  variablesRevision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The outcome of one item of a prompt. */
export interface RequestedItem {
  item: string;
  outcome: string;
  note: string;
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
  requested: RequestedItem[] | null;
  archivePath: string | null;
  archiveId: string | null;
  createdAt: Date;
}

const PROJECT = sql`seq, id, account_id as "accountId", environment, name, framework, version, preview_id as "previewId", variables_revision as "variablesRevision", created_at as "createdAt", updated_at as "updatedAt"`;
const VERSION = sql`project_id as "projectId", number, prompt, summary, engine, files_count as "filesCount", bytes, changed, blueprint, requested, archive_id as "archiveId", archive_path as "archivePath", created_at as "createdAt"`;

export async function findProject(queries: Queries, owner: Owner, id: string): Promise<ProjectRow | undefined> {
  const { rows } = await sql<ProjectRow>`
    select ${PROJECT} from projects
    where id = ${id} and ${ownedBy(owner)}`.execute(queries);
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
    select ${PROJECT} from projects where ${ownedBy(owner)}
      ${page.beforeSeq === undefined ? sql`` : sql`and seq < ${page.beforeSeq}`}
    order by seq desc limit ${page.limit}`.execute(queries);
  return rows;
}

export async function removeProject(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`
    delete from projects where id = ${id} and ${ownedBy(owner)}
    returning id`.execute(queries);
  return rows.length > 0;
}

export interface NewVersion extends Omit<VersionRow, 'number' | 'createdAt' | 'filesCount' | 'bytes'> {
  jobId: string | null;
  files: readonly ProjectFile[];
  /** Adds nothing if the project's version has changed; for edits of a version that a person saw. */
  expectedVersion?: number;
}

/** Null only with `expectedVersion`. Creates the project if it is new. Concurrent builds are serialised; a job that runs again adds no second version. */
export async function addVersion(
  trx: Transaction,
  project: Owner & { id: string; name: string; framework: string; previewId: string },
  version: NewVersion,
): Promise<number | null> {
  const unsafe = findUnsafePath(version.files);
  if (unsafe !== undefined)
    throw new ServiceError('engine_failed', `A project may not hold "${unsafe}": unpacked, it could run a command.`);
  const packed = await pack(version.files);
  const bytes = version.files.reduce((sum, file) => sum + Buffer.byteLength(file.content), 0);
  await sql`
    insert into projects (id, account_id, environment, name, framework, version, preview_id, keeps_nothing)
    values (${project.id}, ${project.accountId}, ${project.environment}, ${project.name}, ${project.framework}, 0, ${project.previewId}, ${keepsNothing()})
    on conflict (id) do nothing`.execute(trx);
  await addLibraryProject(trx, project, { projectId: project.id, prompt: version.prompt });
  const { rows: locked } = await sql<{ version: number }>`
    select version from projects where id = ${project.id} for update`.execute(trx);
  if (version.expectedVersion !== undefined && locked[0]?.version !== version.expectedVersion) return null;
  const made = version.jobId
    ? await sql<{ number: number }>`select number from project_versions where job_id = ${version.jobId}`.execute(trx)
    : { rows: [] };
  if (made.rows[0]) return made.rows[0].number;
  const { rows } = await sql<{ number: number }>`
    insert into project_versions (project_id, number, job_id, prompt, summary, engine, files, files_count, bytes, changed, blueprint, requested, archive_id, archive_path)
    select ${project.id}, coalesce(max(number), 0) + 1, ${version.jobId}, ${version.prompt}, ${storableText(version.summary)}, ${version.engine}, ${packed},
      ${version.files.length}, ${bytes}, ${version.changed}::text[], ${toJson('project_versions.blueprint', version.blueprint)}::jsonb, ${toJson('project_versions.requested', version.requested)}::jsonb, ${version.archiveId}, ${version.archivePath}
    from project_versions where project_id = ${project.id}
    returning number`.execute(trx);
  const number = rows[0]?.number ?? 1;
  const editedBytes = version.jobId ? 0 : storedBytes(version, packed);
  await sql`
    update projects set version = ${number}, name = ${project.name}, edited_bytes = edited_bytes + ${editedBytes}::bigint, updated_at = now()
    where id = ${project.id}`.execute(trx);
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

export interface PackedVersion {
  message: string;
  atMs: number;
  /** The files as they are stored: compressed JSON. */
  files: Buffer;
}

/** All versions, oldest first; undefined if there are more than the bounds allow. */
export async function readPackedVersions(
  queries: Queries,
  projectId: string,
  most: { versions: number; bytes: number },
): Promise<PackedVersion[] | undefined> {
  const { rows: sizes } = await sql<{ versions: number; bytes: number }>`
    select count(*)::integer as versions, coalesce(sum(octet_length(files)), 0)::float8 as bytes
    from project_versions where project_id = ${projectId}`.execute(queries);
  const [size] = sizes;
  if (!size || size.versions > most.versions || size.bytes > most.bytes) return undefined;
  const { rows } = await sql<{ prompt: string; createdAt: Date; files: Buffer }>`
    select prompt, created_at as "createdAt", files from project_versions where project_id = ${projectId}
    order by number limit ${most.versions}`.execute(queries);
  return rows.map(({ prompt, createdAt, files }) => ({ message: prompt, atMs: createdAt.getTime(), files }));
}

/** A version counts at least so much: the quota bounds the number of versions, too. */
const MIN_VERSION_BYTES = 4096;

function storedBytes({ changed, blueprint, requested }: NewVersion, packed: Buffer): number {
  return MIN_VERSION_BYTES + packed.length + Buffer.byteLength(JSON.stringify([changed, blueprint, requested]));
}

async function pack(files: readonly ProjectFile[]): Promise<Buffer> {
  return promisify(gzip)(JSON.stringify(files));
}

async function unpack(packed: Buffer): Promise<ProjectFile[]> {
  return safeFiles(JSON.parse((await promisify(gunzip)(packed)).toString('utf8')) as ProjectFile[]);
}
