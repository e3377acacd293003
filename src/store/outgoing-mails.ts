// Mails are stored in the transaction of a change and sent later, so that a crash loses none.
import { sql } from 'kysely';
import { newId } from '../core/ids.ts';
import type { Queries } from './database.ts';

export interface OutgoingMail {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  html: string | null;
  /** The document whose PDF is attached. */
  documentId: string | null;
  replyTo: string | null;
  attempts: number;
}

export async function insertMail(
  queries: Queries,
  mail: {
    recipient: string;
    subject: string;
    body: string;
    html?: string;
    documentId?: string;
    replyTo?: string | undefined;
  },
): Promise<void> {
  await sql`insert into outgoing_mails (id, recipient, subject, body, html, document_id, reply_to)
    values (${newId('mail')}, ${mail.recipient}, ${mail.subject}, ${mail.body}, ${mail.html ?? null}, ${mail.documentId ?? null}, ${mail.replyTo ?? null})`.execute(
    queries,
  );
}

/** Claims due mails. The time until the next attempt grows with every attempt, so that an unavailable mail server gets few calls. */
export async function claimMails(queries: Queries, limit: number): Promise<OutgoingMail[]> {
  const { rows } = await sql<OutgoingMail>`
    update outgoing_mails set attempts = attempts + 1, due_at = now() + interval '60 seconds' * (attempts + 1)
    where id in (select id from outgoing_mails where state = 'pending' and due_at <= now() order by due_at
      limit ${limit} for update skip locked)
    returning id, recipient, subject, body, html, document_id as "documentId", reply_to as "replyTo", attempts`.execute(
    queries,
  );
  return rows;
}

const BATCH = 1000;
/** Long enough to see why one did not arrive. */
const KEEP_DAYS = 30;

/** Deletes mails that were sent or given up; returns how many. */
export async function deleteOldMails(queries: Queries): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from outgoing_mails where id = any(array(
      select id from outgoing_mails where state <> 'pending' and created_at < now() - ${KEEP_DAYS} * interval '1 day'
      limit ${BATCH} for update skip locked))`.execute(queries);
  return Number(numAffectedRows);
}

export async function endMail(queries: Queries, id: string, state: 'sent' | 'failed'): Promise<void> {
  await sql`update outgoing_mails set state = ${state} where id = ${id}`.execute(queries);
}
