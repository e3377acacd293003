// The client library against a real service: streams, jobs, pages, uploads, errors, both environments, events.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  Atelier,
  AuthenticationError,
  EngineError,
  InvalidRequestError,
  JobFailedError,
  NotFoundError,
  PermissionDeniedError,
  type WebhookEvent,
} from '@atelier/client';
import sharp from 'sharp';
import { startService, type TestService } from '../support/service.ts';
import { bringWeights, SOUND_BANK } from '../support/weights.ts';

let service: TestService;
let live: Atelier;
let sandbox: Atelier;
const seen: Response[] = [];

before(async () => {
  await bringWeights(SOUND_BANK);
  service = await startService();
  const account = await service.account();
  const settings = { baseUrl: service.origin, maxRetries: 0, onResponse: (one: Response) => void seen.push(one) };
  live = new Atelier({ ...settings, apiKey: account.liveKey });
  sandbox = new Atelier({ ...settings, apiKey: account.testKey });
});
after(() => service.stop());

const hello = { model: 'sandbox-echo-1', messages: [{ role: 'user' as const, content: 'Good morning, dear sea' }] };

test('the key decides the environment, and each environment has its own balance', async () => {
  assert.equal(live.environment, 'live');
  assert.equal(sandbox.environment, 'test');
  const [real, play] = await Promise.all([live.payments.balance(), sandbox.payments.balance()]);
  assert.equal(real.object, 'balance');
  assert.notEqual(real.credits, play.credits);
  const crossed = new Atelier({ baseUrl: service.origin, apiKey: 'sk_test_x', environment: 'live', maxRetries: 0 });
  await assert.rejects(crossed.payments.balance(), AuthenticationError);
});

test('a chat comes whole or as it is written', async () => {
  const whole = await sandbox.chat.complete(hello);
  assert.equal(whole.choices[0]?.message.content, 'Good morning, dear sea');
  const pieces: string[] = [];
  for await (const piece of sandbox.chat.streamText(hello)) pieces.push(piece);
  assert.ok(pieces.length > 1);
  assert.equal(pieces.join(''), 'Good morning, dear sea');
});

test('a message and a response come whole or as events, and a response is kept', async () => {
  const asked = { ...hello, max_tokens: 50 };
  const message = await sandbox.messages.create(asked);
  assert.equal(message.content[0]?.text, 'Good morning, dear sea');
  assert.ok((await sandbox.messages.countTokens(hello)).input_tokens > 3);
  const types: string[] = [];
  for await (const { type } of sandbox.messages.stream(asked)) types.push(type);
  assert.deepEqual([types[0], types.at(-1)], ['message_start', 'message_stop']);
  const order = { model: hello.model, input: 'Good morning, dear sea' };
  const { id } = await sandbox.responses.create(order);
  assert.equal((await sandbox.responses.get(id)).status, 'completed');
  assert.equal((await sandbox.responses.inputItems(id)).data.length, 1);
  const events = [];
  for await (const event of sandbox.responses.stream({ ...order, previous_response_id: id })) events.push(event.type);
  assert.deepEqual([events[0], events.at(-1)], ['response.created', 'response.completed']);
  await sandbox.responses.delete(id);
  await assert.rejects(sandbox.responses.get(id), NotFoundError);
  const long = [{ role: 'user' as const, content: 'Good morning, dear sea, and good night, dear shore' }];
  const breaking = sandbox.messages.stream({ ...asked, messages: long, model: 'sandbox-stream-break' });
  await assert.rejects(async () => {
    for await (const _ of breaking);
  }, EngineError);
});

test('leaving a stream early ends it on the server', async () => {
  for await (const chunk of sandbox.chat.stream({ ...hello, model: 'sandbox-slow' })) {
    assert.ok(chunk.choices);
    break;
  }
  const stopped = new AbortController();
  const reading = (async () => {
    for await (const _ of sandbox.chat.stream({ ...hello, model: 'sandbox-slow' }, { signal: stopped.signal }))
      stopped.abort();
  })();
  await assert.rejects(reading, { name: 'AbortError' });
});

test('a stream that breaks throws after what was delivered', async () => {
  let text = '';
  const reading = (async () => {
    const messages = [{ role: 'user' as const, content: 'Good morning to the sea and all the ships on it' }];
    for await (const piece of sandbox.chat.streamText({ model: 'sandbox-stream-break', messages })) text += piece;
  })();
  await assert.rejects(reading, (error) => error instanceof EngineError && error.code === 'engine_failed');
  assert.ok(text.startsWith('Good morning'));
});

test('errors are classes with what the service said', async () => {
  const wrong = { ...hello, temperature: 9 };
  await assert.rejects(
    sandbox.chat.complete(wrong),
    (error) =>
      error instanceof InvalidRequestError &&
      error.status === 400 &&
      error.param === 'temperature' &&
      Boolean(error.requestId?.startsWith('req_')),
  );
  await assert.rejects(sandbox.jobs.get('job_nobody'), NotFoundError);
  await assert.rejects(sandbox.chat.complete({ ...hello, model: 'sandbox-fail-503' }), EngineError);
  const stranger = new Atelier({ baseUrl: service.origin, apiKey: 'sk_live_wrong', maxRetries: 0 });
  await assert.rejects(stranger.models.list(), AuthenticationError);
});

test('an image is made, uploaded, edited as a file, and followed as a job on request', async () => {
  const picture = await live.image.generate({ prompt: 'a red ball', width: 64, height: 64, seed: 1 });
  assert.equal(picture.images[0]?.width, 64);
  const bytes = await (await fetch(picture.image_url)).blob();
  const stored = await live.files.upload(new File([bytes], 'ball.png', { type: 'image/png' }));
  assert.equal(stored.filename, 'ball.png');
  const turned = await live.image.edit({ image: bytes, operation: 'adjust', brightness: 0.3 });
  const { width } = await sharp(Buffer.from(await (await fetch(turned.image_url)).arrayBuffer())).metadata();
  assert.equal(width, 64);
  const states: string[] = [];
  const slow = await live.image.generate(
    { prompt: 'a blue ball', width: 64, height: 64 },
    { onProgress: (job) => states.push(job.status) },
  );
  assert.ok(slow.image_url.startsWith(service.origin));
  assert.equal(states.at(-1), 'completed');
});

test('a job is started, followed and cancelled; its failure is an error', async () => {
  const call = live.music.generate({ prompt: 'a calm piano piece', duration: 30, instrumental: true });
  const started = await call;
  assert.equal(started.status, 'processing');
  const failed = assert.rejects(
    call.result(),
    (error) => error instanceof JobFailedError && error.code === 'cancelled' && error.job.id === started.id,
  );
  await call.cancel();
  await failed;
  assert.equal((await live.jobs.get(started.id)).status, 'cancelled');
});

test('waiting for a job can be given up without ending the job', async () => {
  const call = live.music.generate({ prompt: 'a calm piano piece', duration: 30, instrumental: true });
  const { id } = await call;
  await assert.rejects(call.result({ signal: AbortSignal.timeout(1) }), { name: 'TimeoutError' });
  assert.equal((await live.jobs.get(id)).status, 'processing');
  await call.cancel();
});

test('lists in pages are read as one', async () => {
  for (const word of ['one', 'two', 'three'])
    await sandbox.chat.complete({ ...hello, conversation_id: 'new', messages: [{ role: 'user', content: word }] });
  const titles = [];
  for await (const conversation of sandbox.chat.conversations.list({ limit: 1 })) titles.push(conversation.id);
  assert.equal(new Set(titles).size, 3);
  assert.equal((await sandbox.chat.conversations.list({ limit: 2 }).firstPage()).data.length, 2);
});

test('every POST carries an Idempotency-Key, and the same key gives the same answer', async () => {
  const once = await live.image.generate({ prompt: 'a tree', width: 64, height: 64 }, { idempotencyKey: 'tree-1' });
  const again = await live.image.generate({ prompt: 'a tree', width: 64, height: 64 }, { idempotencyKey: 'tree-1' });
  assert.equal(again.id, once.id);
  assert.equal(seen.at(-1)?.headers.get('idempotent-replayed'), 'true');
});

test('keys are made, narrowed and revoked', async () => {
  const made = await live.keys.create({ name: 'reader', scopes: ['chat:read'] });
  const reader = new Atelier({ baseUrl: service.origin, apiKey: made.key ?? '', maxRetries: 0 });
  assert.ok((await reader.models.list()).data.length > 0);
  await assert.rejects(reader.payments.balance(), PermissionDeniedError);
  await live.keys.revoke(made.id);
  await assert.rejects(reader.models.list(), AuthenticationError);
});

test("the account's events arrive as they happen, also after a reconnection", async () => {
  const leaving = new AbortController();
  const listening = Promise.withResolvers<void>();
  const heard: WebhookEvent[] = [];
  const ended = (async () => {
    const events = live.webhooks.listen({ signal: leaving.signal, onListening: () => listening.resolve() });
    for await (const event of events) {
      heard.push(event);
      if (event.type === 'generation.completed') return;
    }
  })();
  await listening.promise;
  await live.image.generate({ prompt: 'a bell', width: 64, height: 64 }, { onProgress: () => undefined });
  await ended;
  leaving.abort();
  assert.deepEqual(
    heard.map((event) => event.type),
    ['generation.started', 'generation.completed'],
  );
  const resumed = live.webhooks.listen({ headers: { 'last-event-id': heard[0]?.id ?? '' } });
  const { value } = await resumed.next();
  assert.equal(value?.id, heard[1]?.id);
  await resumed.return(undefined);
});
