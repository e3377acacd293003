// A person downloads everything of theirs and deletes the account: after the waiting period nothing names them any more.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { strFromU8, unzipSync } from 'fflate';
import { KEPT } from '../../../src/store/personal-data.ts';
import { findTraces } from '../../support/account-traces.ts';
import { fillLibrary } from '../../support/library-kit.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../../support/misbehaving-upstream.ts';
import { openDesk } from '../../support/operator-kit.ts';
import { fromDashboard } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';
import { join, makePerson, type Person } from '../../support/team-kit.ts';
import { until } from '../../support/until.ts';

const WORD = 'zebrafinch';
let upstream: MisbehavingUpstream;
let service: TestService;
let made = 0;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
});

after(async () => {
  await upstream.close();
  await service.stop();
});

const query = (text: string, values: unknown[] = []) => service.app.database.pool.query(text, values);
const stateOf = async (id: string) =>
  (await query('select state from account_deletions where account_id = $1', [id])).rows[0]?.state;

/** The waiting period ends at once. */
async function deleteNow(id: string): Promise<void> {
  await query('update account_deletions set due_at = now() where account_id = $1', [id]);
  await until(async () => (await stateOf(id)) === 'done', { saying: 'the account was not deleted', withinMs: 60_000 });
}

async function expectOk(answer: Promise<{ status: number; text: string; json: Record<string, unknown> }>) {
  const { status, text, json } = await answer;
  assert.ok(status < 300, text);
  return json;
}

/** Uses what the service offers, with the word in everything that can hold words. */
async function useEverything(person: Person): Promise<void> {
  made += 1;
  const key = person.home.liveKey;
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    expectOk(service.call('POST', `/v1${path}`, { key, body, headers }));
  await expectOk(person.call('PATCH', '/account', { name: `The ${WORD} company` }));
  await expectOk(person.call('PATCH', '/requests/settings', { level: 'bodies' }));
  await expectOk(person.call('PATCH', '/payments/details', { name: WORD, address: { city: WORD } }));
  const messages = [{ role: 'user', content: `I am ${WORD}` }];
  const model = 'mock-good-1';
  const names = { 'x-customer': WORD, 'x-run': `${WORD}; budget=50`, 'idempotency-key': WORD };
  const { conversation_id } = await post('/chat/completions', { model, conversation_id: 'new', messages }, names);
  await post(`/chat/conversations/${conversation_id}/branches`, { messages: 2 });
  await post('/chat/completions', { model, messages, store: true, metadata: { of: WORD } });
  await post('/responses', { model, input: `I am ${WORD}` });
  await post('/webhooks', { url: `https://${WORD}.example.com/`, events: ['*'], description: WORD });
  await post('/account/keys', { name: WORD });
  await post('/vector_stores', { name: WORD });
  await post('/image/generate', { prompt: `a ${WORD}`, size: '512x512' });
  const kit = await fillLibrary(service, person.home);
  await kit.song(`job_song_${made}`, WORD);
  await kit.video(`job_film_${made}`, WORD);
  await kit.build(`proj_${made}_bird`, WORD);
  await expectOk(person.call('POST', '/account/invitations', { role: 'viewer', email: `${WORD}@example.com` }));
}

test('an export holds everything, without a secret, and only what is theirs', async () => {
  const person = await makePerson(service);
  const other = await makePerson(service);
  await expectOk(other.call('PATCH', '/account', { name: 'somebody else' }));
  await useEverything(person);
  const answer = await fetch(`${service.origin}/v1/account/export`, { headers: fromDashboard(service, person.cookie) });
  assert.equal(answer.status, 200);
  const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const read = (name: string) => strFromU8(zip[name] ?? new Uint8Array());
  const rows = (name: string) => JSON.parse(read(`data/${name}.json`)) as Record<string, unknown>[];
  for (const name of [
    'accounts',
    'stored_messages',
    'stored_completions',
    'responses',
    'api_keys',
    'music_tracks',
    'library_items',
    'webhook_endpoints',
    'request_bodies',
    'end_customers',
    'invitations',
    'account_log',
    'vector_stores',
    'billing_details',
  ])
    assert.ok(read(`data/${name}.json`).includes(WORD), name);
  const files = rows('artifacts').map(({ id, extension }) => `files/${id}.${extension}`);
  assert.ok(files.length > 0);
  assert.deepEqual(
    Object.keys(zip)
      .filter((name) => name.startsWith('files/'))
      .sort(),
    files.sort(),
  );
  assert.ok(Object.keys(zip).some((name) => name.startsWith('projects/')));
  assert.match(read('index.html'), /data\/ledger\.json.*Movements of credits/);
  const everything = Object.keys(zip).map(read).join('\n');
  assert.ok(everything.includes(person.email) && !everything.includes(other.email));
  assert.ok(!everything.includes(person.home.liveKey));
  const { rows: keys } = await query("select encode(secret_hash, 'hex') as hash from api_keys where account_id = $1", [
    person.home.id,
  ]);
  for (const { hash } of keys) assert.ok(!everything.includes(hash));
  const { rows: sessions } = await query(
    'select s.token from auth_sessions s join accounts a on a.user_id = s.user_id where a.id = $1',
    [person.home.id],
  );
  for (const { token } of sessions) assert.ok(!everything.includes(token));
});

test('after the waiting period nothing names the person; the ledger stays and adds up', async () => {
  const person = await makePerson(service);
  await useEverything(person);
  const { id } = person.home;
  assert.ok((await findTraces(service, WORD)).length > 10);
  const before = (await query('select id, amount, balance_after from ledger where account_id = $1 order by seq', [id]))
    .rows;
  const wrong = await person.call('POST', '/account/deletion', { email: 'other@example.com' });
  assert.equal(wrong.status, 400, wrong.text);
  const asked = await expectOk(person.call('POST', '/account/deletion', { email: person.email }));
  assert.equal(asked.status, 'waiting');
  assert.ok(Date.parse(String(asked.due_at)) > Date.now() + 13 * 86_400_000);
  // Everything works until then.
  assert.equal((await person.call('GET', '/account')).status, 200);
  await deleteNow(id);
  assert.equal((await person.call('GET', '/account')).status, 401);
  assert.equal((await service.call('GET', '/v1/account', { key: person.home.liveKey })).status, 401);
  const kept = new Set(KEPT.map(({ name }) => name));
  assert.deepEqual(
    (await findTraces(service, id)).filter((name) => !kept.has(name)),
    [],
  );
  assert.deepEqual(await findTraces(service, person.email), []);
  const after = (await query('select id, amount, balance_after from ledger where account_id = $1 order by seq', [id]))
    .rows;
  assert.deepEqual(after.slice(0, before.length), before);
  const { rows } = await query(
    `select b.balance, (select coalesce(sum(amount), 0)::bigint from ledger l where l.account_id = b.account_id and l.environment = b.environment) as sum
     from balances b where account_id = $1`,
    [id],
  );
  for (const { balance, sum } of rows) assert.equal(balance, sum);
});

test('the word of all deleted accounts is nowhere', async () => {
  const { rows } = await query(`select id from accounts where name like $1`, [`%${WORD}%`]);
  for (const { id } of rows) {
    await query(
      'insert into account_deletions (account_id, due_at) values ($1, now()) on conflict (account_id) do nothing',
      [id],
    );
    await deleteNow(id);
  }
  assert.deepEqual(await findTraces(service, WORD), []);
});

test('a request can be withdrawn, but not what the operator asked for', async () => {
  const person = await makePerson(service);
  const { key } = await openDesk(service);
  await expectOk(person.call('POST', '/account/deletion', { email: person.email }));
  assert.equal((await expectOk(person.call('DELETE', '/account/deletion'))).status, 'none');
  assert.equal((await person.call('DELETE', '/account/deletion')).status, 404);
  const path = `/v1/operator/accounts/${person.home.id}`;
  const reason = 'asked by letter';
  const asked = await expectOk(service.call('POST', `${path}/deletion`, { key, body: { reason } }));
  assert.deepEqual([asked.status, asked.requested_by_operator], ['waiting', true]);
  assert.equal((await person.call('DELETE', '/account/deletion')).status, 403);
  const copy = await service.call('POST', `${path}/export`, { key, body: { reason } });
  assert.equal(copy.status, 200);
  assert.equal(
    (await expectOk(service.call('POST', `${path}/deletion/undo`, { key, body: { reason } }))).status,
    'none',
  );
  await expectOk(service.call('POST', `${path}/deletion`, { key, body: { reason, at_once: true } }));
  await until(async () => (await stateOf(person.home.id)) === 'done', {
    saying: 'the account was not deleted',
    withinMs: 60_000,
  });
  const { rows } = await query('select action from audit_log where account_id = $1 order by seq', [person.home.id]);
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['account.delete', 'account.export', 'account.keep', 'account.delete'],
  );
});

test('a team is dissolved or handed over; members with an account of their own stay users', async () => {
  const founder = await makePerson(service);
  const heir = await join(service, founder, 'owner');
  const refused = await founder.call('POST', '/account/deletion', { email: founder.email });
  assert.deepEqual([refused.status, refused.json.error.param], [403, 'team']);
  const noAddress = await founder.call('POST', '/account/handover', { member_id: heir.memberId });
  assert.deepEqual([noAddress.status, noAddress.json.error.param], [400, 'email']);
  const taken = await founder.call('POST', '/account/handover', { member_id: heir.memberId, email: heir.email });
  assert.equal(taken.status, 400, taken.text);
  const email = 'team@example.com';
  await expectOk(founder.call('POST', '/account/handover', { member_id: heir.memberId, email }));
  await expectOk(founder.call('POST', '/account/leave', { account_id: founder.home.id }));
  assert.deepEqual(
    (await findTraces(service, founder.email)).filter(
      (name) => name !== 'account_log' && name !== 'invitations' && name !== 'events',
    ),
    [],
  );
  await expectOk(heir.call('POST', '/account/deletion', { email }));
  await deleteNow(founder.home.id);
  const { rows } = await query('select email from auth_users where email = $1', [heir.email]);
  assert.equal(rows.length, 1);
  assert.equal((await heir.call('POST', '/account/switch', { account_id: heir.home.id })).status, 401);
});

test('only an owner who signed in a few minutes ago deletes, exports and hands over; no key does', async () => {
  const person = await makePerson(service);
  const admin = await join(service, person, 'admin');
  const byKey = await service.call('POST', '/v1/account/deletion', {
    key: person.home.liveKey,
    body: { email: person.email },
  });
  assert.equal(byKey.status, 403);
  assert.equal((await service.call('GET', '/v1/account/export', { key: person.home.liveKey })).status, 403);
  assert.equal((await admin.call('POST', '/account/deletion', { email: person.email, team: 'dissolve' })).status, 403);
  await query("update auth_sessions set created_at = now() - interval '1 hour'");
  assert.equal((await person.call('POST', '/account/deletion', { email: person.email, team: 'dissolve' })).status, 403);
  assert.equal((await person.call('GET', '/account/export')).status, 403);
  const { rows } = await query('select 1 from account_deletions where account_id = $1', [person.home.id]);
  assert.equal(rows.length, 0);
});
