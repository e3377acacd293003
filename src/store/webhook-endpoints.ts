// Webhook endpoints of accounts: URL, event types and encrypted signing secret.
import { sql } from 'kysely';
import type { Environment } from '../core/caller.ts';
import { newId } from '../core/ids.ts';
import type { Queries, Transaction } from './database.ts';
import { type Owner, ownedBy } from './owner.ts';

export interface Endpoint {
  id: string;
  accountId: string;
  environment: Environment;
  scope: 'account' | 'service';
  url: string;
  events: string[];
  description: string;
  secret: Buffer;
  previousSecret: Buffer | null;
  previousValidUntil: Date | null;
  disabledAt: Date | null;
  disabledReason: string | null;
  createdAt: Date;
}

const COLUMNS = sql`id, account_id as "accountId", environment, scope, url, events, description, secret,
  previous_secret as "previousSecret", previous_valid_until as "previousValidUntil", disabled_at as "disabledAt",
  disabled_reason as "disabledReason", created_at as "createdAt"`;

export interface NewEndpoint extends Owner {
  scope: 'account' | 'service';
  url: string;
  events: string[];
  description: string;
  secret: Buffer;
  /** Its creator; null: no member who could leave. */
  memberId: string | null;
}

/** Returns undefined if the account already has the maximum number of endpoints. */
export async function insertEndpoint(
  trx: Transaction,
  endpoint: NewEndpoint,
  most: number,
): Promise<Endpoint | undefined> {
  // Locking the account's row keeps concurrent calls from both passing the count.
  await sql`select 1 from accounts where id = ${endpoint.accountId} for update`.execute(trx);
  const { rows } = await sql<Endpoint>`
    insert into webhook_endpoints (id, account_id, environment, scope, url, events, description, secret, member_id)
    select ${newId('we')}, ${endpoint.accountId}, ${endpoint.environment}, ${endpoint.scope}, ${endpoint.url},
      ${endpoint.events}::text[], ${endpoint.description}, ${endpoint.secret}, ${endpoint.memberId}
    where (select count(*) from webhook_endpoints where ${ownedBy(endpoint)}) < ${most}
    returning ${COLUMNS}`.execute(trx);
  return rows[0];
}

export async function listEndpoints(queries: Queries, owner: Owner): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select ${COLUMNS} from webhook_endpoints where ${ownedBy(owner)} order by created_at, id`.execute(queries);
  return rows;
}

export async function findEndpoint(queries: Queries, owner: Owner, id: string): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    select ${COLUMNS} from webhook_endpoints where id = ${id} and ${ownedBy(owner)}`.execute(queries);
  return rows[0];
}

export interface EndpointChange {
  url: string;
  events: string[];
  description: string;
  isEnabled: boolean;
  /** Who sets the URL; recorded only if the URL changes. */
  memberId: string | null;
}

export async function updateEndpoint(
  queries: Queries,
  { id, ...owner }: Owner & { id: string },
  change: EndpointChange,
): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    update webhook_endpoints set member_id = case when url = ${change.url} and disabled_at is null then member_id else ${change.memberId} end,
      url = ${change.url}, events = ${change.events}::text[], description = ${change.description},
      disabled_at = case when ${change.isEnabled} then null else coalesce(disabled_at, now()) end,
      disabled_reason = case when ${change.isEnabled} then null else coalesce(disabled_reason, 'disabled by its owner') end,
      failure_mailed_at = case when disabled_at is not null and ${change.isEnabled} then null else failure_mailed_at end
    where id = ${id} and ${ownedBy(owner)} returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

/** The old secret also signs deliveries until the overlap ends. */
export async function rotateSecret(
  queries: Queries,
  { id, ...owner }: Owner & { id: string },
  next: { secret: Buffer; overlapSeconds: number },
): Promise<Endpoint | undefined> {
  const { rows } = await sql<Endpoint>`
    update webhook_endpoints set previous_secret = secret, secret = ${next.secret},
      previous_valid_until = now() + ${next.overlapSeconds} * interval '1 second'
    where id = ${id} and ${ownedBy(owner)} returning ${COLUMNS}`.execute(queries);
  return rows[0];
}

export async function deleteEndpoint(queries: Queries, owner: Owner, id: string): Promise<boolean> {
  const { rows } = await sql`delete from webhook_endpoints where id = ${id} and ${ownedBy(owner)} returning id`.execute(
    queries,
  );
  return rows.length > 0;
}

/** Also marks the endpoint's pending deliveries as failed. */
export async function disableEndpoint(trx: Transaction, id: string, reason: string): Promise<void> {
  await sql`update webhook_endpoints set disabled_at = now(), disabled_reason = ${reason}
    where id = ${id} and disabled_at is null`.execute(trx);
  await sql`update deliveries set state = 'failed', ended_at = now() where endpoint_id = ${id} and state = 'pending'`.execute(
    trx,
  );
}

/** Disables every endpoint that a member has set for an account; returns their ids. */
export async function disableEndpointsOf(
  trx: Transaction,
  { accountId, memberId }: { accountId: string; memberId: string },
  reason: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from webhook_endpoints where account_id = ${accountId} and member_id = ${memberId} and disabled_at is null order by id`.execute(
    trx,
  );
  for (const { id } of rows) await disableEndpoint(trx, id, reason);
  return rows.map(({ id }) => id);
}

/** The email to notify of a failure: once per series of failures, and again after a day. Undefined if it was notified already. */
export async function takeFailureNotice(
  trx: Transaction,
  id: string,
): Promise<{ email: string; url: string } | undefined> {
  const { rows } = await sql<{ email: string; url: string }>`
    update webhook_endpoints e set failure_mailed_at = now() from accounts a
    where e.id = ${id} and a.id = e.account_id
      and (failure_mailed_at is null or failure_mailed_at < now() - interval '1 day')
    returning a.email, e.url`.execute(trx);
  return rows[0];
}
