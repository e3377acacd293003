// A batch of 1,000 lines whose worker is killed twice: every line is answered, charged and written once.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { BatchClient, type CountingUpstream, chatLine, startCountingUpstream } from '../../support/batch-kit.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const LINES = 1_000;
const AT_ONCE = 8;
/** 10 prompt tokens and 10 answer tokens at half the price: (10 × 20 + 10 × 60) / 2 micro-credits. */
const PRICE_MICRO = 400;
const CREDITS = 100;

let upstream: CountingUpstream;
let service: TestService;
let account: TestAccount;
let client: BatchClient;
const workers: ChildProcess[] = [];

before(async () => {
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  account = await service.account({ credits: CREDITS });
  client = new BatchClient(service.origin, account.liveKey);
});
after(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  await service.stop();
  await upstream.close();
});

async function startWorker(): Promise<ChildProcess> {
  const { dataDir, modelsDir } = service.config;
  const worker = spawn(process.execPath, [new URL('../../../src/main.ts', import.meta.url).pathname, 'work'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: dataDir,
      MODELS_DIR: modelsDir,
      OPENAI_BASE_URL: upstream.baseUrl,
      PULL_MODELS: '0',
      LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? 'silent',
      BATCH_LINES_AT_ONCE: String(AT_ONCE),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  workers.push(worker);
  if (worker.stdout) await once(worker.stdout, 'data');
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  const ended = once(worker, 'exit');
  worker.kill('SIGKILL');
  await ended;
}

async function untilAnswered(batchId: string, lines: number): Promise<void> {
  const { pool } = service.app.database;
  const isSo = async () => {
    const { rows } = await pool.query('select completed + failed as done from batches where id = $1', [batchId]);
    return rows[0].done >= lines;
  };
  await until(isSo, { saying: `${lines} lines have an answer` });
}

test(`a worker killed twice in the middle of ${LINES} lines loses none and doubles none`, async () => {
  upstream.delayMs = 15;
  const names = Array.from({ length: LINES }, (_, index) => (index % 100 === 99 ? `fail ${index}` : `ask ${index}`));
  const batch = await client.start(names.map((name) => chatLine(name)));
  for (const share of [0.3, 0.6]) {
    const victim = await startWorker();
    await untilAnswered(batch.id, LINES * share);
    await kill(victim);
  }
  await startWorker();
  const done = await client.waitFor(batch.id);
  equal(done.status, 'completed');
  const refused = names.filter((name) => name.startsWith('fail'));
  deepEqual(done.request_counts, { total: LINES, completed: LINES - refused.length, failed: refused.length });
  const output = await client.read(done.output_file_id);
  const errors = await client.read(done.error_file_id);
  deepEqual([...errors.keys()], refused);
  deepEqual(
    [...output.keys()],
    names.filter((name) => !name.startsWith('fail')),
  );
  const { rows } = await service.app.database.pool.query(
    `select (select count(*)::integer from ledger where job_id = $2 and type = 'usage') as entries,
       (select count(distinct request_id)::integer from ledger where job_id = $2) as requests,
       (select -sum(amount)::integer from ledger where job_id = $2) as micro,
       (select balance::integer from balances where account_id = $1 and environment = 'live') as balance,
       (select held::integer from balances where account_id = $1 and environment = 'live') as held,
       (select count(*)::integer from holds where account_id = $1) as holds,
       (select attempt from jobs where id = $2) as attempt`,
    [account.id, batch.id],
  );
  const micro = output.size * PRICE_MICRO;
  deepEqual(rows[0], {
    entries: output.size,
    requests: output.size,
    micro,
    balance: CREDITS * 1_000_000 - micro,
    held: 0,
    holds: 0,
    attempt: 3,
  });
  const again = [...upstream.asked.values()].filter((times) => times > 1).length;
  console.log(`${output.size} answers and ${errors.size} errors after two kills; ${again} lines were asked again`);
  ok(again > 0 && again <= 2 * AT_ONCE, `${again} lines were asked again`);
});
