// Attacks on the disk with batches: a line of some kilobytes that costs next to nothing has an answer of megabytes.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BatchClient } from '../support/batch-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MODEL = 'text-embedding-3-small';
const MEGABYTE = 1024 * 1024;
const LINES = 20;
const INPUTS = 16;
const LINES_AT_ONCE = 2;
/** Of 16 vectors with 1,000 numbers of 3 to 24 characters. */
const MIN_ANSWER_BYTES = 64_000;
const MAX_ANSWER_BYTES = 400_000;
/** Vectors of 1,536 numbers with 21 characters each: 19 MB. */
const LARGE_INPUTS = 600;
const PRICES = join(tmpdir(), `atelier-batch-answers-${process.pid}.json`);

let upstream: Server;
let service: TestService;
let asked = 0;
let vector: number[] = [];

before(async () => {
  const prices = JSON.parse(await readFile(new URL('../../config/prices.json', import.meta.url), 'utf8'));
  prices.plans.enterprise.upload_megabytes = 1;
  await writeFile(PRICES, JSON.stringify(prices));
  upstream = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/models')) return void response.end(JSON.stringify({ data: [{ id: MODEL }] }));
    const { input } = JSON.parse(text) as { input: string[] };
    asked += input.length;
    const data = input.map((_, index) => ({ index, embedding: vector }));
    response.end(JSON.stringify({ data, usage: { prompt_tokens: input.length } }));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  service = await startService({
    OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`,
    JOB_SLOTS: '1',
    BATCH_LINES_AT_ONCE: String(LINES_AT_ONCE),
    PRICES,
  });
});
after(async () => {
  await service.stop();
  upstream.close();
  await rm(PRICES, { force: true });
});

function line(id: string, inputs: number): string {
  const body = { model: MODEL, input: new Array<string>(inputs).fill('a') };
  return JSON.stringify({ custom_id: id, method: 'POST', url: '/v1/embeddings', body });
}

const linesOf = (count: number) => Array.from({ length: count }, (_, at) => line(`line-${at}`, INPUTS));
const clientOf = ({ liveKey }: TestAccount) => new BatchClient(service.origin, liveKey);
const EMBEDDINGS = { endpoint: '/v1/embeddings' } as const;

async function moneyOf({ id }: TestAccount) {
  const { rows } = await service.app.database.pool.query(
    `select (select count(*)::integer from ledger where account_id = $1 and type = 'usage' and amount < 0) as charges,
       (select held::integer from balances where account_id = $1 and environment = 'live') as held`,
    [id],
  );
  return rows[0];
}

test('answers fill the storage of the plan, not the disk; lines beyond it are not ordered and not charged', async () => {
  vector = new Array<number>(1000).fill(0.5);
  asked = 0;
  const account = await service.account();
  const client = clientOf(account);
  const done = await client.waitFor((await client.start(linesOf(LINES), EMBEDDINGS)).id);
  const { completed = 0, failed = 0 } = done.request_counts ?? {};
  equal(completed + failed, LINES);
  const most = MEGABYTE / MIN_ANSWER_BYTES + LINES_AT_ONCE;
  ok(completed >= 3 && completed <= most, `${completed} lines completed`);
  equal(asked, completed * INPUTS);
  deepEqual(await moneyOf(account), { charges: completed, held: 0 });
  const output = await client.read(done.output_file_id);
  equal(output.size, completed);
  for (const { response } of output.values()) equal(response?.body.data.length, INPUTS);
  const errors = await client.read(done.error_file_id);
  equal(errors.size, failed);
  for (const { error } of errors.values()) {
    equal(error?.code, 'payload_too_large');
    match(error?.message ?? '', /did not run. Nothing was charged/);
  }
  const files = await client.openai.files.list();
  const stored = files.data.reduce((sum, { bytes }) => sum + bytes, 0);
  ok(stored < MEGABYTE + LINES_AT_ONCE * MAX_ANSWER_BYTES, `${stored} bytes`);
  await rejects(client.start(linesOf(1), EMBEDDINGS), { status: 413 });
  await client.openai.files.delete(done.output_file_id ?? '');
  const again = await client.waitFor((await client.start(linesOf(1), EMBEDDINGS)).id);
  deepEqual(again.request_counts, { total: 1, completed: 1, failed: 0 });
});

test('an answer above 16 MB is an error of its line, and is charged: its upstream has worked', async () => {
  vector = new Array<number>(1536).fill(-0.12345678901234566);
  const account = await service.account();
  const client = clientOf(account);
  const lines = [line('large', LARGE_INPUTS), line('small', 2)];
  const done = await client.waitFor((await client.start(lines, EMBEDDINGS)).id);
  deepEqual(done.request_counts, { total: 2, completed: 1, failed: 1 });
  deepEqual(await moneyOf(account), { charges: 2, held: 0 });
  const { error, response } = (await client.read(done.error_file_id)).get('large') ?? {};
  equal(response, null);
  equal(error?.code, 'answer_too_large');
  match(error?.message ?? '', /16 MB.* is charged/);
  deepEqual([...(await client.read(done.output_file_id)).keys()], ['small']);
  equal(done.usage?.input_tokens, LARGE_INPUTS + 2);
  const { rows } = await service.app.database.pool.query(
    // A chore sums up the rows of calls.
    `select sum(calls)::integer as calls, sum(unpaid_calls)::integer as unpaid, sum(prompt_tokens)::integer as tokens
     from (select calls, unpaid_calls, prompt_tokens from call_costs where account_id = $1
       union all select calls, unpaid_calls, prompt_tokens from cost_hourly where account_id = $1) booked`,
    [account.id],
  );
  deepEqual(rows, [{ calls: 2, unpaid: 0, tokens: LARGE_INPUTS + 2 }]);
});
