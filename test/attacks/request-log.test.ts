// Who attacks the request log: other accounts, keys without its scope, hostile bodies, and requests that come by the hundred.
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { after, before, test } from 'node:test';
import { insertKey } from '../../src/store/keys.ts';
import { paidRoute } from '../support/paid-route.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

let service: TestService;
let victim: TestAccount;
let stranger: TestAccount;

before(async () => {
  // On for everyone: what the service's own default says.
  service = await startService({ REQUEST_LOG: 'metadata', TEST_WORKER: '0' }, paidRoute);
  victim = await service.account();
  stranger = await service.account();
  const level = { level: 'bodies' };
  strictEqual((await service.call('PATCH', '/v1/requests/settings', { key: victim.liveKey, body: level })).status, 200);
});
after(() => service.stop());

const read = (path: string, key: string) => service.call('GET', `/v1/requests${path}`, { key });
const idOf = (answer: { headers: Headers }) => answer.headers.get('x-request-id') ?? '';

async function logged(id: string, key: string) {
  return until(
    async () => {
      const answer = await read(`/${id}`, key);
      return answer.status === 200 && answer.json;
    },
    { saying: `request ${id} is in the log` },
  );
}

/** Bytes as they are, with the headers that go with them. */
function send(body: Buffer | string, headers: Record<string, string> = {}): Promise<{ status: number; id: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(`${service.origin}/v1/test/paid`, {
      method: 'POST',
      headers: { authorization: `Bearer ${victim.liveKey}`, 'content-type': 'application/json', ...headers },
    });
    outgoing.on('response', (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, id: String(answer.headers['x-request-id']) });
      outgoing.destroy();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test('the body of a call that carries a secret is never kept, not even for an account that keeps everything', async () => {
  const key = victim.liveKey;
  const rules = { level: 'bodies', rules: { mask: [], mask_fields: [] } };
  const set = await service.call('PATCH', '/v1/requests/settings', { key, body: rules });
  strictEqual(set.status, 200, set.text);
  const body = { value: 'a value that nobody may read' };
  const sent = await service.call('PUT', '/v1/builder/projects/proj_x/variables/NAME', { key, body });
  strictEqual(sent.status, 404, sent.text);
  const { request_body, response_body } = await logged(idOf(sent), key);
  deepStrictEqual([request_body, response_body], [null, null]);
  const standard = { level: 'bodies', rules: null };
  strictEqual((await service.call('PATCH', '/v1/requests/settings', { key, body: standard })).status, 200);
});

test("another account, and the account's other environment, see nothing of a request", async () => {
  const id = idOf(await service.call('POST', '/v1/test/paid', { key: victim.liveKey, body: {} }));
  await logged(id, victim.liveKey);
  strictEqual((await read(`/${id}`, stranger.liveKey)).status, 404);
  const sandboxed = await service.call('GET', `/sandbox/v1/requests/${id}`, { key: victim.testKey });
  strictEqual(sandboxed.status, 404);
  const { rows } = await service.app.database.pool.query('select key_id from request_log where id = $1', [id]);
  for (const search of ['', `?key_id=${rows[0].key_id}`, '?model=noop-1', '?status=200', '?limit=100']) {
    const foreign = await read(search, stranger.liveKey);
    const other = await service.call('GET', `/sandbox/v1/requests${search}`, { key: victim.testKey });
    for (const { status, json } of [foreign, other]) {
      strictEqual(status, 200);
      // By the entry's own id: the attempts above are in the stranger's log, with this id in their path.
      ok(!json.data.some((entry: { id: string }) => entry.id === id), search);
    }
  }
});

test('a key without the scope neither reads the log nor switches it', async () => {
  const make = async (scopes: string[]) => {
    const owner = { accountId: victim.id, environment: 'live' as const };
    return (await insertKey(service.app.database.queries, owner, { name: 'narrow', scopes })).secret;
  };
  const narrow = await make(['chat', 'usage', 'account', 'jobs']);
  for (const path of ['', '/settings', '/req_x'])
    strictEqual((await read(path, narrow)).json.error.code, 'scope_missing');
  const reader = await make(['requests:read']);
  strictEqual((await read('', reader)).status, 200);
  const patch = await service.call('PATCH', '/v1/requests/settings', { key: reader, body: { level: 'off' } });
  strictEqual(patch.json.error.code, 'scope_missing');
});

test('a body of 100 MB is refused, logged with its size, and not kept', async () => {
  const size = 100 * 1024 * 1024;
  const { status, id } = await send('{', { 'content-length': String(size) });
  strictEqual(status, 413);
  const seen = await logged(id, victim.liveKey);
  deepStrictEqual(
    [seen.status, seen.error_code, seen.request_bytes, seen.request_body],
    [413, 'payload_too_large', size, null],
  );
});

test('NUL, half a surrogate, broken UTF-8 and broken JSON are logged as what they are, beside others of their group', async () => {
  const hostile = [
    '{"model":"a\\u0000b","x":"\\ud800"}',
    Buffer.concat([Buffer.from('{"model":"'), Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('"}')]),
    '{"password":"hunter2"',
    `{"a":${'['.repeat(5_000)}`,
    `{"model":"${'m'.repeat(10_000)}"}`,
    '{"__proto__":{"a":1},"fail":true}',
  ];
  const answers = await Promise.all([...hostile.map((body) => send(body)), send('{}')]);
  for (const [place, { status, id }] of answers.entries()) {
    const seen = await logged(id, victim.liveKey);
    strictEqual(seen.status, status);
    ok(place < 4 ? status >= 400 : status > 0, `${place}: ${status}`);
    ok((seen.request_body ?? '').length < 17_000 && (seen.model ?? '').length <= 200);
    ok(!(seen.request_body ?? '').includes('hunter2'));
  }
});

test('secrets of a body are not in the database, in whatever table', async () => {
  const secret = `sk_live_${'abcdefghjk'.repeat(4)}`;
  const content = { note: `ada.secret@example.com ${secret} 4242424242424242`, password: 'hunter2' };
  const id = idOf(
    await service.call('POST', '/v1/test/paid', { key: victim.liveKey, body: { ...content, fail: true } }),
  );
  await logged(id, victim.liveKey);
  const { rows } = await service.app.database.pool.query(
    'select (select row_to_json(r)::text from request_log r where id = $1) || (select row_to_json(b)::text from request_bodies b where request_id = $1) as kept',
    [id],
  );
  const { kept } = rows[0];
  for (const part of ['ada.secret', secret, '42424242', 'hunter2']) ok(!kept.includes(part), `${part} in ${kept}`);
});

test('hundreds of requests at once are all answered, and all logged', async () => {
  const key = stranger.liveKey;
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => service.call('POST', '/v1/test/paid', { key, body: { credits: 0.1 } })),
  );
  const paid = answers.filter(({ status }) => status === 200).length;
  ok(paid > 100, String(paid));
  const read = async () => {
    const { rows } = await service.app.database.pool.query(
      `select count(*) as all, count(*) filter (where status = 200) as paid, sum(charged) as charged
       from request_log where account_id = $1 and route = '/test/paid'`,
      [stranger.id],
    );
    return rows[0];
  };
  await until(async () => (await read()).all === answers.length, { saying: 'all of them are logged' });
  deepStrictEqual(await read(), { all: answers.length, paid, charged: paid * 100_000 });
});
