// Files of a vector store whose worker is killed twice in the middle: each is read to its end, stored and charged once.
import { deepEqual, equal } from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { startWordUpstream, WORD_MODEL, type WordUpstream } from '../../support/word-embeddings.ts';

const FILES = 12;
/** Of the price list: micro-credits for a token of an embedding. */
const TOKEN_MICRO = 2;

let upstream: WordUpstream;
let service: TestService;
let account: TestAccount;
let openai: OpenAI;
const workers: ChildProcess[] = [];

before(async () => {
  upstream = await startWordUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  account = await service.account();
  openai = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 0 });
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

test(`a worker killed twice in the middle of ${FILES} files loses none and charges none twice`, async () => {
  upstream.delayMs = 150;
  const body = { name: 'Killed', embedding_model: WORD_MODEL };
  const store = await openai.vectorStores.create(body);
  const texts = Array.from({ length: FILES }, (_, index) => `File ${index} tells of the number ${index * 17}.`);
  const file_ids: string[] = [];
  for (const [index, text] of texts.entries()) {
    const file = await openai.files.create({
      file: await toFile(Buffer.from(text), `${index}.txt`),
      purpose: 'assistants',
    });
    file_ids.push(file.id);
  }
  const batch = await openai.vectorStores.fileBatches.create(store.id, { file_ids });
  const countsNow = async () => (await openai.vectorStores.retrieve(store.id)).file_counts;
  for (const share of [0.25, 0.5]) {
    const victim = await startWorker();
    await until(async () => (await countsNow()).completed >= FILES * share, { saying: 'files were read' });
    await kill(victim);
  }
  await startWorker();
  await until(async () => (await countsNow()).in_progress === 0, { saying: 'all files have ended', withinMs: 60_000 });
  deepEqual(await countsNow(), { in_progress: 0, completed: FILES, failed: 0, cancelled: 0, total: FILES });
  const shown = await openai.vectorStores.fileBatches.retrieve(batch.id, { vector_store_id: store.id });
  equal(shown.file_counts.completed, FILES);
  const { pool } = service.app.database;
  const tokens = texts.reduce((sum, text) => sum + (text.match(/[a-z0-9]+/gi)?.length ?? 0), 0);
  const { rows } = await pool.query(
    `select (select count(*)::integer from ledger where job_id = $2 and type = 'usage') as entries,
       (select coalesce(-sum(amount), 0)::integer from ledger where job_id = $2) as micro,
       (select count(*)::integer from vector_chunks where store_id = $3) as chunks,
       (select held::integer from balances where account_id = $1 and environment = 'live') as held`,
    [account.id, batch.id, store.id],
  );
  await until(
    async () =>
      (await service.call('GET', `/v1/jobs/${batch.id}`, { key: account.liveKey })).json.status === 'completed',
    {
      saying: 'the job is completed',
    },
  );
  deepEqual(rows[0], { entries: FILES, micro: tokens * TOKEN_MICRO, chunks: FILES, held: 0 });
});
