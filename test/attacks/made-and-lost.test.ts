// Orders that an upstream has accepted, and of which nothing usable arrives: each is placed once, is free, and its cost is booked.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { type Answer, type AudioStandIn, type HeardCall, startAudioStandIn } from '../support/audio-stand-in.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { beep } from '../support/small-wav.ts';
import { until } from '../support/until.ts';

const says =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Answer =>
  (_call, response) =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));

/** The head of a success, and then a lost connection. */
const cut: Answer = (_call, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
  response.write('{"data":[', () => setTimeout(() => response.destroy(), 50));
};

/** What an order of an image is answered with. */
const LIES: Record<string, Answer> = {
  'no members': says({}),
  null: says('null'),
  'an empty list': says('[]'),
  'an error with status 200': says({ error: { message: 'out of memory' } }),
  HTML: says('<html>', 200, { 'content-type': 'text/html' }),
  nothing: says(''),
  'no images': says({ data: [] }),
  'an image that is null': says({ data: [null] }),
  'an image without an address': says({ data: [{ url: '' }] }),
  'a number for an image': says({ data: [{ b64_json: 5 }] }),
  'half an answer': cut,
};
/** What the address of a made image is answered with. */
const FILES: Record<string, Answer> = {
  '400': says({ error: { message: 'the prompt is bad' } }, 400),
  '401': says({}, 401),
  '404': says({}, 404),
  '422': says({ detail: 'no' }, 422),
  '429': says({}, 429),
  '503': says({}, 503),
  HTML: says('<html>', 200, { 'content-type': 'text/html' }),
  nothing: says(''),
};
const MODELS = [...Object.keys(LIES), ...Object.keys(FILES), 'a filter', 'a passing failure'].map((lie, index) => ({
  lie,
  id: `brush-${index}`,
}));
const SONGS: Record<string, { looks: Answer; file?: Answer }> = {
  'a 400 for the question': { looks: says({ detail: 'bad' }, 400) },
  'a 404 for the question': { looks: says({}, 404) },
  'a failure': { looks: says({ id: 'p1', status: 'failed', error: 'no luck' }) },
  'no output': { looks: says({ id: 'p1', status: 'succeeded', output: null }) },
  'a file that is gone': { looks: says({ id: 'p1', status: 'succeeded', output: '/song.wav' }), file: says({}, 404) },
  'a file that is no sound': {
    looks: says({ id: 'p1', status: 'succeeded', output: '/song.wav' }),
    file: says('not a sound', 200, { 'content-type': 'audio/wav' }),
  },
};

let upstream: AudioStandIn;
let service: TestService;
let folder: string;
let picture: Buffer;

before(async () => {
  picture = Buffer.from(await plain(64, 64, '#00aa00'));
  upstream = await startAudioStandIn(() => undefined);
  folder = await mkdtemp(join(tmpdir(), 'made-and-lost-'));
  const server = { base_url: upstream.baseUrl };
  const models = MODELS.map(({ id }) => ({ id, price: { per_image: 4 }, cost: { per_image: 3 } }));
  const seconds = { price: { per_second: 1 }, cost: { per_second: 0.5 } };
  const config = {
    image_upstreams: ['far', 'near'].map((name) => ({ ...server, name, kind: 'openai', models })),
    music_upstreams: ['first', 'second'].map((name) => ({
      ...server,
      ...seconds,
      name,
      kind: 'replicate',
      model: 'a/b',
    })),
    transcription_upstreams: [{ ...server, name: 'ear', kind: 'openai', models: [{ id: 'ear-1', ...seconds }] }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({ CONFIG: join(folder, 'config.json') });
});
after(async () => {
  await service.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  upstream.calls = [];
});

async function unpaidOf({ id }: TestAccount) {
  const { rows } = await service.app.database.pool.query(
    // A chore sums up the rows of calls.
    `select coalesce(sum(unpaid_calls), 0)::int as unpaid, coalesce(sum(unpaid_cost + estimated_cost), 0)::float8 as cost from (
       select unpaid_calls, unpaid_cost, estimated_cost from call_costs where account_id = $1
       union all select unpaid_calls, unpaid_cost, estimated_cost from cost_hourly where account_id = $1) booked`,
    [id],
  );
  return rows[0];
}

async function balanceOf({ id }: TestAccount) {
  const { balance, held } = await moneyOf(service, id);
  return [balance, held];
}

const isOrder = ({ path }: HeardCall) => path.endsWith('/images/generations') || path.endsWith('/predictions');
const orders = () => upstream.calls.filter(isOrder).length;

const paint = ({ liveKey: key }: TestAccount, model: string, headers: Record<string, string> = {}) =>
  service.call('POST', '/v1/image/generate', {
    ...{ key, headers },
    body: { model, prompt: 'A tree', width: 64, height: 64 },
  });

for (const { lie, id: model } of MODELS.slice(0, -2))
  test(`an image is ordered once and is free, whose upstream answers with ${lie}`, async () => {
    const file = FILES[lie];
    upstream.answer = (call, response) => {
      if (!isOrder(call)) return file?.(call, response);
      return (LIES[lie] ?? says({ data: [{ url: `${upstream.baseUrl}/made.png` }] }))(call, response);
    };
    for (const isJob of [false, true]) {
      upstream.calls = [];
      const account = await service.account({ credits: 100 });
      const answer = await paint(account, model, isJob ? { prefer: 'respond-async' } : {});
      const code = isJob ? await errorOfJob(account, answer.json.id) : answer.json.error?.code;
      assert.equal(code, lie === 'half an answer' ? 'engine_unavailable' : 'engine_failed', answer.text);
      assert.equal(orders(), 1, 'the order was placed again');
      assert.deepEqual(await balanceOf(account), [100e6, 0]);
      assert.deepEqual(await unpaidOf(account), { unpaid: 1, cost: 3e6 });
    }
  });

async function errorOfJob({ liveKey: key }: TestAccount, id: string): Promise<string> {
  const job = async () => (await service.call('GET', `/v1/jobs/${id}`, { key })).json;
  await until(async () => !['queued', 'processing'].includes((await job()).status), { saying: 'the job has ended' });
  assert.equal((await job()).status, 'failed', JSON.stringify(await job()));
  return (await job()).error.code;
}

test('prompts that the filter of a provider refuses after it has accepted them do not pause the model for others', async () => {
  const model = MODELS.at(-2)?.id ?? '';
  const account = await service.account({ credits: 100 });
  upstream.answer = says({ data: [] });
  for (let order = 0; order < 12; order += 1)
    assert.equal((await paint(account, model)).json.error.code, 'engine_failed', `${order}`);
  upstream.answer = says({ data: [{ b64_json: picture.toString('base64') }] });
  const innocent = await service.account({ credits: 100 });
  assert.equal((await paint(innocent, model)).status, 200);
});

test('an image whose address fails for a moment is fetched again, and paid once', async () => {
  const account = await service.account({ credits: 100 });
  let fetched = 0;
  upstream.answer = (call, response) => {
    if (isOrder(call)) return says({ data: [{ url: `${upstream.baseUrl}/made.png` }] })(call, response);
    fetched += 1;
    return (fetched < 3 ? says({}, 503) : says(picture, 200, { 'content-type': 'image/png' }))(call, response);
  };
  const model = MODELS.at(-1)?.id ?? '';
  const made = await paint(account, model);
  assert.equal(made.status, 200, made.text);
  assert.deepEqual([orders(), fetched], [1, 3]);
  assert.deepEqual(await balanceOf(account), [96e6, 0]);
  assert.deepEqual(await unpaidOf(account), { unpaid: 0, cost: 0 });
});

for (const [lie, { looks, file }] of Object.entries(SONGS))
  test(`a song is ordered once and is free, whose upstream accepts it and answers with ${lie}`, async () => {
    upstream.answer = (call, response) => {
      if (isOrder(call)) return says({ id: 'p1', status: 'starting' }, 201)(call, response);
      return (call.path.endsWith('/song.wav') ? file : looks)?.(call, response);
    };
    const account = await service.account({ credits: 100 });
    const body = { prompt: 'waves', duration: 30, instrumental: true };
    const ordered = await service.call('POST', '/v1/music/generate', { key: account.liveKey, body });
    assert.ok(ordered.status < 300, ordered.text);
    assert.match(await errorOfJob(account, ordered.json.id), /^engine_(failed|unavailable)$/);
    assert.equal(orders(), 1, 'the order was placed again');
    assert.deepEqual(await balanceOf(account), [100e6, 0]);
    const { unpaid, cost } = await unpaidOf(account);
    assert.equal(unpaid, 1);
    assert.ok(cost > 0);
  });

test('a recording of which an upstream returns no transcript is free, and its cost is booked', async () => {
  for (const answer of [{}, [], { error: { message: 'busy' } }, { text: 5 }, { segments: [5] }, { text: null }]) {
    upstream.answer = says(answer);
    upstream.calls = [];
    const account = await service.account({ credits: 100 });
    const form = new FormData();
    form.append('model', 'ear-1');
    form.append('file', new File([beep(2)], 'a.wav'));
    const headers = { authorization: `Bearer ${account.liveKey}` };
    const said = await fetch(`${service.origin}/v1/audio/transcriptions`, { method: 'POST', headers, body: form });
    const { error } = (await said.json()) as { error?: { code: string } };
    assert.deepEqual([said.status, error?.code], [502, 'engine_failed'], JSON.stringify(answer));
    assert.equal(upstream.calls.length, 1);
    assert.deepEqual(await balanceOf(account), [100e6, 0]);
    assert.deepEqual(await unpaidOf(account), { unpaid: 1, cost: 1e6 });
  }
});
