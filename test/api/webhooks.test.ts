// Webhooks: signed so that others' code accepts them, tried again as the schedule says, logged, and given up with one mail.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { Webhook } from 'standardwebhooks';
import type { Caller } from '../../src/core/caller.ts';
import type { Mailer } from '../../src/mail/port.ts';
import { createSmtpMailer } from '../../src/mail/smtp.ts';
import { EVENT_TYPES } from '../../src/outbox/events.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { createJobKit, type JobKit } from '../support/job-kit.ts';
import { createOutboxKit, type OutboxKit } from '../support/outbox-kit.ts';
import { startReceiver } from '../support/receiver.ts';
import { until } from '../support/until.ts';

let store: TestDatabase;
let kit: JobKit;
let smtp: SMTPServer;
let hooks: OutboxKit;
let mailer: Mailer;
const mails: string[] = [];

before(async () => {
  store = await createTestDatabase();
  kit = await createJobKit(store.url);
  smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      let text = '';
      stream.on('data', (chunk) => {
        text += chunk;
      });
      stream.on('end', () => {
        mails.push(text);
        done();
      });
    },
  });
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  mailer = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'atelier@example.com' });
  hooks = createOutboxKit(kit.database, { mailer });
  await hooks.outbox.start();
});
after(async () => {
  await hooks.outbox.stop();
  mailer.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
  await kit.close();
  await store.drop();
});

/** The log, once every delivery of the endpoint has ended. */
async function settled(caller: Caller, endpointId: string) {
  const ended = async () => {
    const { data } = await hooks.deliveries.list(caller, endpointId, { limit: 100 });
    return data.length > 0 && data.every(({ status }) => status !== 'pending') ? data : undefined;
  };
  return until(ended, { saying: 'every delivery has ended' });
}

test('the package standardwebhooks and ten lines written from the seed both accept a delivery', async () => {
  const caller = await kit.customer();
  const receiver = await startReceiver();
  const { secret } = await hooks.endpoints.create(caller, { url: receiver.url });
  await hooks.emit(caller, { job_id: 'job_1', service: 'music', output_url: 'https://x.example/é', duration_ms: 5 });
  await receiver.got(1);
  const { headers, body } = receiver.received[0] as { headers: Record<string, string>; body: string };

  const event = new Webhook(secret).verify(body, headers) as { type: string; data: { job_id: string } };
  assert.deepEqual([event.type, event.data.job_id], ['generation.completed', 'job_1']);
  assert.equal(headers['x-service-signature'], `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  assert.deepEqual(Object.keys(JSON.parse(body)), ['id', 'type', 'created_at', 'data']);
  assert.throws(() => new Webhook(secret).verify(`${body} `, headers));
  receiver.close();
});

test('a receiver that fails four times and then answers 200 gets it at the fifth attempt', async () => {
  const caller = await kit.customer();
  const receiver = await startReceiver((nth, response) => response.writeHead(nth < 5 ? 500 : 200).end(`answer ${nth}`));
  const endpoint = await hooks.endpoints.create(caller, { url: receiver.url });
  await hooks.emit(caller);
  const [delivery] = await settled(caller, endpoint.id);
  assert.deepEqual([delivery?.status, delivery?.attempts, delivery?.response_status], ['delivered', 5, 200]);
  assert.deepEqual(
    delivery?.log.map(({ status }) => status),
    [500, 500, 500, 500, 200],
  );
  assert.equal(delivery?.log[4]?.response_excerpt, 'answer 5');
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1);
  receiver.close();
});

test('a receiver that always fails gets five attempts; its owner gets exactly one mail for a row of failures', async () => {
  const caller = await kit.customer();
  const receiver = await startReceiver((_, response) => response.writeHead(503).end());
  const endpoint = await hooks.endpoints.create(caller, { url: receiver.url });
  await hooks.emit(caller);
  await hooks.emit(caller);
  const log = await settled(caller, endpoint.id);
  assert.deepEqual(
    log.map(({ status, attempts }) => [status, attempts]),
    [
      ['failed', 5],
      ['failed', 5],
    ],
  );
  assert.equal(receiver.received.length, 10);
  await until(() => mailsTo(caller).length > 0, { saying: 'the customer has mail' });
  const { rows } = await sql`select 1 from outgoing_mails where recipient = ${caller.email}`.execute(
    kit.database.queries,
  );
  assert.equal(rows.length, 1);
  assert.equal(mailsTo(caller).length, 1);
  assert.match(mailsTo(caller)[0]?.replaceAll('=\r\n', '') ?? '', /did not accept a delivery in 5 attempts/);
  receiver.close();
});

function mailsTo(caller: Caller): string[] {
  return mails.filter((mail) => mail.includes(`To: ${caller.email}`));
}

test('redirects are failures, 410 switches the endpoint off, and a dead address is logged', async () => {
  const caller = await kit.customer();
  const elsewhere = await startReceiver();
  const redirecting = await startReceiver((_, response) => response.writeHead(302, { location: elsewhere.url }).end());
  const gone = await startReceiver((_, response) => response.writeHead(410).end());
  const dead = await startReceiver();
  dead.close();
  const [first, second, third] = [
    await hooks.endpoints.create(caller, { url: redirecting.url }),
    await hooks.endpoints.create(caller, { url: gone.url }),
    await hooks.endpoints.create(caller, { url: dead.url }),
  ];
  await hooks.emit(caller);
  assert.equal((await settled(caller, first.id))[0]?.response_status, 302);
  assert.equal(elsewhere.received.length, 0);
  assert.deepEqual(
    (await settled(caller, second.id)).map(({ status, attempts }) => [status, attempts]),
    [['failed', 1]],
  );
  assert.equal((await hooks.endpoints.find(caller, second.id)).enabled, false);
  assert.match((await settled(caller, third.id))[0]?.log[0]?.problem ?? '', /ECONNREFUSED/);
  await hooks.emit(caller);
  await settled(caller, first.id);
  assert.equal(gone.received.length, 1);
  for (const one of [elsewhere, redirecting, gone]) one.close();
});

test('Retry-After is honoured', async () => {
  const caller = await kit.customer();
  const receiver = await startReceiver((nth, response) =>
    nth === 1 ? response.writeHead(429, { 'retry-after': '1' }).end() : response.end(),
  );
  const endpoint = await hooks.endpoints.create(caller, { url: receiver.url });
  await hooks.emit(caller);
  await settled(caller, endpoint.id);
  const [first, second] = receiver.received;
  assert.ok((second?.atMs ?? 0) - (first?.atMs ?? 0) >= 990);
  receiver.close();
});

test('an endpoint receives the types it subscribed to, of its own account and environment; the operator may receive all', async () => {
  const [caller, other] = [await kit.customer(), await kit.customer()];
  const owner = { ...(await kit.customer({ isOwner: true })), scopes: ['*', 'operator'] };
  const [own, all] = [await startReceiver(), await startReceiver()];
  const endpoint = await hooks.endpoints.create(caller, { url: own.url, events: ['payment.failed'] });
  await assert.rejects(hooks.endpoints.create(caller, { url: own.url, scope: 'service' }), { code: 'access_denied' });
  const wide = await hooks.endpoints.create(owner, { url: all.url, scope: 'service' });
  await hooks.emit(caller, {}, 'payment.failed');
  await hooks.emit(caller, {}, 'payment.succeeded');
  await hooks.emit(other, {}, 'payment.failed');
  await hooks.emit({ ...caller, environment: 'test' }, {}, 'payment.failed');
  await all.got(3);
  assert.equal((await settled(caller, endpoint.id)).length, 1);
  assert.equal((await settled(owner, wide.id)).length, 3);
  await hooks.endpoints.remove(owner, wide.id);
  for (const one of [own, all]) one.close();
});

test('while a rotation overlaps, the old secret and the new one both verify; the secret is listed nowhere', async () => {
  const caller = await kit.customer();
  const receiver = await startReceiver();
  const { id, secret: old } = await hooks.endpoints.create(caller, { url: receiver.url });
  const { secret: fresh } = await hooks.endpoints.rotate(caller, id);
  await hooks.emit(caller);
  await receiver.got(1);
  const { headers, body } = receiver.received[0] as { headers: Record<string, string>; body: string };
  for (const secret of [old, fresh]) assert.ok(new Webhook(secret).verify(body, headers));
  await hooks.endpoints.rotate(caller, id, 0);
  await hooks.emit(caller);
  await receiver.got(2);
  const next = receiver.received[1] as { headers: Record<string, string>; body: string };
  assert.throws(() => new Webhook(old).verify(next.body, next.headers));
  assert.doesNotMatch(JSON.stringify(await hooks.endpoints.list(caller)), /whsec_/);
  assert.match((await hooks.endpoints.reveal(caller, id)).secret, /^whsec_/);
  await assert.rejects(hooks.endpoints.reveal({ ...caller, keyId: 'key_1' }, id), { code: 'access_denied' });
  const { rows } = await sql<{ text: string }>`select encode(secret, 'escape') as text from webhook_endpoints`.execute(
    kit.database.queries,
  );
  assert.ok(rows.every(({ text }) => !text.includes('whsec')));
  receiver.close();
});

test('test events of every type arrive, and a delivery can be replayed', async () => {
  const caller = await kit.customer();
  const receiver = await startReceiver();
  const { id } = await hooks.endpoints.create(caller, { url: receiver.url, events: ['user.created'] });
  for (const type of EVENT_TYPES) await hooks.deliveries.sendTest(caller, id, type);
  await receiver.got(EVENT_TYPES.length);
  const log = await settled(caller, id);
  assert.deepEqual(new Set(log.map(({ event_type }) => event_type)), new Set(EVENT_TYPES));
  const original = log[0];
  const replay = await hooks.deliveries.replay(caller, id, original?.id ?? '');
  await receiver.got(EVENT_TYPES.length + 1);
  assert.deepEqual([replay.replay_of, replay.event_id], [original?.id, original?.event_id]);
  const stranger = await kit.customer();
  await assert.rejects(hooks.deliveries.replay(stranger, id, original?.id ?? ''), { code: 'not_found' });
  await assert.rejects(hooks.deliveries.list(stranger, id, {}), { code: 'not_found' });
  receiver.close();
});

test('targets on the inside are refused when they are registered and when they are dialled', async () => {
  const strict = createOutboxKit(kit.database, { allowPrivate: false });
  const caller = await kit.customer();
  for (const url of [
    'http://127.0.0.1/x',
    'http://169.254.169.254/',
    'http://[::1]/',
    'ftp://example.com/',
    'nonsense',
  ])
    await assert.rejects(strict.endpoints.create(caller, { url }), { code: 'unsafe_url' });
  for (const url of ['http://localhost:8080/hook', 'https://app.localhost/', 'http://127.0.0.1:3000/'])
    await assert.rejects(strict.endpoints.create(caller, { url }), /npx atelier webhooks listen/);
  await hooks.outbox.stop();
  const receiver = await startReceiver();
  const { id } = await hooks.endpoints.create(caller, { url: receiver.url.replace('127.0.0.1', 'localhost') });
  await strict.outbox.start();
  await hooks.emit(caller);
  const [delivery] = await settled(caller, id);
  assert.equal(receiver.received.length, 0);
  assert.match(delivery?.log[0]?.problem ?? '', /public address/);
  await strict.outbox.stop();
  receiver.close();
});
