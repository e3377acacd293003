// Subscribers of events that should hear nothing (any more), come and go in thousands, or never read.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { bringWeights, SOUND_BANK } from '../support/weights.ts';

const OPENED = Number(process.env.OPENED ?? 200);

let service: TestService;
let owner: TestAccount;

before(async () => {
  await bringWeights(SOUND_BANK);
  // Nobody works: a job stays in the queue and its streams stay open.
  service = await startService({ TEST_WORKER: '0' });
  owner = await service.account({ isOwner: true });
});
after(() => service.stop());

async function waitingJob(who: TestAccount): Promise<string> {
  const body = { prompt: 'a song', duration: 30 };
  const { json, text } = await service.call('POST', '/v1/music/generate', { key: who.liveKey, body });
  ok(json.job_id ?? json.id, text);
  return json.job_id ?? json.id;
}

interface Subscriber {
  status: number;
  heard(): string;
  hasEnded(): boolean;
  leave(): void;
}

async function subscribe(path: string, headers: Record<string, string>): Promise<Subscriber> {
  const leaving = new AbortController();
  const response = await fetch(service.origin + path, { headers, signal: leaving.signal });
  let [heard, hasEnded] = ['', false];
  const read = async () => {
    for await (const piece of response.body ?? []) heard += Buffer.from(piece).toString();
  };
  void read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  return { status: response.status, heard: () => heard, hasEnded: () => hasEnded, leave: () => leaving.abort() };
}

const withKey = (key: string) => ({ authorization: `Bearer ${key}` });

test('a stolen key that is revoked, and an account that is suspended, hear nothing more', async () => {
  const [robbed, suspended, other] = await Promise.all([service.account(), service.account(), service.account()]);
  const subscribers = await Promise.all(
    [robbed, suspended, other].map(async (who) => [
      await subscribe(`/v1/jobs/${await waitingJob(who)}/events`, withKey(who.liveKey)),
      await subscribe('/v1/webhooks/events', withKey(who.liveKey)),
    ]),
  );
  for (const { status } of subscribers.flat()) equal(status, 200);
  const { pool } = service.app.database;
  await pool.query('update api_keys set revoked_at = now() where account_id = $1', [robbed.id]);
  await pool.query('update accounts set suspended_at = now() where id = $1', [suspended.id]);
  const [ofRobbed = [], ofSuspended = [], ofOther = []] = subscribers;
  await until(() => [...ofRobbed, ...ofSuspended].every((one) => one.hasEnded()), { saying: 'the streams end' });
  ok(
    ofOther.every((one) => !one.hasEnded()),
    'streams of others stay open',
  );
  for (const one of ofOther) one.leave();
  ok(owner.id);
});

test('a stranger follows a job of another account, by guess and with odd positions', async () => {
  const [victim, stranger] = await Promise.all([service.account(), service.account()]);
  const job = await waitingJob(victim);
  const positions = [
    '0',
    '-1',
    '999999999999',
    '1e9',
    'NaN',
    job,
    `${job}'; drop table jobs`,
    '%00',
    'x'.repeat(8_000),
  ];
  for (const position of positions) {
    const headers = { ...withKey(stranger.liveKey), 'last-event-id': position };
    const { status } = await service.call('GET', `/v1/jobs/${job}/events`, { key: stranger.liveKey, headers });
    equal(status, 404, position.slice(0, 20));
    const own = await subscribe('/v1/webhooks/events', headers);
    ok([200, 400].includes(own.status), `${own.status} to ${position.slice(0, 20)}`);
    own.leave();
  }
  // The position of an event of another account opens nothing.
  const made = await service.call('POST', '/v1/webhooks', {
    key: victim.liveKey,
    body: { url: 'https://example.com/hook', events: ['*'] },
  });
  await service.call('POST', `/v1/webhooks/${made.json.id}/test`, { key: victim.liveKey, body: {} });
  const { rows } = await service.app.database.pool.query('select id from events where account_id = $1 limit 1', [
    victim.id,
  ]);
  const foreign = await subscribe('/v1/webhooks/events', {
    ...withKey(stranger.liveKey),
    'last-event-id': rows[0]?.id ?? 'evt_0',
  });
  await until(() => foreign.heard().includes('listening') || foreign.hasEnded(), { saying: 'the stream answers' });
  ok(!foreign.heard().includes(victim.id));
  foreign.leave();
});

test(`${OPENED} streams are opened and left, and none of them stays`, async () => {
  const guest = await service.account();
  const job = await waitingJob(guest);
  const statuses = new Map<number, number>();
  for (let opened = 0; opened < OPENED; opened += 50)
    await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const path = index % 2 ? '/v1/webhooks/events' : `/v1/jobs/${job}/events`;
        const one = await subscribe(path, withKey(guest.liveKey));
        statuses.set(one.status, (statuses.get(one.status) ?? 0) + 1);
        one.leave();
      }),
    );
  deepEqual(
    [...statuses.keys()].filter((status) => status !== 200 && status !== 429),
    [],
    JSON.stringify([...statuses]),
  );
  await until(
    async () => {
      const one = await subscribe('/v1/webhooks/events', withKey(guest.liveKey));
      one.leave();
      return one.status === 200;
    },
    { saying: 'there is room for a stream again' },
  );
  equal((await service.call('GET', '/healthz')).status, 200);
});

test('subscribers that never read keep nobody else from being answered', async () => {
  const guest = await service.account();
  const request = [
    'GET /v1/webhooks/events HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${guest.liveKey}`,
    '',
    '',
  ].join('\r\n');
  const sockets = Array.from({ length: 40 }, () => {
    const socket = connect(service.config.port, '127.0.0.1', () => socket.write(request));
    socket.on('error', () => undefined).pause();
    return socket;
  });
  for (let time = 0; time < 50; time += 1) await service.call('GET', '/v1/jobs', { key: guest.liveKey });
  equal((await service.call('GET', '/healthz')).status, 200);
  for (const socket of sockets) socket.destroy();
});
