// A hundred thousand logged requests, half of them of one account: every filter of the lists walks an index.
import { after, before, test } from 'node:test';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Queries } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { listRequestLines } from '../../../src/store/operators-requests.ts';
import { findRequest, listRequests } from '../../../src/store/request-log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { assertReadAlongIndex, type SentStatement } from '../../support/read-along-index.ts';

const LIMIT = 21;
const REQUESTS = 100_000;
const BUSY = { accountId: 'acct_1', environment: 'live' } as const;

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
  await pool.query(`
    insert into accounts (id, email, name, plan) select 'acct_' || n, n || '@example.com', '', 'free' from generate_series(1, 5000) n;
    insert into request_log (id, account_id, environment, key_id, method, route, module, status, outcome, model, request_bytes, response_bytes,
        streamed, duration_ms, started_at)
      select 'req_' || n, case n % 2 when 0 then 'acct_1' else 'acct_' || (n % 5000 + 1) end, 'live', 'key_' || (n % 1000), 'POST', '/chat/completions', 'chat',
        case when n % 400 = 0 then 500 when n % 100 = 0 then 429 else 200 end, 'ok', 'model-' || (n % 900), 1, 1, false, 1, now() - n * interval '15 seconds'
      from generate_series(1, ${REQUESTS}) n;
    analyze`);
});
after(async () => {
  await queries.destroy();
  await database.drop();
});

const LISTS: Record<string, () => Promise<unknown>> = {
  'logged requests': () => listRequests(queries, BUSY, { limit: LIMIT }),
  'the page of logged requests a week ago': () =>
    listRequests(queries, BUSY, { limit: LIMIT, before: { at: new Date(Date.now() - 7 * 86_400_000), seq: 1 } }),
  'logged requests of a key': () => listRequests(queries, BUSY, { limit: LIMIT, keyId: 'key_7' }),
  'logged requests for a model': () => listRequests(queries, BUSY, { limit: LIMIT, model: 'model-7' }),
  'logged requests with a status': () => listRequests(queries, BUSY, { limit: LIMIT, status: 500, isFailed: true }),
  'failed requests': () => listRequests(queries, BUSY, { limit: LIMIT, isFailed: true }),
  'logged requests of an hour': () =>
    listRequests(queries, BUSY, {
      limit: LIMIT,
      from: new Date(Date.now() - 9 * 86_400_000),
      to: new Date(Date.now() - 8 * 86_400_000),
    }),
  'a logged request': () => findRequest(queries, BUSY, 'req_777'),
  'failed requests of all accounts': () => listRequestLines(queries, { limit: LIMIT, environment: 'live' }),
  "an account's requests for the operator": () =>
    listRequestLines(queries, { limit: LIMIT, environment: 'live', accountId: 'acct_1' }),
  'a request of any account': () => listRequestLines(queries, { limit: LIMIT, environment: 'live', id: 'req_777' }),
};

for (const [name, list] of Object.entries(LISTS))
  test(`${name}: read along an index`, async () => {
    sent.length = 0;
    await list();
    await assertReadAlongIndex(pool, sent);
  });
