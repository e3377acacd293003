// The request log: off by default, switched per account and key, with sizes, timings, tokens and cost, and bodies only when asked for.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openArtifacts } from '../../src/app/store.ts';
import { upkeepChores } from '../../src/app/upkeep.ts';
import { loadConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/core/log.ts';
import type { LoggedRequest } from '../../src/core/logged-request.ts';
import { RequestLog } from '../../src/http/request-log.ts';
import { createPrices } from '../../src/money/prices.ts';
import { type ObedientUpstream, startObedientUpstream } from '../support/obedient-upstream.ts';
import { openDesk } from '../support/operator-kit.ts';
import { paidRoute } from '../support/paid-route.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { join, makeKey, makePerson, type Person } from '../support/team-kit.ts';
import { until } from '../support/until.ts';

let service: TestService;
let upstream: ObedientUpstream;
let owner: Person;
let key: string;

before(async () => {
  upstream = await startObedientUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' }, paidRoute);
  owner = await makePerson(service);
  key = owner.home.liveKey;
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const SECRET = 'hunter2-in-a-prompt';
const chat = (content: string, more: object = {}) => ({
  model: 'obedient-1',
  messages: [{ role: 'user', content }],
  max_tokens: 5,
  ...more,
});
const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? '';
const query = (text: string, values: unknown[] = []) => service.app.database.pool.query(text, values);

async function logged(id: string, with_ = key) {
  return until(
    async () => {
      const answer = await service.call('GET', `/v1/requests/${id}`, { key: with_ });
      return answer.status === 200 && answer.json;
    },
    { saying: `request ${id} is in the log` },
  );
}

async function setLevel(level: string | null, person: Person = owner, more: object = {}) {
  const answer = await person.call('PATCH', '/requests/settings', { level, ...more });
  assert.equal(answer.status, 200, answer.text);
}

test('nothing is logged until the account asks for it, and each switch is in the log of the account', async () => {
  const before = await service.call('POST', '/v1/chat/completions', { key, body: chat('before') });
  const settings = await owner.call('GET', '/requests/settings');
  assert.deepEqual(
    [settings.json.level, settings.json.default_level, settings.json.effective_level, settings.json.may_change],
    [null, 'off', 'off', true],
  );
  await setLevel('metadata');
  const during = await service.call('POST', '/v1/chat/completions', { key, body: chat('during') });
  await logged(idOf(during));
  assert.equal((await service.call('GET', `/v1/requests/${idOf(before)}`, { key })).status, 404);
  const log = (await owner.call('GET', '/account/log?action=request_log.change')).json.data;
  assert.deepEqual([log.length, log[0].after.level, log[0].before.level], [1, 'metadata', null]);
});

test('a logged chat has its sizes, timings, model, tokens and cost, and no bodies', async () => {
  const body = chat('Say five words.');
  const answer = await service.call('POST', '/v1/chat/completions', { key, body });
  const seen = await logged(idOf(answer));
  assert.equal(seen.request_bytes, JSON.stringify(body).length);
  assert.equal(seen.response_bytes, Buffer.byteLength(answer.text));
  assert.deepEqual(
    [seen.method, seen.route, seen.module, seen.status, seen.outcome, seen.model, seen.served_model, seen.streamed],
    ['POST', '/chat/completions', 'chat', 200, 'ok', 'obedient-1', 'obedient-1', false],
  );
  assert.ok(!('upstream' in seen), 'whose server it was is for the operator');
  const { usage } = answer.json;
  assert.deepEqual(
    [seen.prompt_tokens, seen.completion_tokens, seen.credits],
    [usage.prompt_tokens, usage.completion_tokens, usage.credits],
  );
  assert.ok(seen.first_byte_ms >= 0 && seen.duration_ms >= seen.first_byte_ms);
  assert.ok(seen.key_id && Math.abs(Date.parse(seen.created_at) - Date.now()) < 60_000);
  assert.deepEqual([seen.bodies, seen.request_body, seen.response_body], ['not_kept', null, null]);
  const { rows } = await query('select count(*) from request_bodies');
  assert.equal(rows[0].count, 0);
});

test('errors are logged with their code and their words, and filters find them page by page', async () => {
  const refused = await service.call('POST', '/v1/chat/completions', { key, body: chat('x', { model: 'none-1' }) });
  const invalid = await service.call('POST', '/v1/chat/completions', { key, body: { model: 'obedient-1' } });
  const failed = await service.call('POST', '/v1/test/paid', { key, body: { fail: true } });
  const seen = await logged(idOf(refused));
  assert.deepEqual([seen.status, seen.outcome, seen.error_code, seen.model], [400, 'error', 'unknown_model', 'none-1']);
  assert.ok(seen.error_message.includes('none-1'));
  await logged(idOf(failed));
  await logged(idOf(invalid));
  const find = async (search: string) =>
    (await service.call('GET', `/v1/requests?${search}`, { key })).json.data.map((one: { id: string }) => one.id);
  assert.deepEqual(await find('status=400'), [idOf(invalid), idOf(refused)]);
  assert.deepEqual(await find('failed=true&module=chat'), [idOf(invalid), idOf(refused)]);
  assert.deepEqual(await find('model=none-1'), [idOf(refused)]);
  assert.deepEqual(await find('module=test'), [idOf(failed)]);
  assert.deepEqual(await find(`key_id=${seen.key_id}&model=none-1`), [idOf(refused)]);
  assert.deepEqual(await find(`from=${new Date(Date.now() + 60_000).toISOString()}`), []);
  assert.ok((await find(`to=${new Date(Date.now() + 60_000).toISOString()}&limit=100`)).length >= 4);
  const all = await find('limit=100');
  const paged: string[] = [];
  for (let cursor = ''; ; ) {
    const page = (await service.call('GET', `/v1/requests?limit=2${cursor}`, { key })).json;
    paged.push(...page.data.map((one: { id: string }) => one.id));
    if (!page.has_more) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  // The reading of the list is logged too, while it is read.
  assert.deepEqual(
    paged.filter((id) => all.includes(id)),
    all,
  );
  for (const wrong of ['status=7', 'from=yesterday', 'cursor=x', 'limit=101'])
    assert.equal((await service.call('GET', `/v1/requests?${wrong}`, { key })).status, 400, wrong);
});

test('a stream is logged with its first token and its use; a client that stops it is no error', async () => {
  const body = chat('Say five words.', { stream: true });
  const whole = await service.call('POST', '/v1/chat/completions', { key, body });
  const seen = await logged(idOf(whole));
  assert.deepEqual([seen.streamed, seen.outcome, seen.completion_tokens], [true, 'ok', 5]);
  assert.equal(seen.response_bytes, Buffer.byteLength(whole.text));
  const errorsOf = async () => {
    const { data } = (await owner.call('GET', '/usage?group_by=module')).json;
    return data.find((one: { module: string }) => one.module === 'test')?.errors ?? 0;
  };
  const before = await errorsOf();
  const leaving = new AbortController();
  const stopped = service.call('POST', '/v1/test/paid', { key, body: { wait_ms: 60_000 }, signal: leaving.signal });
  setTimeout(() => leaving.abort(), 100);
  await assert.rejects(stopped);
  const row = await until(async () => (await service.call('GET', '/v1/requests?status=499', { key })).json.data[0], {
    saying: 'the stopped call is in the log',
  });
  assert.deepEqual([row.outcome, row.error_code, row.credits], ['stopped', null, null]);
  assert.equal(await errorsOf(), before);
});

test('a key has a level of its own, which only owners and admins may set', async () => {
  const quiet = await makeKey(owner, { request_log: 'off' });
  const answer = await service.call('POST', '/v1/test/paid', { key: quiet.secret, body: {} });
  const loud = await makeKey(owner, { request_log: 'bodies' });
  const second = await service.call('POST', '/v1/test/paid', { key: loud.secret, body: { credits: 2 } });
  const seen = await logged(idOf(second));
  assert.deepEqual([seen.bodies, seen.request_body, seen.credits], ['kept', '{"credits":2}', 2]);
  assert.equal((await service.call('GET', `/v1/requests/${idOf(answer)}`, { key })).status, 404);
  const developer = await join(service, owner, 'developer');
  const own = await makeKey(developer);
  for (const [method, path] of [
    ['POST', '/account/keys'],
    ['PATCH', `/account/keys/${own.id}`],
  ] as const) {
    const refused = await developer.call(method, path, { name: 'x', request_log: 'bodies' });
    assert.deepEqual([refused.status, refused.json.error.code], [403, 'access_denied']);
  }
  assert.equal((await developer.call('PATCH', '/requests/settings', { level: 'off' })).status, 403);
});

test('bodies are masked, readable by those who may, and gone with their key', async () => {
  await setLevel('bodies');
  const developer = await join(service, owner, 'developer');
  const viewer = await join(service, owner, 'viewer');
  const billing = await join(service, owner, 'billing');
  const own = await makeKey(owner);
  const words = `${SECRET}: mail ada@example.com`;
  const answer = await service.call('POST', '/v1/chat/completions', {
    key: own.secret,
    body: chat(words, { stream: true }),
  });
  const id = idOf(answer);
  const seen = await logged(id);
  assert.ok(seen.request_body.includes(`${SECRET}: mail [email]`), seen.request_body);
  assert.equal(JSON.parse(seen.response_body).choices[0].delta.content.trim().split(' ').length, 5);
  const read = async (person: Person) => (await person.call('GET', `/requests/${id}`)).json;
  assert.equal((await read(owner)).bodies, 'kept');
  for (const person of [developer, viewer]) {
    const { bodies, request_body, response_body } = await read(person);
    assert.deepEqual([bodies, request_body, response_body], ['not_allowed', null, null]);
  }
  assert.equal((await billing.call('GET', `/requests/${id}`)).status, 403);
  const theirs = await makeKey(developer);
  const called = await service.call('POST', '/v1/test/paid', { key: theirs.secret, body: {} });
  assert.equal((await logged(idOf(called), theirs.secret)).bodies, 'kept');
  assert.equal((await owner.call('DELETE', `/account/keys/${own.id}`)).status, 200);
  assert.equal((await read(owner)).bodies, 'not_kept');
  await keepHouse({});
  const { rows } = await query('select count(*) from request_bodies where request_id = $1', [id]);
  assert.equal(rows[0].count, 0);
});

test('rules of the account hold for what comes after them', async () => {
  const rules = { mask: [], mask_fields: ['User'], mask_patterns: ['EMP-####'], keep_fields: ['messages', 'user'] };
  await setLevel('bodies', owner, { rules });
  const body = chat('EMP-1234 ada@example.com', { user: 'somebody' });
  const answer = await service.call('POST', '/v1/chat/completions', { key, body });
  const kept = JSON.parse((await logged(idOf(answer))).request_body);
  assert.deepEqual(kept, {
    model: '[not kept]',
    messages: [{ role: 'user', content: '[masked] ada@example.com' }],
    max_tokens: '[not kept]',
    user: '[masked]',
  });
  const wrong = await owner.call('PATCH', '/requests/settings', { rules: { mask_patterns: ['a*b*c'] } });
  assert.deepEqual([wrong.status, wrong.json.error.code], [400, 'invalid_parameter']);
  await setLevel('metadata', owner, { rules: null });
});

async function keepHouse(settings: Record<string, string>): Promise<void> {
  const { database } = service.app;
  const files = await openArtifacts(service.config, database.queries);
  const config = loadConfig(settings);
  for (const chore of upkeepChores({ config, prices: createPrices(config.prices), database, files, log: silentLog }))
    await chore.run();
}

test('requests and bodies go when their days are over, and with their account', async () => {
  const other: TestAccount = await service.account();
  await query(
    `insert into request_log (id, account_id, environment, method, route, module, status, outcome, request_bytes, response_bytes, streamed, duration_ms, started_at)
     select 'req_old_' || n, $1, 'live', 'GET', '/x', 'chat', 200, 'ok', 0, 0, false, 1, now() - n * interval '1 day' from generate_series(0, 40) n`,
    [other.id],
  );
  await query(
    `insert into request_bodies (request_id, account_id, request, response, is_cut, created_at)
     select 'req_old_' || n, $1, '{}', '{}', false, now() - n * interval '1 day' from generate_series(0, 40) n`,
    [other.id],
  );
  const count = async () => {
    const { rows } = await query(
      `select (select count(*) from request_log where account_id = $1) as requests, (select count(*) from request_bodies where account_id = $1) as bodies`,
      [other.id],
    );
    return [rows[0].requests, rows[0].bodies];
  };
  await keepHouse({ REQUEST_LOG_DAYS: '30', REQUEST_LOG_BODY_DAYS: '3' });
  assert.deepEqual(await count(), [30, 3]);
  await query('delete from balances where account_id = $1', [other.id]).catch(() => undefined);
  await query(
    `begin; set local session_replication_role = replica; delete from ledger where account_id = '${other.id}'; delete from leases where account_id = '${other.id}'; delete from balances where account_id = '${other.id}'; commit`,
  );
  await query('delete from accounts where id = $1', [other.id]);
  assert.deepEqual(await count(), [0, 0]);
});

test('the operator finds requests of all accounts, without words and bodies', async () => {
  const desk = await openDesk(service);
  const failed = await service.call('POST', '/v1/test/paid', { key, body: { fail: true } });
  const fine = await service.call('POST', '/v1/test/paid', { key, body: {} });
  await logged(idOf(fine));
  const find = async (search: string) => {
    const answer = await service.call('GET', `/v1/operator/requests?${search}`, { key: desk.key });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.data as Record<string, unknown>[];
  };
  const [latest] = await find('status=502&limit=1');
  assert.deepEqual([latest?.id, latest?.account_id, latest?.email], [idOf(failed), owner.home.id, owner.email]);
  assert.ok(latest && !('error_message' in latest) && !('request_body' in latest));
  const [byId] = await find(`request_id=${idOf(fine)}`);
  assert.equal(byId?.status, 200);
  assert.ok((await find(`account_id=${owner.home.id}&limit=100`)).some((one) => one.id === idOf(fine)));
  const sandboxed = await service.call('GET', '/sandbox/v1/operator/requests', { key: desk.key });
  assert.equal(sandboxed.status, 403);
});

test('the log drops what it has no room for and counts it, and never fails a call', async () => {
  const { database } = service.app;
  const log = new RequestLog({ database, defaultLevel: 'metadata', bodyCharacters: 1024, log: silentLog });
  const row = (id: string): LoggedRequest => ({
    ...{ id, accountId: owner.home.id, environment: 'live', keyId: null, memberId: null, method: 'GET', route: '/x' },
    ...{
      module: 'chat',
      status: 200,
      outcome: 'ok',
      errorCode: null,
      errorMessage: null,
      model: null,
      servedModel: null,
    },
    ...{
      upstream: null,
      promptTokens: null,
      completionTokens: null,
      cachedTokens: null,
      deliveredTokens: null,
      charged: null,
      upstreamCost: null,
      jobId: null,
      guards: null,
    },
    ...{ requestBytes: 0, responseBytes: 0, streamed: false, firstByteMs: null, durationMs: 1, startedAt: new Date() },
  });
  for (let n = 0; n < 20_100; n += 1) log.add(row(`req_many_${n % 10}`));
  assert.deepEqual(log.dropped, { requests: 100, bodies: 0 });
  const bodies = { request: new Uint8Array(20e6), response: null, isStream: false, isCut: false, rules: null as never };
  const small = new RequestLog({ database, defaultLevel: 'metadata', bodyCharacters: 1024, log: silentLog });
  small.add(row('req_a'), bodies);
  small.add(row('req_b'), bodies);
  assert.deepEqual(small.dropped, { requests: 0, bodies: 1 });
  // A row that PostgreSQL refuses takes its group with it, and no more.
  const broken = new RequestLog({ database, defaultLevel: 'metadata', bodyCharacters: 1024, log: silentLog });
  broken.add({ ...row('req_c'), status: 1e9 });
  await broken.flush();
  assert.equal(broken.dropped.requests, 1);
  const metrics = await fetch(`${service.origin}/metrics`).then((answer) => answer.text());
  assert.match(metrics, /atelier_request_log_dropped_total 0/);
});
