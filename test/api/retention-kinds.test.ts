// Retention by kind: the service says how long each kind of content is kept, plans say otherwise, and prompts end before the work.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openArtifacts } from '../../src/app/store.ts';
import { upkeepChores } from '../../src/app/upkeep.ts';
import { loadConfig } from '../../src/config/config.ts';
import { silentLog } from '../../src/core/log.ts';
import { findTraces } from '../support/account-traces.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { type SongServer, startSongServer } from '../support/song-server.ts';
import { until } from '../support/until.ts';

let upstream: MisbehavingUpstream;
let songs: SongServer;
let service: TestService;
let desk: OperatorKit;
before(async () => {
  upstream = await startMisbehavingUpstream();
  songs = await startSongServer();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, RETAIN_UPLOADS_DAYS: '20' });
  desk = await openDesk(service);
  const settings = { kind: 'ace-step', base_url: songs.baseUrl, price: { per_request: 3 } };
  const added = await desk.act('/upstreams', { name: 'songs', makes: 'music', settings, reason: 'retention' });
  assert.equal(added.status, 201, added.text);
});
after(async () => {
  await upstream.close();
  songs.close();
  await service.stop();
});

const query = (text: string, values: unknown[] = []) => service.app.database.pool.query(text, values);
const idsOf = async (table: string, owner: TestAccount) =>
  (await query(`select id from ${table} where account_id = $1 order by id`, [owner.id])).rows.map(({ id }) => id);

async function set(name: 'service' | 'prices', value: object) {
  const body = { value, reason: 'retention' };
  return service.call('PUT', `/v1/operator/settings/${name}`, { key: desk.key, body });
}

/** Plan `pro` says otherwise. */
async function setPlan(days: object) {
  const { plans } = service.app.prices.list;
  const { pro, ...others } = plans;
  assert.ok(pro);
  const done = await set('prices', { plans: { ...others, pro: { ...pro, retention_days: days } } });
  assert.equal(done.status, 200, done.text);
}

async function keepHouse(settings: Record<string, string>): Promise<void> {
  const { database, prices } = service.app;
  const files = await openArtifacts(service.config, database.queries);
  for (const chore of upkeepChores({ config: loadConfig(settings), prices, database, files, log: silentLog }))
    await chore.run();
}

const daysOf = async (owner: TestAccount) => {
  const { json } = await service.call('GET', '/v1/account/retention', { key: owner.liveKey });
  return Object.fromEntries(
    json.kinds.map(({ kind, days, set_by }: { kind: string; days: number | null; set_by: string }) => [
      kind,
      `${days} ${set_by}`,
    ]),
  );
};

test('the account sees what the operator sets while the service runs, and what its plan says', async () => {
  const [usual, paying] = [await service.account(), await service.account({ plan: 'pro' })];
  const first = await daysOf(usual);
  assert.deepEqual(
    [first.prompts, first.jobs, first.responses, first.uploads, first.request_bodies],
    ['null service', 'null service', '30 service', '20 service', '3 service'],
  );
  assert.equal((await set('service', { retention_days: { prompts: 30, jobs: 90 } })).status, 200);
  await setPlan({ prompts: 7, jobs: 0 });
  await until(async () => (await daysOf(paying)).prompts === '7 plan', { saying: 'the plan does not count' });
  assert.deepEqual((await daysOf(paying)).jobs, 'null plan');
  const now = await daysOf(usual);
  assert.deepEqual([now.prompts, now.jobs, now.batches], ['30 service', '90 service', '90 service']);
  const fixed = await set('service', { retention_days: { uploads: 30 } });
  assert.deepEqual([fixed.status, fixed.json.error.param], [400, 'value.retention_days.uploads']);
  for (const days of [{ jobs: 2 }, { jobs: -1 }, { ledger: 30 }, { request_log: 0 }])
    assert.equal((await set('service', { retention_days: days })).status, 400, JSON.stringify(days));
  assert.equal((await set('service', {})).status, 200);
});

test('each plan keeps conversations, stores and jobs for its own time', async () => {
  await setPlan({ conversations: 0, vector_stores: 100, jobs: 10 });
  const [usual, paying] = [await service.account(), await service.account({ plan: 'pro' })];
  for (const owner of [usual, paying]) {
    const post = (path: string, body: object) => service.call('POST', `/v1${path}`, { key: owner.liveKey, body });
    for (const age of [1, 50]) {
      const messages = [{ role: 'user', content: 'Hello' }];
      const { json } = await post('/chat/completions', { model: 'mock-good-1', conversation_id: 'new', messages });
      const store = (await post('/vector_stores', { name: `of ${age} days` })).json;
      const past = `now() - ${age} * interval '1 day'`;
      await query(`update conversations set updated_at = ${past} where id = $1`, [json.conversation_id]);
      await query(`update vector_stores set last_active_at = ${past} where id = $1`, [store.id]);
      await query(
        `insert into jobs (id, account_id, environment, kind, state, payload, created_at, completed_at)
         values ($1, $2, 'live', 'noop', 'completed', '{}', ${past}, ${past})`,
        [`job_${owner.id}_${age}`, owner.id],
      );
    }
  }
  // A branch that was used keeps the conversation from which it comes.
  const [root] = (
    await query(`select id from conversations where account_id = $1 and updated_at < now() - interval '9 days'`, [
      usual.id,
    ])
  ).rows;
  const branch = await service.call('POST', `/v1/chat/conversations/${root.id}/branches`, {
    key: usual.liveKey,
    body: { messages: 2 },
  });
  assert.ok(branch.status < 300, branch.text);
  const settings = { RETAIN_CONVERSATIONS_DAYS: '30', RETAIN_VECTOR_STORES_DAYS: '30' };
  await keepHouse(settings);
  const counts = async (owner: TestAccount) =>
    Promise.all(['conversations', 'vector_stores', 'jobs'].map(async (table) => (await idsOf(table, owner)).length));
  assert.deepEqual(
    [await counts(usual), await counts(paying)],
    [
      [3, 1, 2],
      [2, 2, 1],
    ],
  );
  await query(`update conversations set updated_at = now() - interval '50 days' where id = $1`, [branch.json.id]);
  await keepHouse(settings);
  assert.equal((await idsOf('conversations', usual)).length, 1);
});

test('when prompts end, the work stays with its price and its files', async () => {
  await setPlan({ prompts: 0 });
  const WORD = 'quokkaberry';
  const owners = [await service.account(), await service.account({ plan: 'pro' })];
  const made: { owner: TestAccount; id: string }[] = [];
  for (const owner of owners) {
    const song = { prompt: `${WORD} in the rain`, title: 'Rain', duration: 30, instrumental: true };
    const { json, text } = await service.call('POST', '/v1/music/generate', { key: owner.liveKey, body: song });
    assert.ok(json.id, text);
    made.push({ owner, id: json.id });
    const image = { prompt: `a ${WORD}`, width: 64, height: 64 };
    assert.equal((await service.call('POST', '/v1/image/generate', { key: owner.liveKey, body: image })).status, 200);
  }
  const read = ({ owner, id }: (typeof made)[number]) =>
    service.call('GET', `/v1/jobs/${id}`, { key: owner.liveKey }).then(({ json }) => json);
  for (const one of made)
    await until(async () => (await read(one)).status === 'completed', { saying: 'no song', withinMs: 60_000 });
  const [mine, theirs] = made;
  assert.ok(mine && theirs);
  const before = await read(mine);
  const tracesBefore = await findTraces(service, WORD);
  for (const name of ['jobs', 'music_tracks', 'library_items']) assert.ok(tracesBefore.includes(name), name);
  for (const table of ['jobs', 'music_tracks', 'library_items'])
    await query(`update ${table} set created_at = created_at - interval '40 days'`);
  await query(`update jobs set completed_at = completed_at - interval '40 days'`);
  await keepHouse({ RETAIN_PROMPTS_DAYS: '30' });
  const after = await read(mine);
  assert.deepEqual([after.status, after.usage, after.audio_url], ['completed', before.usage, before.audio_url]);
  assert.equal((await fetch(after.audio_url)).status, 200);
  assert.equal((await service.call('GET', `/v1/music/${mine.id}`, { key: mine.owner.liveKey })).status, 200);
  assert.ok((await findTraces(service, WORD)).includes('jobs'), 'the other plan keeps its prompts');
  await query('update accounts set plan = $2 where id = $1', [theirs.owner.id, 'enterprise']);
  await keepHouse({ RETAIN_PROMPTS_DAYS: '30' });
  assert.deepEqual(
    (await findTraces(service, WORD)).filter((name) => name !== 'artifacts'),
    [],
  );
});
