// The edges of the outbox: what a start, a notice and a stop do, how much is claimed at once, what a customer reads.
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Caller } from '../../src/core/caller.ts';
import type { Mail, Mailer } from '../../src/mail/port.ts';
import { type GuardedFetch, guardedFetch } from '../../src/net/guarded-fetch.ts';
import { emitAllIn } from '../../src/outbox/events.ts';
import { judge } from '../../src/outbox/schedule.ts';
import { createSeal } from '../../src/outbox/seal.ts';
import { SigningKeys } from '../../src/outbox/signing-keys.ts';
import { insertMail } from '../../src/store/outgoing-mails.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createJobKit, type JobKit } from '../support/job-kit.ts';
import { createOutboxKit, type OutboxKit } from '../support/outbox-kit.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

let store: TestDatabase;
let kit: JobKit;

before(async () => {
  store = await createTestDatabase();
  kit = await createJobKit(store.url);
});
after(async () => {
  await kit.close();
  await store.drop();
});

function createMailbox(refuses = false): { mails: Mail[]; mailer: Mailer } {
  const mails: Mail[] = [];
  const send = async (mail: Mail) => {
    if (refuses) throw new Error('the mail server is away');
    mails.push(mail);
  };
  return { mails, mailer: { send, close: () => undefined } };
}

/** In one transaction, so that one notice tells of all. */
function emitMany({ accountId, environment }: Caller, count: number): Promise<void> {
  const event = { accountId, environment, type: 'generation.completed' as const, data: {} };
  return kit.database.transaction((trx) => emitAllIn(trx, Array<typeof event>(count).fill(event)));
}

async function logOf(hooks: OutboxKit, caller: Caller, endpointId: string) {
  return (await hooks.deliveries.list(caller, endpointId, { limit: 100 })).data;
}

function untilEnded(hooks: OutboxKit, caller: Caller, endpointId: string) {
  const ended = async () => {
    const log = await logOf(hooks, caller, endpointId);
    return log.length > 0 && log.every(({ status }) => status !== 'pending') ? log : undefined;
  };
  return until(ended, { saying: 'every delivery has ended' });
}

/** A busy machine must not make the deliverer give up an answer that the test holds back. */
const patientFetch: GuardedFetch = (url, options) => guardedFetch(url, { ...options, timeoutMs: 600_000 });

async function countClaimed(endpointId: string): Promise<number> {
  const { rows } = await sql<{ claimed: number }>`
    select count(*) as claimed from deliveries
    where endpoint_id = ${endpointId} and state = 'pending' and attempts > 0`.execute(kit.database.queries);
  return rows[0]?.claimed ?? 0;
}

test('a start sends what waits and a notice what comes; a stopped outbox sends nothing', async (t) => {
  // Without the polling, so that nothing is sent by chance.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { mailer, mails } = createMailbox();
  const hooks = createOutboxKit(kit.database, { mailer });
  const caller = await kit.customer();
  const receiver = await startReceiver((_, response) => response.end('y'.repeat(5_000)));
  const { id } = await hooks.endpoints.create(caller, { url: receiver.url });
  await hooks.emit(caller);
  const mail = { recipient: caller.email, subject: 'waits', body: 'text' };
  for (let nth = 0; nth < 25; nth += 1) await insertMail(kit.database.queries, mail);
  const [waiting] = await logOf(hooks, caller, id);
  assert.ok(waiting?.next_attempt_at, 'a delivery that waits says when it is tried');

  await hooks.outbox.start();
  await receiver.got(1);
  await until(() => mails.length === 25, { saying: 'every mail is sent' });
  await emitMany(caller, 20);
  await receiver.got(21);
  await hooks.deliveries.sendTest(caller, id);
  await receiver.got(22);
  await hooks.deliveries.replay(caller, id, waiting.id);
  await receiver.got(23);
  for (const delivery of await untilEnded(hooks, caller, id)) {
    assert.deepEqual([delivery.status, delivery.attempts, delivery.next_attempt_at], ['delivered', 1, null]);
    assert.equal(delivery.log[0]?.response_excerpt, 'y'.repeat(2_000));
  }

  await hooks.outbox.stop();
  await hooks.emit(caller);
  await insertMail(kit.database.queries, mail);
  t.mock.timers.tick(5_000);
  for (let turn = 0; turn < 20; turn += 1) assert.equal(await countClaimed(id), 0);
  assert.deepEqual([mails.length, receiver.received.length], [25, 23]);
  await hooks.endpoints.remove(caller, id);
  await sql`delete from outgoing_mails`.execute(kit.database.queries);
  receiver.close();
});

test('an outbox without work asks the database once a second, not all the time', async () => {
  let asked = 0;
  const counting = new Proxy(kit.database, {
    get(database, name) {
      if (name === 'queries') asked += 1;
      const value: unknown = Reflect.get(database, name);
      return typeof value === 'function' ? value.bind(database) : value;
    },
  });
  const { outbox } = createOutboxKit(counting);
  await outbox.start();
  const startedMs = Date.now();
  for (let turn = 0; turn < 200; turn += 1) await sql`select ${turn}::int`.execute(kit.database.queries);
  const seconds = (Date.now() - startedMs) / 1000;
  await outbox.stop();
  assert.ok(asked < 20 + 4 * seconds, `it asked ${asked} times in ${seconds} s`);
});

test('a mail that fails ten times is given up, and one that failed nine times is not', async () => {
  const { mailer } = createMailbox(true);
  const { outbox } = createOutboxKit(kit.database, { mailer });
  const { queries } = kit.database;
  for (const body of ['8', '9']) await insertMail(queries, { recipient: 'a@example.com', subject: 'mail', body });
  await sql`update outgoing_mails set attempts = body::int`.execute(queries);
  await outbox.start();
  const read = async () => {
    const { rows } = await sql<{ attempts: number; state: string }>`
      select attempts, state from outgoing_mails order by body`.execute(queries);
    return rows.map(({ attempts, state }) => `${attempts} ${state}`);
  };
  await until(async () => (await read()).includes('10 failed'), { saying: 'the mail is given up' });
  await outbox.stop();
  assert.deepEqual(await read(), ['9 pending', '10 failed']);
});

test('nothing is claimed ahead where the lease does not cover the wait behind an attempt that times out', {
  timeout: 120_000,
}, async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const hooks = createOutboxKit(kit.database, { leaseSeconds: 29, fetch: patientFetch });
  const caller = await kit.customer();
  const held: ServerResponse[] = [];
  const receiver = await startReceiver((nth, response) => {
    if (nth > 8) held.push(response);
    else response.end();
  });
  const { id } = await hooks.endpoints.create(caller, { url: receiver.url });
  await emitMany(caller, 30);
  await hooks.outbox.start();
  await until(() => held.length >= 8, { saying: 'eight are on their way' });
  await until(async () => (await countClaimed(id)) === 8, { saying: 'the first eight are recorded' });
  for (let turn = 0; turn < 20; turn += 1) assert.equal(await countClaimed(id), 8);
  assert.equal(held.length, 8);
  await sql`delete from deliveries where endpoint_id = ${id}`.execute(kit.database.queries);
  for (const response of held) response.end();
  await hooks.outbox.stop();
  receiver.close();
});

test('an endpoint that answers quickly is claimed ahead, and never called more than eight times at once', {
  timeout: 120_000,
}, async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const hooks = createOutboxKit(kit.database, { leaseSeconds: 30, fetch: patientFetch });
  const caller = await kit.customer();
  const held: ServerResponse[] = [];
  const receiver = await startReceiver((nth, response) => {
    // The first one is held too: an endpoint without any call on its way is forgotten, with how quick it was.
    if (nth === 1 || nth > 16) held.push(response);
    else response.end();
  });
  const { id } = await hooks.endpoints.create(caller, { url: receiver.url });
  await emitMany(caller, 30);
  await hooks.outbox.start();
  await until(async () => (await countClaimed(id)) > 8, { saying: 'more than eight are claimed' });
  await until(() => held.length >= 8, { saying: 'eight are on their way' });
  for (let turn = 0; turn < 20; turn += 1) await countClaimed(id);
  assert.equal(held.length, 8);
  let isStopped = false;
  const stopped = hooks.outbox.stop(600_000).then(() => {
    isStopped = true;
  });
  await until(async () => (await countClaimed(id)) === 8, { saying: 'what waits is given back' });
  assert.equal(isStopped, false, 'a stop waits for the calls that are under way');
  for (const response of held) response.end();
  await stopped;
  const log = await logOf(hooks, caller, id);
  assert.equal(log.filter(({ status }) => status === 'delivered').length, 23);
  await sql`delete from deliveries where endpoint_id = ${id}`.execute(kit.database.queries);
  receiver.close();
});

test('of many signing secrets a bounded number is kept', () => {
  const seal = createSeal('a secret for tests only', 'webhook-secrets');
  let opened = 0;
  const open = (sealed: Buffer) => {
    opened += 1;
    return seal.open(sealed);
  };
  const keys = new SigningKeys({ ...seal, open });
  const sealed = Array.from({ length: 2_001 }, () => seal.close('whsec_AAAA'));
  for (const one of sealed.slice(0, 2_000)) keys.open(one);
  keys.open(sealed[0] as Buffer);
  assert.equal(opened, 2_000, 'a secret that is kept is not decrypted again');
  keys.open(sealed[2_000] as Buffer);
  keys.open(sealed[0] as Buffer);
  assert.equal(opened, 2_002, 'the next one makes room');
});

test('the log and the mail say why a delivery failed; only 410 switches the endpoint off', async () => {
  const { mailer, mails } = createMailbox();
  const hooks = createOutboxKit(kit.database, { mailer, waits: [] });
  const caller = await kit.customer();
  const gone = await startReceiver((_, response) => response.writeHead(410).end());
  const { id } = await hooks.endpoints.create(caller, { url: gone.url, events: ['payment.failed'] });
  const lost = await hooks.endpoints.create(caller, { url: gone.url, events: ['payment.succeeded'] });
  const foreign = createSeal('another SECRET', 'webhook-secrets').close('whsec_AAAA');
  await sql`update webhook_endpoints set secret = ${foreign} where id = ${lost.id}`.execute(kit.database.queries);
  await hooks.outbox.start();
  await hooks.emit(caller, {}, 'payment.failed');
  await until(() => mails.length === 1, { saying: 'the first mail is sent' });
  assert.match(
    mails[0]?.text ?? '',
    /answered 410 Gone. It was disabled[\s\S]*Last attempt: the receiver answered 410/,
  );
  await hooks.emit(caller, {}, 'payment.succeeded');
  const [delivery] = await untilEnded(hooks, caller, lost.id);
  assert.match(delivery?.log[0]?.problem ?? '', /SECRET has changed/);
  await until(() => mails.length === 2, { saying: 'the second mail is sent' });
  assert.match(mails[1]?.text ?? '', /in 1 attempts[\s\S]*Last attempt: The signing secret/);
  const enabled = [await hooks.endpoints.find(caller, id), await hooks.endpoints.find(caller, lost.id)];
  assert.deepEqual(
    enabled.map((one) => one.enabled),
    [false, true],
  );
  await hooks.outbox.stop();
  gone.close();
});

test('a retry waits as its schedule says, give or take a tenth, and longer if the receiver asks for it, at most a day', () => {
  const nowMs = Date.parse('2026-01-01T00:00:00Z');
  const after = (status: number | null, retryAfter: string | null = null, attempt = 1) =>
    judge({ status, retryAfter }, { attempt, waits: [100], nowMs });
  const waitOf = (retryAfter: string | null) => {
    const verdict = after(500, retryAfter);
    return verdict.state === 'pending' ? verdict.retrySeconds : Number.NaN;
  };
  const waits = Array.from({ length: 200 }, () => waitOf(null));
  assert.ok(Math.min(...waits) >= 90 && Math.max(...waits) <= 110, 'within a tenth');
  assert.ok(Math.max(...waits) - Math.min(...waits) > 5, 'not all at the same moment');
  assert.equal(waitOf('300'), 300);
  assert.equal(waitOf('Thu, 01 Jan 2026 00:10:00 GMT'), 600);
  assert.equal(waitOf('999999999'), 86_400);
  for (const nonsense of ['', ' ', 'soon', '-5', 'Wed, 31 Dec 2025 00:00:00 GMT']) assert.ok(waitOf(nonsense) <= 110);
  assert.deepEqual([after(200).state, after(299).state], ['delivered', 'delivered']);
  assert.deepEqual([after(199).state, after(300).state, after(null).state], ['pending', 'pending', 'pending']);
  assert.deepEqual(after(410), { state: 'failed', isGone: true });
  assert.deepEqual(after(500, '1', 2), { state: 'failed', isGone: false });
});
