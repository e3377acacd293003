// Environment variables of a project, with encrypted values.
import { sql } from 'kysely';
import type { Queries, Transaction } from './database.ts';

export interface VariableRow {
  name: string;
  updatedAt: Date;
}

export interface SealedVariable {
  name: string;
  sealed: Buffer;
}

export async function listVariables(queries: Queries, projectId: string): Promise<VariableRow[]> {
  const { rows } = await sql<VariableRow>`
    select name, updated_at as "updatedAt" from project_variables where project_id = ${projectId} order by name limit 1000`.execute(
    queries,
  );
  return rows;
}

export async function readSealedVariables(queries: Queries, projectId: string): Promise<SealedVariable[]> {
  const { rows } = await sql<SealedVariable>`
    select name, sealed from project_variables where project_id = ${projectId} order by name limit 1000`.execute(
    queries,
  );
  return rows;
}

/** Stores nothing if the project has `most` others, or was deleted. */
export async function putVariable(
  trx: Transaction,
  projectId: string,
  { name, sealed, most }: SealedVariable & { most: number },
): Promise<VariableRow | undefined> {
  // The lock serialises changes, so that two of them cannot pass the limit together.
  await touchVariables(trx, projectId);
  const { rows } = await sql<VariableRow>`
    insert into project_variables (project_id, name, sealed) select id, ${name}, ${sealed} from projects where id = ${projectId}
      and (select count(*) from project_variables where project_id = ${projectId} and name <> ${name}) < ${most}
    on conflict (project_id, name) do update set sealed = excluded.sealed, updated_at = now()
    returning name, updated_at as "updatedAt"`.execute(trx);
  return rows[0];
}

export async function removeVariable(trx: Transaction, projectId: string, name: string): Promise<boolean> {
  await touchVariables(trx, projectId);
  const { rows } = await sql`
    delete from project_variables where project_id = ${projectId} and name = ${name} returning name`.execute(trx);
  return rows.length > 0;
}

async function touchVariables(trx: Transaction, projectId: string): Promise<void> {
  await sql`update projects set variables_revision = variables_revision + 1 where id = ${projectId}`.execute(trx);
}

/** For the rotation of SECRET. Locks the rows, so that no value is stored with the old one meanwhile. */
export async function lockVariables(trx: Transaction): Promise<(SealedVariable & { projectId: string })[]> {
  const { rows } = await sql<SealedVariable & { projectId: string }>`
    select project_id as "projectId", name, sealed from project_variables order by project_id, name for update`.execute(
    trx,
  );
  return rows;
}

export async function putSealedVariable(
  trx: Transaction,
  { projectId, name, sealed }: SealedVariable & { projectId: string },
): Promise<void> {
  await sql`update project_variables set sealed = ${sealed} where project_id = ${projectId} and name = ${name}`.execute(
    trx,
  );
}
