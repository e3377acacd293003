// Upstreams that fail, through the public API: retried, replaced, paused, and paid for exactly once or not at all.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type FickleUpstream, jsonAnswer, startFickle } from '../support/fickle-upstream.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let folder: string;
let service: TestService;
let desk: OperatorKit;
let customer: TestAccount;
let first: FickleUpstream;
let second: FickleUpstream;

before(async () => {
  const picture = Buffer.from(await plain(64, 64, '#00aa00')).toString('base64');
  const work = (sound: string) => (_: unknown, path: string) => {
    if (path === '/audio/speech') return { type: 'audio/mpeg', bytes: sound };
    return path === '/images/generations' ? jsonAnswer({ data: [{ b64_json: picture }] }) : undefined;
  };
  first = await startFickle(work('sound of the first'));
  second = await startFickle(work('sound of the second'));
  folder = await mkdtemp(join(tmpdir(), 'atelier-fallbacks-'));
  const [a, b] = [
    { name: 'first', kind: 'openai', base_url: first.url },
    { name: 'second', kind: 'openai', base_url: second.url },
  ];
  // A weight of 0 makes the second a standby, so that the order is certain.
  const shared = (id: string) => [
    { ...a, models: [{ id }] },
    { ...b, models: [{ id, weight: 0 }] },
  ];
  const settings = {
    upstreams: [
      { ...a, list_models: false, models: [{ id: 'text-9' }] },
      { ...b, list_models: false, models: [{ id: 'text-9' }] },
    ],
    speech_upstreams: shared('voice-9'),
    image_upstreams: [
      ...shared('paint-9'),
      { ...a, name: 'alone', retries: 0, models: [{ id: 'paint-alone-9', fallbacks: ['paint-9'] }] },
    ],
  };
  await writeFile(join(folder, 'atelier.json'), JSON.stringify(settings));
  service = await startService({ CONFIG: join(folder, 'atelier.json') });
  desk = await openDesk(service);
  customer = await service.account({ credits: 1000 });
});
after(async () => {
  await service.stop();
  first.close();
  second.close();
  await rm(folder, { recursive: true, force: true });
});

const balance = async () =>
  (await service.call('GET', '/v1/payments/balance', { key: customer.liveKey })).json.available as number;
const speak = () =>
  service.call('POST', '/v1/audio/speech', {
    key: customer.liveKey,
    body: { model: 'voice-9', input: 'Hello there', voice: 'alloy' },
  });
const healthOf = async (name: string, model: string) => {
  const { data } = (await desk.read('/engines')).json;
  return data
    .filter((engine: { name: string }) => engine.name === name)
    .flatMap((engine: { models: object[] }) => engine.models)
    .find((one: { id: string }) => one.id === model)?.health;
};
async function paint(model: string) {
  const body = { prompt: 'a green square', model, width: 64, height: 64 };
  return (await service.call('POST', '/v1/image/generate', { key: customer.liveKey, body })).json;
}

test('the operator sees a model at each of its upstreams, whatever its kind', async () => {
  const { data } = (await desk.read('/engines')).json;
  const enginesOf = (model: string) =>
    data
      .filter(({ models }: { models: { id: string; offered: boolean }[] }) =>
        models.some(({ id, offered }) => id === model && offered),
      )
      .map(({ name }: { name: string }) => name);
  for (const model of ['text-9', 'voice-9', 'paint-9']) assert.deepEqual(enginesOf(model), ['first', 'second'], model);
});

test('a speech whose upstream fails is spoken by the next one, and charged once', async () => {
  const before = await balance();
  const whole = await speak();
  assert.equal(whole.text, 'sound of the first');
  const price = before - (await balance());
  assert.ok(price > 0);
  for (const moods of [
    [500, 500],
    ['cut', 'cut'],
    [503, 'cut'],
  ] as const) {
    first.moods = [...moods];
    const [had, calls] = [await balance(), first.calls.length];
    assert.equal((await speak()).text, 'sound of the second');
    assert.equal(first.calls.length, calls + 2, 'tried twice at the first');
    assert.equal(Math.round((had - (await balance())) * 1e6), Math.round(price * 1e6));
    first.moods = [];
    assert.equal((await speak()).text, 'sound of the first');
  }
  first.moods = ['cut'];
  assert.equal((await speak()).text, 'sound of the first', 'a second try at the same upstream');
});

test('a refused order is not tried again, and costs nothing', async () => {
  first.moods = [400];
  const [had, calls, others] = [await balance(), first.calls.length, second.calls.length];
  const refused = await speak();
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'invalid_parameter']);
  assert.deepEqual([first.calls.length, second.calls.length], [calls + 1, others]);
  assert.equal(await balance(), had);
});

test('when all engines fail the customer gets the error and is not charged', async () => {
  first.moods = [500, 500];
  second.moods = [500, 500];
  const had = await balance();
  const failed = await speak();
  assert.deepEqual([failed.status, failed.json.error.code], [502, 'engine_failed']);
  assert.equal(await balance(), had);
});

test('an upstream that asks for a pause gets one, and the operator sees it', async () => {
  first.moods = [429];
  assert.equal((await speak()).text, 'sound of the second');
  const calls = first.calls.length;
  assert.equal((await speak()).text, 'sound of the second');
  assert.equal(first.calls.length, calls, 'no call during the pause');
  const health = await healthOf('first', 'voice-9');
  assert.equal(health.state, 'open');
  assert.ok(health.opens_for_ms > 20_000);
});

test('an image is painted by the next upstream of the same model, which is listed once', async () => {
  const { json } = await service.call('GET', '/v1/image/models', { key: customer.liveKey });
  assert.equal(json.data.filter((model: { id: string }) => model.id === 'paint-9').length, 1);
  const had = await balance();
  const whole = await paint('paint-9');
  assert.deepEqual(whole.warnings, []);
  const price = had - (await balance());
  first.moods = [500, 500];
  assert.ok((await paint('paint-9')).image_url);
  assert.equal(Math.round((had - (await balance())) * 1e6), Math.round(2 * price * 1e6));
  assert.equal((await healthOf('first', 'paint-9')).errors, 2);
});

test('a fallback to another model adds a warning and costs the price of the ordered model', async () => {
  first.moods = [500];
  const made = await paint('paint-alone-9');
  assert.match(made.warnings[0], /"paint-alone-9" was not available: "paint-9" made this image/);
  assert.equal(made.model, 'paint-alone-9');
});

test('an image that no engine can make costs nothing', async () => {
  first.moods = [500, 500, 500];
  second.moods = [500, 500];
  const had = await balance();
  const failed = await paint('paint-alone-9');
  assert.equal(failed.error.code, 'engine_failed');
  assert.equal(await balance(), had);
});
