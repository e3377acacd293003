// Fills a database with millions of accounts, keys, ledger entries, usage rows and files, like years of service.
import type { Pool } from 'pg';
import type { Database } from '../../src/store/database.ts';
import { rollUpUsage } from '../../src/store/usage-rollup.ts';

export interface Size {
  accounts: number;
  /** Of the ledger, and as many of hourly use and of logged requests. */
  rows: number;
  /** Files, and as many tracks and jobs. */
  artifacts: number;
  /** Over which they are spread, up to now. */
  days: number;
}

const CHUNK = 1_000_000;
/** A tenth of everything is the first account's; the rest is spread over the others. */
const OWNER = (n: string) =>
  `case when ${n} % 10 = 0 or $1 = 1 then 1 else 2 + (${n} * 7919::bigint) % greatest(1, $1 - 1) end`;

/** The secret of the n-th account. */
export function secretOf(account: number): string {
  return `sk_live_${String(account).padStart(40, '0')}`;
}

export async function grow({ pool, queries }: Database, size: Size, say: (line: string) => void): Promise<void> {
  await pool.query(
    `insert into accounts (id, email, plan) select 'acc_' || n, 'customer-' || n || '@example.com', 'enterprise' from generate_series(1, $1::int) n`,
    [size.accounts],
  );
  await pool.query(
    `insert into api_keys (id, account_id, environment, name, secret_hash, hint, scopes)
     select 'key_' || n, 'acc_' || n, 'live', 'grown', sha256(convert_to('sk_live_' || lpad(n::text, 40, '0'), 'utf8')), 'grown', '{*}'
     from generate_series(1, $1::int) n`,
    [size.accounts],
  );
  await fill(pool, 'ledger', size, LEDGER, say);
  await fill(pool, 'usage_hourly', size, USAGE, say);
  await fill(pool, 'request_log', size, REQUESTS, say);
  await fill(pool, 'artifacts', { ...size, rows: size.artifacts }, ARTIFACTS, say);
  await fill(pool, 'music_tracks', { ...size, rows: size.artifacts }, TRACKS, say);
  await fill(pool, 'jobs', { ...size, rows: size.artifacts }, JOBS, say);
  // As the upkeep of those days would have left them.
  await pool.query(
    `insert into ledger_marks (at, seq) select created_at + interval '1 microsecond', seq from ledger
     where seq % greatest(1, $1::bigint / 9600) = 0 on conflict do nothing`,
    [size.rows],
  );
  const rolledMs = Date.now();
  while ((await rollUpUsage(queries, 50)) > 0);
  if (size.rows >= CHUNK) say(`sums of days in ${Math.round((Date.now() - rolledMs) / 1000)} s`);
  await pool.query(
    `insert into balances (account_id, environment, balance)
     select a.id, 'live', coalesce((select sum(amount) from ledger l where l.account_id = a.id and l.environment = 'live'), 0) from accounts a
     on conflict (account_id, environment) do update set balance = excluded.balance`,
  );
  await pool.query('vacuum analyze');
  // Buffered writes from the filling must not be flushed during the measurement.
  await pool.query('checkpoint');
}

/** Keys and indexes of the large tables are made afterwards: far less work than keeping them up row by row. */
async function fill(pool: Pool, table: string, size: Size, insert: string, say: (line: string) => void): Promise<void> {
  const startedMs = Date.now();
  const { rows: keys } = await pool.query(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype in ('p', 'u') and $1 in ('ledger', 'usage_hourly', 'request_log')`,
    [table],
  );
  const { rows: indexes } = await pool.query(
    `select i.indexdef as definition, i.indexname as name from pg_indexes i left join pg_constraint c on c.conname = i.indexname
     where i.schemaname = 'public' and i.tablename = $1 and c.oid is null`,
    [table],
  );
  for (const { name } of keys) await pool.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await pool.query(`drop index ${name}`);
  for (let from = 0; from < size.rows; from += CHUNK) {
    const to = Math.min(size.rows, from + CHUNK);
    await pool.query(insert, [size.accounts, from + 1, to, size.rows, size.days]);
  }
  for (const { name, definition } of keys)
    await pool.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const { definition } of indexes) await pool.query(definition);
  if (size.rows >= CHUNK) say(`${table}: ${size.rows} rows in ${Math.round((Date.now() - startedMs) / 1000)} s`);
}

const AGE = `(now() - (1 - n::float8 / $4) * $5 * interval '1 day')`;

// Every account begins with a grant that is larger than all of its use; one row in a thousand is a purchase.
const LEDGER = `
  insert into ledger (id, account_id, environment, type, amount, balance_after, contra, module, model, request_id, description, created_at)
  select 'txn_' || n, 'acc_' || owner, 'live',
    case when n <= $1 then 'grant' when n % 1000 = 7 then 'purchase' else 'usage' end,
    case when n <= $1 then 1000000000000 when n % 1000 = 7 then 1000000 else -1000 end, 1000000000000,
    case when n <= $1 then 'grants' when n % 1000 = 7 then 'payments' else 'revenue' end,
    'chat', 'model-' || n % 7, 'req_' || n, 'a call', ${AGE}
  from (select n, case when n <= $1 then n else ${OWNER('n')} end as owner from generate_series($2::bigint, $3::bigint) n) given`;

// Modules, models and keys make the rows of one account and hour different from each other.
const USAGE = `
  insert into usage_hourly (account_id, environment, hour, module, model, key_id, requests, prompt_tokens, completion_tokens, credits)
  select 'acc_' || ${OWNER('n')}, 'live', date_trunc('hour', ${AGE}), 'module-' || n / 1100 % 4, 'model-' || n / 110 % 10, 'key-' || n / 10 % 11,
    5, 1000, 500, 5000
  from generate_series($2::bigint, $3::bigint) n`;

const REQUESTS = `
  insert into request_log (id, account_id, environment, key_id, method, route, module, status, outcome, model, served_model, upstream,
    prompt_tokens, completion_tokens, charged, request_bytes, response_bytes, streamed, first_byte_ms, duration_ms, started_at)
  select 'req_' || n, 'acc_' || owner, 'live', 'key_' || owner, 'POST', '/chat/completions', 'chat',
    case when n % 101 = 0 then 429 when n % 103 = 0 then 502 else 200 end, case when n % 101 = 0 or n % 103 = 0 then 'error' else 'ok' end,
    'model-' || n / 10 % 7, 'model-' || n / 10 % 7, 'upstream', 100, 50, 1000, 400, 900, false, 5, 9, ${AGE}
  from (select n, ${OWNER('n')} as owner from generate_series($2::bigint, $3::bigint) n) given`;

const ARTIFACTS = `
  insert into artifacts (id, account_id, environment, extension, content_type, bytes, name, created_at)
  select lpad(n::text, 26, '0'), 'acc_' || ${OWNER('n')}, 'live', 'bin', 'application/octet-stream', 1000, 'a file', ${AGE}
  from generate_series($2::bigint, $3::bigint) n`;

const DETAILS = `'{"title":"A song","genre":"pop","duration":60,"tempo":120,"key":"C","sections":[],"lyrics":null,"voices":[],"audio_url":"/files/x.mp3","formats":{"mp3":"/files/x.mp3"},"stems":{},"stems_url":null,"midi_url":null,"waveform":[],"cover_url":null,"loudness":{"integrated_lufs":-14,"true_peak_db":-1},"seed":1,"understood":{},"warnings":[]}'`;

const TRACKS = `
  insert into music_tracks (id, account_id, environment, title, genre, prompt, details, artifact_ids, created_at)
  select 'job_' || n, 'acc_' || ${OWNER('n')}, 'live', 'A song', 'pop', 'a warm song', ${DETAILS}, array[lpad(n::text, 26, '0')], ${AGE}
  from generate_series($2::bigint, $3::bigint) n`;

const JOBS = `
  insert into jobs (id, account_id, environment, kind, state, payload, result, progress, stage, attempt, created_at, started_at, run_at, completed_at)
  select 'job_' || n, 'acc_' || ${OWNER('n')}, 'live', 'noop', 'completed', '{}', '{}', 1, 'done', 1, ${AGE}, ${AGE}, ${AGE}, ${AGE} + interval '2 seconds'
  from generate_series($2::bigint, $3::bigint) n`;
