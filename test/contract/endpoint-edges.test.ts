// The edges of webhook endpoints and of the stream of events: what a change leaves alone and logs, what a listener hears, once.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Caller } from '../../src/core/caller.ts';
import { EventWatch } from '../../src/modules/webhooks/event-watch.ts';
import { emitAllIn } from '../../src/outbox/events.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createJobKit, type JobKit } from '../support/job-kit.ts';
import { createOutboxKit, type OutboxKit } from '../support/outbox-kit.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;
const URL_TO_CALL = 'https://example.com/hook?token=abc';

let store: TestDatabase;
let kit: JobKit;
let hooks: OutboxKit;
let watch: EventWatch;

before(async () => {
  store = await createTestDatabase();
  kit = await createJobKit(store.url);
  hooks = createOutboxKit(kit.database);
  watch = new EventWatch(kit.database);
});
after(async () => {
  await kit.close();
  await store.drop();
});

async function actionsOn(target: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from account_log where target = ${target} order by seq`.execute(kit.database.queries);
  return rows.map(({ action }) => action);
}

test('a change keeps what it does not name, and each change is in the log of the account', async () => {
  const caller = await kit.customer();
  const { id } = await hooks.endpoints.create(caller, {
    url: URL_TO_CALL,
    events: ['payment.failed'],
    description: 'a',
  });
  const off = await hooks.endpoints.change(caller, id, { enabled: false });
  assert.deepEqual([off.url, off.events, off.description, off.enabled], [URL_TO_CALL, ['payment.failed'], 'a', false]);
  await assert.rejects(hooks.deliveries.sendTest(caller, id), { code: 'invalid_parameter' });
  const renamed = await hooks.endpoints.change(caller, id, { description: 'b' });
  assert.deepEqual([renamed.description, renamed.enabled], ['b', false]);
  const moved = await hooks.endpoints.change(caller, id, { url: 'https://example.com/other', enabled: true });
  assert.deepEqual([moved.url, moved.enabled], ['https://example.com/other', true]);
  await assert.rejects(hooks.endpoints.change(caller, id, { url: 'nonsense' }), { code: 'unsafe_url' });
  const rotated = await hooks.endpoints.rotate(caller, id);
  const overlapMs = Date.parse(rotated.previous_secret_valid_until ?? '') - Date.now();
  assert.ok(overlapMs > 23 * HOUR_MS && overlapMs < 25 * HOUR_MS, 'the old secret stays valid for a day');
  assert.equal((await hooks.endpoints.rotate(caller, id, 0)).previous_secret_valid_until, null);
  await hooks.endpoints.remove(caller, id);
  const changes = ['webhook.change', 'webhook.change', 'webhook.change', 'webhook.rotate', 'webhook.rotate'];
  assert.deepEqual(await actionsOn(id), ['webhook.create', ...changes, 'webhook.delete']);
  await assert.rejects(hooks.endpoints.find(caller, id), { code: 'not_found' });
  await assert.rejects(hooks.deliveries.replay(caller, id, 'dlv_none'), { code: 'not_found' });
});

test('an account has at most 50 endpoints, and an endpoint is of one account and environment', async () => {
  const caller = await kit.customer();
  const made = [];
  for (let nth = 0; nth < 50; nth += 1) made.push(await hooks.endpoints.create(caller, { url: URL_TO_CALL }));
  await assert.rejects(hooks.endpoints.create(caller, { url: URL_TO_CALL }), { code: 'invalid_parameter' });
  const [first] = made;
  const id = first?.id ?? '';
  for (const stranger of [await kit.customer(), { ...caller, environment: 'test' as const }]) {
    for (const act of [
      () => hooks.endpoints.find(stranger, id),
      () => hooks.endpoints.change(stranger, id, { description: 'mine' }),
      () => hooks.endpoints.rotate(stranger, id),
      () => hooks.endpoints.reveal(stranger, id),
      () => hooks.endpoints.remove(stranger, id),
      () => hooks.deliveries.sendTest(stranger, id),
    ])
      await assert.rejects(act, { code: 'not_found' });
    assert.deepEqual((await hooks.endpoints.list(stranger)).data, []);
  }
  await assert.rejects(hooks.deliveries.replay(caller, id, 'dlv_none'), { code: 'not_found' });
  assert.equal((await hooks.endpoints.list(caller)).data.length, 50);
});

test('of two removals at once one is told that the endpoint is gone, and the log has one entry', async () => {
  const caller = await kit.customer();
  const { id } = await hooks.endpoints.create(caller, { url: URL_TO_CALL });
  const removals = await kit.database.transaction(async (trx) => {
    await sql`select 1 from webhook_endpoints where id = ${id} for update`.execute(trx);
    const both = [hooks.endpoints.remove(caller, id), hooks.endpoints.remove(caller, id)];
    const blocked = async () => {
      const { rows } = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(kit.database.queries);
      return rows[0]?.waiting === 2;
    };
    await until(blocked, { saying: 'both removals have found the endpoint' });
    return { ended: Promise.allSettled(both) };
  });
  const outcomes = await removals.ended;
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  assert.deepEqual(await actionsOn(id), ['webhook.create', 'webhook.delete']);
});

function listen(caller: Caller, lastEventId?: string) {
  const leaving = new AbortController();
  const heard: string[] = [];
  const ended = (async () => {
    for await (const item of watch.follow(caller, lastEventId, leaving.signal))
      if ('id' in item) heard.push(item.id);
      else heard.unshift('listening');
  })();
  const leave = async () => {
    leaving.abort();
    await ended;
  };
  return { heard, leave };
}

async function eventsOf({ accountId }: Caller): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from events where account_id = ${accountId} order by created_at, id`.execute(kit.database.queries);
  return rows.map(({ id }) => id);
}

test('each listener hears each event of its account and environment once, also when another one leaves', async () => {
  const [caller, other] = [await kit.customer(), await kit.customer()];
  const [first, second] = [listen(caller), listen(caller)];
  const strangers = [listen(other), listen({ ...caller, environment: 'test' })];
  await until(() => [first, second, ...strangers].every(({ heard }) => heard.length === 1), { saying: 'all listen' });
  await hooks.emit(caller);
  await until(() => first.heard.length === 2 && second.heard.length === 2, { saying: 'both have heard' });
  await second.leave();
  await hooks.emit(caller);
  await until(() => first.heard.length >= 3, { saying: 'the one that stayed has heard' });
  const events = await eventsOf(caller);
  assert.deepEqual(first.heard, ['listening', ...events]);
  assert.deepEqual(second.heard, ['listening', events[0]]);

  const { rows } = await sql`
    insert into events (id, account_id, environment, type, body)
    select 'evt_more' || n, ${caller.accountId}, 'live', 'generation.completed', '{}' from generate_series(1, 650) n
    returning id`.execute(kit.database.queries);
  assert.equal(rows.length, 650);
  const late = listen(caller, events[0]);
  await until(() => late.heard.length > 651, { saying: 'a listener that was away has caught up' });
  const missed = (await eventsOf(caller)).slice(1);
  assert.deepEqual([...late.heard].sort(), ['listening', ...missed].sort());
  for (const { heard } of strangers) assert.deepEqual(heard, ['listening']);
  for (const one of [first, late, ...strangers]) await one.leave();
});

test('a listener that comes back hears all it missed at once, however much', async (t) => {
  const caller = await kit.customer();
  const { accountId, environment } = caller;
  await hooks.emit(caller);
  const [last] = await eventsOf(caller);
  const event = { accountId, environment, type: 'generation.completed' as const, data: {} };
  await kit.database.transaction((trx) => emitAllIn(trx, Array<typeof event>(201).fill(event)));
  // Without the polling once a second.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const leaving = new AbortController();
  const heard = new Set<string>();
  for await (const item of new EventWatch(kit.database).follow(caller, last, leaving.signal)) {
    if ('id' in item) heard.add(item.id);
    if (heard.size === 201) leaving.abort();
  }
  assert.equal(heard.size, 201);
});
