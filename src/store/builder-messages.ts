// Conversations about a project of the builder.
import { sql } from 'kysely';
import type { Queries } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';
import { storableText } from './storable-text.ts';

const MAX_READ = 40;

export interface BuilderMessage {
  role: 'user' | 'assistant';
  content: string;
}

export async function readConversation(
  queries: Queries,
  owner: Owner,
  id: string,
): Promise<{ projectId: string | null; messages: BuilderMessage[] }> {
  const { rows } = await sql<BuilderMessage & { projectId: string | null }>`
    select role, content, project_id as "projectId" from (
      select * from builder_messages where conversation_id = ${id} and ${ownedBy(owner)}
      order by seq desc limit ${MAX_READ}) as latest order by seq`.execute(queries);
  return { projectId: rows.at(-1)?.projectId ?? null, messages: rows.map(({ role, content }) => ({ role, content })) };
}

export interface ProjectMessage extends BuilderMessage {
  seq: number;
  conversationId: string;
  createdAt: Date;
}

/** The messages about a project, newest first. */
export async function listProjectMessages(
  queries: Queries,
  projectId: string,
  page: { limit: number; beforeSeq?: number },
): Promise<ProjectMessage[]> {
  const { rows } = await sql<ProjectMessage>`
    select seq, conversation_id as "conversationId", role, content, created_at as "createdAt" from builder_messages
    where project_id = ${projectId} ${page.beforeSeq === undefined ? sql`` : sql`and seq < ${page.beforeSeq}`}
    order by seq desc limit ${page.limit}`.execute(queries);
  return rows;
}

export async function addMessages(
  queries: Queries,
  place: Owner & { conversationId: string; projectId: string | null },
  messages: readonly BuilderMessage[],
): Promise<void> {
  for (const message of messages)
    await sql`
      insert into builder_messages (conversation_id, account_id, environment, project_id, role, content)
      values (${place.conversationId}, ${place.accountId}, ${place.environment}, ${place.projectId}, ${message.role}, ${storableText(message.content)})`.execute(
      queries,
    );
}
