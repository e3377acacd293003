// End customers and runs: usage and cost by customer, caps and budgets that hold to the micro-credit over two nodes, in every dialect, for jobs and batches.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { BatchClient, type CountingUpstream, chatLine, startCountingUpstream } from '../support/batch-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** 10 prompt tokens and 10 answer tokens: (10 × 20 + 10 × 60) micro-credits. */
const PRICE_MICRO = 800;
const PRICE = PRICE_MICRO / 1e6;
/** More than such a call can hold: what is left below a cap may be too little for another one. */
const BOUND_MICRO = 8_000;

let upstream: CountingUpstream;
let service: TestService;
let other: TestService;

before(async () => {
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  other = await startService({
    OPENAI_BASE_URL: upstream.baseUrl,
    DATABASE_URL: service.databaseUrl,
    TEST_WORKER: '0',
  });
});
after(async () => {
  await other.stop();
  await service.stop();
  await upstream.close();
});

interface Sent {
  body?: object;
  headers?: Record<string, string>;
  node?: TestService;
  path?: string;
}
const chat = (key: string, { body = {}, headers = {}, node = service, path = '/v1/chat/completions' }: Sent = {}) =>
  node.call('POST', path, {
    key,
    headers,
    body: { model: 'counted-1', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }], ...body },
  });
const read = async (key: string, path: string) => (await service.call('GET', `/v1${path}`, { key })).json;
const put = (key: string, id: string, body: object) =>
  service.call('PUT', `/v1/customers/${encodeURIComponent(id)}`, { key, body });
const keyOf = async ({ liveKey }: TestAccount, terms: object) =>
  (await service.call('POST', '/v1/account/keys', { key: liveKey, body: { name: 'app', scopes: ['*'], ...terms } }))
    .json;
const open = () => service.account({ plan: 'enterprise', credits: 1000 });
/** `held` of everything that this test holds is free again. */
const spentIn = async ({ id }: TestAccount) => {
  const { rows } = await service.app.database.pool.query<{ spent: number; held: number }>(
    `select (select coalesce(-sum(amount), 0)::integer from ledger where account_id = $1 and type = 'usage') as spent,
       (select held::integer from balances where account_id = $1 and environment = 'live') as held`,
    [id],
  );
  return rows[0];
};

test('every dialect names its customer, and usage and cost are those of the ledger', async () => {
  const account = await open();
  const { liveKey: key } = account;
  const messages = [{ role: 'user', content: 'Hello' }];
  const calls = [
    await chat(key, { body: { user: 'ann' } }),
    await chat(key, { body: { user: 'ann', stream: true } }),
    await chat(key, { body: { user: 'somebody else' }, headers: { 'x-customer': 'ann' } }),
    await chat(key, { headers: { 'x-customer': Buffer.from('Ωmega/1').toString('latin1') } }),
    await chat(key, { path: '/v1/messages', body: { metadata: { user_id: 'ben' } } }),
    await chat(key, {
      path: '/v1/responses',
      body: { input: 'Hello', user: 'ben', messages: undefined, max_tokens: undefined, max_output_tokens: 10 },
    }),
    await service.call('POST', '/api/chat', {
      key,
      headers: { 'x-customer': 'ben' },
      body: { model: 'counted-1', messages, stream: false, options: { num_predict: 10 } },
    }),
    await chat(key),
  ];
  for (const { status, text } of calls) assert.equal(status, 200, text);
  const { data, total } = await read(key, '/usage?group_by=customer');
  assert.deepEqual(data.map((row: { customer: string; requests: number }) => [row.customer, row.requests]).sort(), [
    ['ann', 3],
    ['ben', 3],
    ['Ωmega/1', 1],
  ]);
  assert.equal(Math.round(total.credits * 1e6), 7 * PRICE_MICRO);
  assert.equal((await spentIn(account))?.spent, 8 * PRICE_MICRO);
  const listed = await read(key, '/customers?limit=2');
  assert.deepEqual([listed.data.map(({ id }: { id: string }) => id), listed.has_more], [['ann', 'ben'], true]);
  const rest = await read(key, `/customers?limit=2&cursor=${listed.next_cursor}`);
  assert.deepEqual([rest.data[0].id, rest.data[0].spent_this_month, rest.data.length], ['Ωmega/1', PRICE, 1]);
  assert.equal((await read(key, `/customers/${encodeURIComponent('Ωmega/1')}`)).spent_today, PRICE);
  const stranger = await open();
  assert.equal((await service.call('GET', '/v1/customers/ann', { key: stranger.liveKey })).status, 404);
  assert.equal((await service.call('GET', '/sandbox/v1/customers/ann', { key: account.testKey })).status, 404);
  const long = await chat(key, { headers: { 'x-customer': 'x'.repeat(513) } });
  assert.deepEqual([long.status, long.json.error.param], [400, 'X-Customer']);
});

test('200 racers on two nodes and two keys spend no more than the cap of a customer; a cap set later counts what was spent before', async () => {
  const account = await open();
  const { liveKey } = account;
  const keys = [liveKey, (await keyOf(account, {})).key];
  assert.equal((await chat(liveKey, { body: { user: 'late' } })).status, 200);
  const cap = 40 * PRICE_MICRO;
  for (const id of ['ann', 'late'])
    assert.equal((await put(liveKey, id, { monthly_credit_cap: cap / 1e6 })).status, 200);
  const race = (user: string) =>
    Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        chat(keys[index % 2] ?? '', { body: { user, stream: index % 3 === 0 }, node: index % 4 < 2 ? service : other }),
      ),
    );
  const answers = [...(await race('ann')), ...(await race('late'))];
  const refused = answers.filter(({ status }) => status === 402);
  assert.equal(answers.filter(({ status }) => status === 200).length + refused.length, 400);
  assert.match(refused[0]?.json.error.message, /customer "ann" has reached its monthly cap/);
  for (const user of ['ann', 'late']) {
    while ((await chat(liveKey, { body: { user } })).status === 200);
    const { spent_this_month: spent, held } = await read(liveKey, `/customers/${user}`);
    const micro = Math.round(spent * 1e6);
    assert.ok(micro <= cap && micro > cap - BOUND_MICRO && held === 0, `${user} ${micro} ${held}`);
  }
  assert.equal((await chat(liveKey, { body: { user: 'another' } })).status, 200);
  await put(liveKey, 'ann', { daily_credit_cap: 0.0001 });
  assert.match((await chat(liveKey, { body: { user: 'ann' } })).json.error.message, /daily cap/);
  await put(liveKey, 'ann', { daily_credit_cap: null });
  assert.equal((await chat(liveKey, { body: { user: 'ann' } })).status, 200);
});

test("a key's default cap holds for customers whom nobody has seen, and a cap of their own comes before it", async () => {
  const account = await open();
  const made = await keyOf(account, { customer_monthly_credit_cap: 0.008 });
  assert.equal(made.customer_monthly_credit_cap, 0.008);
  const spend = async (user: string) => {
    let answered = 0;
    while (answered < 12 && (await chat(made.key, { body: { user } })).status === 200) answered += 1;
    return answered;
  };
  const first = await spend('new');
  assert.ok(first >= 1 && first <= 10, String(first));
  assert.equal((await chat(made.key)).status, 200, 'a call for nobody has no such cap');
  assert.equal((await chat(account.liveKey, { body: { user: 'new' } })).status, 200, 'nor has another key');
  await put(account.liveKey, 'new', { monthly_credit_cap: 1 });
  assert.equal(await spend('new'), 12);
});

test('a customer without a cap is served from leases, and its usage is exact', async () => {
  const account = await open();
  const leasedCalls = async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => chat(account.liveKey, { body: { user: 'busy' } })),
    );
    for (const { status } of answers) assert.equal(status, 200);
    const { rows } = await service.app.database.pool.query('select 1 from leases where account_id = $1', [account.id]);
    return rows.length > 0;
  };
  await until(leasedCalls, { saying: 'the account has a lease' });
  await leasedCalls();
  const { spent } = (await spentIn(account)) ?? {};
  assert.equal(Math.round((await read(account.liveKey, '/customers/busy')).spent_today * 1e6), spent);
  assert.equal(Math.round((await read(account.liveKey, '/usage?group_by=customer')).total.credits * 1e6), spent);
});

test('300 racers of a run on two nodes, streamed or not, in several dialects, stop at its budget', async () => {
  const account = await open();
  const { liveKey: key } = account;
  const budget = 40 * PRICE_MICRO;
  const headers = { 'x-run': `agent-1; budget=${budget / 1e6}` };
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, index) =>
      chat(key, {
        headers,
        body: { stream: index % 2 === 0 },
        node: index % 4 < 2 ? service : other,
        ...(index % 5 === 0 ? { path: '/v1/messages' } : {}),
      }),
    ),
  );
  const refused = answers.filter(({ status }) => status === 402);
  assert.equal(answers.filter(({ status }) => status === 200).length + refused.length, 300);
  assert.ok(
    refused.every(({ text }) =>
      /run .{0,2}agent-1.{0,2} has (?:used up its budget|[\d.]+ of its budget)|left of the budget of the run .{0,2}agent-1/.test(
        text,
      ),
    ),
    refused[0]?.text,
  );
  while ((await chat(key, { headers })).status === 200);
  const run = await read(key, '/runs/agent-1?limit=100');
  const spent = Math.round(run.spent * 1e6);
  assert.ok(spent <= budget && spent > budget - BOUND_MICRO && run.held === 0, JSON.stringify(run));
  assert.equal(spent, (await spentIn(account))?.spent);
  const sum = run.calls.data.reduce(
    (all: number, call: { credits: number }) => all + Math.round(call.credits * 1e6),
    0,
  );
  assert.deepEqual([sum, run.calls.data.length], [spent, run.call_count]);
  assert.match(run.calls.data[0].request_id, /^req_/);
  assert.equal((await read(key, '/runs')).data[0].id, 'agent-1');
  const depleted = await service.app.database.pool.query(
    "select 1 from events where account_id = $1 and type = 'credits.depleted'",
    [account.id],
  );
  assert.equal(depleted.rows.length, 0, 'the account has credits');
});

test('a run is opened with a budget, lowered by its key, raised by its route, and ends after seven days', async () => {
  const account = await open();
  const { liveKey: key } = account;
  const second = (await keyOf(account, {})).key;
  const run = (value: string, by = key) => chat(by, { headers: { 'x-run': value } });
  const unknown = await run('r1');
  assert.deepEqual([unknown.status, unknown.json.error.param], [400, 'X-Run']);
  for (const wrong of ['r1; budget=0', 'r1; budget=-1', 'r1; budget=1e9', 'a b', '; budget=1', 'r1; limit=5'])
    assert.equal((await run(wrong)).status, 400, wrong);
  assert.equal((await run('r1; budget=1')).status, 200);
  assert.equal((await run('r1', second)).status, 200, 'another key may join it');
  assert.equal((await run('r1; budget=0.9', second)).status, 400, 'but not change it');
  assert.equal((await run('r1; budget=2')).status, 400);
  assert.equal((await run('r1; budget=0.0001')).status, 402);
  assert.equal((await read(key, '/runs/r1')).budget, 0.0001);
  const raised = await service.call('PATCH', '/v1/runs/r1', { key, body: { budget: 3 } });
  assert.deepEqual([raised.status, raised.json.budget], [200, 3]);
  assert.equal((await run('r1')).status, 200);
  await service.app.database.pool.query("update runs set expires_at = now() where id = 'r1' and account_id = $1", [
    account.id,
  ]);
  assert.match((await run('r1; budget=3')).json.error.message, /has ended/);
  assert.equal((await read(key, '/runs/r1')).status, 'ended');
  const stranger = await open();
  assert.equal((await service.call('GET', '/v1/runs/r1', { key: stranger.liveKey })).status, 404);
});

test('a run that is closed takes no further call, whoever names it; calls that run are charged', async () => {
  const account = await open();
  const { liveKey: key } = account;
  const run = () => chat(key, { headers: { 'x-run': 'r2; budget=1' } });
  const close = (by: string) => service.call('POST', '/v1/runs/r2/close', { key: by });
  assert.equal((await close(key)).status, 404);
  assert.equal((await run()).status, 200);
  assert.equal((await close((await open()).liveKey)).status, 404);
  assert.equal((await run()).status, 200, 'nobody else closes it');
  upstream.delayMs = 400;
  const running = run();
  await until(async () => (await read(key, '/runs/r2')).held > 0, { saying: 'a call of the run is running' });
  const closed = await close(key);
  upstream.delayMs = 0;
  assert.deepEqual([closed.status, closed.json.status], [200, 'ended']);
  for (const node of [service, other]) {
    const refused = await chat(key, { headers: { 'x-run': 'r2' }, node });
    assert.deepEqual([refused.status, refused.json.error.param], [400, 'X-Run']);
    assert.match(refused.json.error.message, /it was closed/);
  }
  assert.equal((await running).status, 200);
  const after = await read(key, '/runs/r2');
  assert.deepEqual([after.call_count, Math.round(after.spent * 1e6), after.held], [3, 3 * PRICE_MICRO, 0]);
  assert.equal((await close(key)).json.expires_at, closed.json.expires_at, 'a second close changes nothing');
  const log = await service.app.database.pool.query(
    "select 1 from account_log where account_id = $1 and action = 'run.close'",
    [account.id],
  );
  assert.equal(log.rows.length, 1);
});

test('customers are found by the beginning of their names and listed by what they spent, in pages', async () => {
  const account = await open();
  const { liveKey: key } = account;
  const spenders = Object.entries({ 'Ann%1': 4, annX2: 3, Ben: 2, ann_2: 1, ünal: 1 });
  for (const [user, calls] of spenders)
    for (let call = 0; call < calls; call += 1) assert.equal((await chat(key, { body: { user } })).status, 200);
  const pages = async (query: string) => {
    const ids: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await read(key, `/customers?limit=2&${query}${cursor}`);
      assert.ok(Array.isArray(page.data), JSON.stringify(page));
      ids.push(...page.data.map(({ id }: { id: string }) => id));
      if (!page.has_more) return ids;
      cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`;
    }
  };
  const bySpending = ['Ann%1', 'annX2', 'Ben', 'ann_2', 'ünal'];
  assert.deepEqual(await pages('sort=spent_this_month'), bySpending);
  assert.deepEqual((await pages('q=ANN')).sort(), ['Ann%1', 'annX2', 'ann_2']);
  assert.deepEqual(await pages(`q=${encodeURIComponent('ann_')}`), ['ann_2'], 'no wildcard');
  assert.deepEqual(await pages(`q=${encodeURIComponent('ann%')}`), ['Ann%1']);
  assert.deepEqual(await pages('q=ann&sort=spent_this_month'), ['Ann%1', 'annX2', 'ann_2']);
  assert.deepEqual(await pages(`q=${encodeURIComponent('Ü')}`), ['ünal']);
  const wrong = await service.call('GET', '/v1/customers?sort=spent_this_month&cursor=ann', { key });
  assert.deepEqual([wrong.status, wrong.json.error.param], [400, 'cursor']);
  const stranger = await open();
  for (const query of ['q=ann', 'sort=spent_this_month', 'q=ann&sort=spent_this_month'])
    assert.deepEqual((await read(stranger.liveKey, `/customers?${query}`)).data, []);
  await service.app.database.pool.query(
    "update end_customers set month = month - interval '1 month' where account_id = $1 and id = 'Ann%1'",
    [account.id],
  );
  assert.deepEqual(await pages('sort=spent_this_month'), ['annX2', 'Ben', 'ann_2', 'ünal', 'Ann%1']);
});

test('jobs and batches count for the customer and the run that opened them', async () => {
  const account = await open();
  const { liveKey: key } = account;
  const image = () =>
    service.call('POST', '/v1/image/generate', {
      key,
      headers: { 'x-run': 'media; budget=3', 'x-customer': 'painter' },
      body: { prompt: 'A tree', width: 64, height: 64 },
    });
  const statuses = [];
  for (let count = 0; count < 4; count += 1) statuses.push((await image()).status);
  assert.ok(statuses.includes(402), String(statuses));
  const media = await read(key, '/runs/media');
  assert.ok(media.spent > 0 && media.spent <= 3, JSON.stringify(media));
  assert.equal(media.calls.data[0].customer, 'painter');
  assert.equal((await read(key, '/customers/painter')).spent_today, media.spent);
  const job = await service.call('POST', '/v1/image/generate', {
    key,
    headers: { 'x-run': 'later; budget=0.5', 'x-customer': 'painter', prefer: 'respond-async' },
    body: { prompt: 'A tree', width: 64, height: 64 },
  });
  assert.equal(job.status, 402, job.text);
  assert.match(
    job.json.error.message,
    /^This call needs 2 credits, and the run "later" has 0\.5 of its budget of 0\.5 left\. .*PATCH \/runs/,
  );
  const client = new BatchClient(service.origin, key);
  const input = await client.upload(Array.from({ length: 30 }, (_, line) => chatLine(`line ${line}`)));
  const batch = await client.openai.batches.create(
    { input_file_id: input, endpoint: '/v1/chat/completions', completion_window: '24h' },
    { headers: { 'X-Run': 'night; budget=0.01', 'X-Customer': 'sleeper' } },
  );
  const { completed = 0, failed = 0 } = (await client.waitFor(batch.id)).request_counts ?? {};
  assert.ok(completed > 0 && failed > 0 && completed + failed === 30, `${completed} ${failed}`);
  const night = await read(key, '/runs/night');
  assert.deepEqual([Math.round(night.spent * 1e6), night.held], [(completed * PRICE_MICRO) / 2, 0]);
  assert.equal(night.call_count, completed);
  assert.ok(night.spent <= 0.01);
  assert.equal((await read(key, '/customers/sleeper')).spent_today, night.spent);
});

test('a call that is larger than what its run has left is told both figures; a run without a rest is used up', async () => {
  const { liveKey: key } = await open();
  const long = { headers: { 'x-run': 'tiny; budget=0.000001' } };
  for (const path of ['/v1/chat/completions', '/v1/messages']) {
    const refused = await chat(key, { ...long, path });
    assert.equal(refused.status, 402, refused.text);
    assert.match(
      refused.json.error.message,
      /^This call needs [\d.]+ credits, and the run "tiny" has 0\.000001 of its budget of 0\.000001 left\. /,
    );
  }
  await chat(key, { headers: { 'x-run': 'empty; budget=1' } });
  await service.app.database.pool.query("update runs set spent = budget where id = 'empty'");
  assert.match(
    (await chat(key, { headers: { 'x-run': 'empty' } })).json.error.message,
    /run "empty" has used up its budget/,
  );
});

test('a customer has one cap under every spelling of the name, and a budget below a micro-credit is refused', async () => {
  const { liveKey: key } = await open();
  await put(key, 'ann', { daily_credit_cap: 0 });
  for (const sent of [
    { headers: { 'x-customer': ' ann ' } },
    { body: { user: 'ann ' } },
    { body: { user: 'a\u200bnn' } },
    { body: { user: 'ann\u3164' } },
    { body: { metadata: { user_id: ' ann' } } },
  ])
    assert.equal((await chat(key, sent)).status, 402, JSON.stringify(sent));
  await chat(key, { headers: { 'x-run': 'small; budget=1' } });
  const change = await service.call('PATCH', '/v1/runs/small', { key, body: { budget: 0.0000001 } });
  assert.deepEqual([change.status, change.json.error.param], [400, 'budget']);
});

test('a cap, an amount or a level that whole micro-credits cannot express is refused by its name, not stored as another', async () => {
  const { liveKey: key } = await open();
  const keys = '/v1/account/keys';
  await chat(key, { headers: { 'x-run': 'fine; budget=1' } });
  const refused: [string, string, string, object][] = [
    ['daily_credit_cap', 'POST', keys, { name: 'k', daily_credit_cap: 1e-7 }],
    ['monthly_credit_cap', 'POST', keys, { name: 'k', monthly_credit_cap: 0.00000149 }],
    ['customer_daily_credit_cap', 'POST', keys, { name: 'k', customer_daily_credit_cap: 1e-9 }],
    ['monthly_credit_cap', 'PUT', '/v1/customers/ann', { monthly_credit_cap: 1e-7 }],
    ['budget', 'PATCH', '/v1/runs/fine', { budget: 1.0000001 }],
    ['balance', 'PATCH', '/v1/account/alerts', { balance: [10, 1e-7] }],
  ];
  for (const [param, method, path, body] of refused) {
    const { status, json, text } = await service.call(method, path, { key, body });
    assert.deepEqual([status, json.error?.param], [400, param], `${path} ${text}`);
    assert.match(json.error.message, /at most six decimals/);
  }
  const smallest = await service.call('POST', keys, { key, body: { name: 'k', daily_credit_cap: 0.000001 } });
  assert.equal(smallest.json.daily_credit_cap, 0.000001);
});
