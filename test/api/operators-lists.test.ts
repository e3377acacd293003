// The operator's lists stay quick however much there is: each walks an index, none reads a table from end to end or sorts it.
import test, { after, before } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { listAudit } from '../../src/store/audit.ts';
import type { Queries } from '../../src/store/database.ts';
import { migrate } from '../../src/store/migrate.ts';
import { listAccounts } from '../../src/store/operators-accounts.ts';
import { listDeliveryLines, listFailingEndpoints } from '../../src/store/operators-deliveries.ts';
import { listJobLines, listJobsOfSuspended, readQueue } from '../../src/store/operators-queue.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { assertReadAlongIndex, type SentStatement } from '../support/read-along-index.ts';

const MANY = 20_000;
const LIMIT = 21;

let database: TestDatabase;
let pool: pg.Pool;
let queries: Queries;
const sent: SentStatement[] = [];

before(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  // A connection that the dropped database cuts is no news.
  pool.on('error', () => undefined);
  queries = new Kysely<Record<never, never>>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void sent.push({ sql: query.sql, parameters: query.parameters }),
  });
  await migrate(pool);
  await fill(pool);
});
after(async () => {
  await queries.destroy();
  await database.drop();
});

const LISTS: Record<string, () => Promise<unknown>> = {
  'all accounts': () => listAccounts(queries, { limit: LIMIT }),
  'the next page of accounts': () => listAccounts(queries, { limit: LIMIT, after: 'acct_9000' }),
  'accounts by address': () => listAccounts(queries, { limit: LIMIT, search: 'person-1234' }),
  'accounts of a plan': () => listAccounts(queries, { limit: LIMIT, plan: 'pro' }),
  'suspended accounts': () => listAccounts(queries, { limit: LIMIT, isSuspended: true }),
  'all jobs': () => listJobLines(queries, { limit: LIMIT }),
  'open jobs': () => listJobLines(queries, { limit: LIMIT, state: 'open' }),
  'failed jobs': () => listJobLines(queries, { limit: LIMIT, state: 'failed', beforeSeq: 15_000 }),
  'cancelled jobs': () => listJobLines(queries, { limit: LIMIT, state: 'cancelled' }),
  'jobs of a kind': () => listJobLines(queries, { limit: LIMIT, kind: 'video' }),
  'jobs of an account': () => listJobLines(queries, { limit: LIMIT, accountId: 'acct_77' }),
  'jobs of suspended accounts': () => listJobsOfSuspended(queries),
  'the queue': () => readQueue(queries),
  'failed deliveries': () => listDeliveryLines(queries, { limit: LIMIT, state: 'failed' }),
  'deliveries that are tried again': () => listDeliveryLines(queries, { limit: LIMIT, state: 'retrying' }),
  'deliveries of an endpoint': () => listDeliveryLines(queries, { limit: LIMIT, endpointId: 'we_77', state: 'failed' }),
  'failing endpoints': () => listFailingEndpoints(queries, { limit: LIMIT }),
  'all acts': () => listAudit(queries, { limit: LIMIT }),
  'acts of a kind': () => listAudit(queries, { limit: LIMIT, action: 'job.cancel' }),
  'acts on an account': () => listAudit(queries, { limit: LIMIT, accountId: 'acct_77' }),
};

for (const [name, list] of Object.entries(LISTS))
  test(`${name}: read along an index`, async () => {
    sent.length = 0;
    await list();
    await assertReadAlongIndex(pool, sent);
  });

/** As a busy service looks after a while: nearly all is done and delivered, little is open, failed or suspended. */
async function fill(to: pg.Pool): Promise<void> {
  await to.query(`
    insert into accounts (id, email, name, plan, suspended_at, created_at)
      select 'acct_' || n, 'person-' || n || '@example.com', 'Person ' || n, case n % 50 when 0 then 'pro' else 'free' end,
        case n % 500 when 0 then now() end, now() - n * interval '1 minute' from generate_series(1, ${MANY}) n;
    insert into balances (account_id, environment) select id, 'live' from accounts;
    insert into jobs (id, account_id, environment, kind, state, payload)
      select 'job_' || n, 'acct_' || (n % 5000 + 1), 'live', case n % 100 when 0 then 'video' else 'music' end,
        case when n % 400 = 0 then 'failed' when n % 399 = 0 then 'cancelled' when n > ${MANY} - 200 then 'waiting' else 'completed' end, '{}'
      from generate_series(1, ${MANY}) n;
    insert into webhook_endpoints (id, account_id, environment, url, events, secret, failure_mailed_at)
      select 'we_' || n, 'acct_' || n, 'live', 'https://example.com', '{*}', '', case n % 300 when 0 then now() end
      from generate_series(1, 5000) n;
    insert into events (id, account_id, environment, type, body)
      select 'evt_' || n, 'acct_' || (n % 5000 + 1), 'live', 'user.created', '{}' from generate_series(1, ${MANY}) n;
    insert into deliveries (event_id, endpoint_id, state, attempts)
      select 'evt_' || n, 'we_' || (n % 5000 + 1), case n % 300 when 0 then 'failed' when 1 then 'pending' else 'delivered' end, 1
      from generate_series(1, ${MANY}) n;
    insert into delivery_attempts (delivery_id, attempt, duration_ms, status, request_headers)
      select id, 1, 5, 500, '{}' from deliveries;
    insert into audit_log (id, actor_account_id, actor_email, action, target, account_id, asked, request_id)
      select 'audit_' || n, 'acct_1', 'x', case n % 100 when 0 then 'job.cancel' else 'account.credits' end, 'x', 'acct_' || (n % 5000), '{}', 'x'
      from generate_series(1, ${MANY}) n;`);
  await to.query('analyze');
}
