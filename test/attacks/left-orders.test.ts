// Attacks by clients that order images, speech and transcripts from an upstream and leave before they come.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Answer, type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { beep } from '../support/small-wav.ts';
import { until } from '../support/until.ts';

let upstream: AudioStandIn;
let service: TestService;
let folder: string;
let picture: string;

before(async () => {
  picture = Buffer.from(await plain(64, 64, '#00aa00')).toString('base64');
  upstream = await startAudioStandIn(() => undefined);
  folder = await mkdtemp(join(tmpdir(), 'left-orders-'));
  const server = { kind: 'openai', base_url: upstream.baseUrl };
  await writeFile(
    join(folder, 'config.json'),
    JSON.stringify({
      image_upstreams: ['first', 'second'].map((name) => ({
        ...{ ...server, name },
        models: [{ id: 'brush-1', price: { per_image: 4 }, cost: { per_image: 3 } }],
      })),
      speech_upstreams: [
        {
          ...{ ...server, name: 'speaker' },
          models: [
            { id: 'mouth-1', price: { per_million_characters: 100_000 }, cost: { per_million_characters: 90_000 } },
          ],
        },
      ],
      transcription_upstreams: [
        { ...server, name: 'listener', models: [{ id: 'ear-1', price: { per_second: 2 }, cost: { per_second: 1 } }] },
      ],
    }),
  );
  const prices = JSON.parse(await readFile('config/prices.json', 'utf8'));
  const plan = prices.plans.enterprise;
  const plans = {
    ...prices.plans,
    delivers: { ...plan, name: 'Delivered', abandoned: 'delivered' },
    frees: { ...plan, name: 'Free', abandoned: 'free' },
  };
  await writeFile(join(folder, 'prices.json'), JSON.stringify({ ...prices, plans }));
  service = await startService({
    PRICES: join(folder, 'prices.json'),
    CONFIG: join(folder, 'config.json'),
    READ_ON_SECONDS: '2',
  });
});
after(async () => {
  await service.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});
const NEVER: Answer = () => undefined;
const says =
  (body: unknown, status = 200): Answer =>
  (_call, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const image = () => ({ b64_json: picture });

type Door = [name: string, order: (account: TestAccount, signal: AbortSignal) => Promise<Response>, credits: number];
const send = (path: string, body: object | FormData, { liveKey }: TestAccount, signal: AbortSignal) => {
  const isForm = body instanceof FormData;
  const type = isForm ? {} : { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${liveKey}`, ...type };
  return fetch(`${service.origin}/v1${path}`, {
    ...{ method: 'POST', headers, signal, body: isForm ? body : JSON.stringify(body) },
  });
};
const formOf = (fields: Record<string, string>, file: [string, File]) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(...file);
  return form;
};
const pictureFile = () => new File([Buffer.from(picture, 'base64')], 'a.png', { type: 'image/png' });
const soundFile = () => new File([beep(2)], 'a.wav');
const speech = { model: 'mouth-1', input: 'word '.repeat(200).trim() };
const brush = { model: 'brush-1', prompt: 'A tree' };

const DOORS: Door[] = [
  ['OpenAI’s images', (...who) => send('/images/generations', { ...brush, n: 4, size: '64x64' }, ...who), 16],
  ['images', (...who) => send('/image/generate', { ...brush, count: 2, width: 64, height: 64 }, ...who), 8],
  ['edits', (...who) => send('/images/edits', formOf(brush, ['image', pictureFile()]), ...who), 4],
  [
    'variations',
    (...who) => send('/images/variations', formOf({ model: 'brush-1' }, ['image', pictureFile()]), ...who),
    4,
  ],
  ['speech', (...who) => send('/audio/speech', speech, ...who), 99.9],
  ['events of speech', (...who) => send('/audio/speech', { ...speech, stream_format: 'sse' }, ...who), 99.9],
  [
    'transcripts',
    (...who) => send('/audio/transcriptions', formOf({ model: 'ear-1' }, ['file', soundFile()]), ...who),
    4,
  ],
  [
    'streamed transcripts',
    (...who) =>
      send('/audio/transcriptions', formOf({ model: 'ear-1', stream: 'true' }, ['file', soundFile()]), ...who),
    4,
  ],
];

/** Each orders at its door, and leaves once the upstream has all orders, which it then answers; what each has paid. */
async function leave(doors: readonly Door[], who: readonly TestAccount[], answer = NEVER): Promise<number[]> {
  let leaves: () => void = () => undefined;
  const hasLeft = new Promise<void>((resolve) => {
    leaves = resolve;
  });
  upstream.calls = [];
  upstream.answer = (call, response) => hasLeft.then(() => answer(call, response));
  const client = new AbortController();
  const answered = doors.map(([, order], index) =>
    order(who[index] as TestAccount, client.signal).catch(() => undefined),
  );
  await until(() => upstream.calls.length >= doors.length, { saying: 'the upstream has the orders' });
  client.abort();
  await Promise.all(answered);
  leaves();
  const paid: number[] = [];
  for (const { id } of who) {
    await until(async () => (await moneyOf(service, id)).held === 0, { saying: 'the call has ended' });
    paid.push((CREDITS * 1e6 - (await moneyOf(service, id)).balance) / 1e6);
  }
  return paid;
}

const CREDITS = 1_000;
const accounts = (plan = 'enterprise') => Promise.all(DOORS.map(() => service.account({ credits: CREDITS, plan })));

const costsOf = async (account: TestAccount) => {
  const { rows } = await service.app.database.pool.query(
    // A chore sums up the rows of calls.
    `select upstream, sum(estimated_cost)::bigint as cost from (
       select upstream, estimated_cost from call_costs where account_id = $1
       union all select upstream, estimated_cost from cost_hourly where account_id = $1) booked group by 1`,
    [account.id],
  );
  return rows;
};

test('clients order, leave, and pay nothing although an upstream works for them', async () => {
  const who = await accounts();
  const paid = await leave(DOORS, who);
  assert.equal(upstream.calls.length, DOORS.length, 'nothing is ordered twice');
  for (const [index, [name, , credits]] of DOORS.entries()) {
    assert.equal(paid[index], credits, name);
    const [cost, ...others] = await costsOf(who[index] as TestAccount);
    assert.ok(cost?.cost > 0, `${name}: the cost is booked`);
    assert.deepEqual(others, [], name);
  }
});

test('whoever leaves pays by the policy of the plan, and the operator sees the cost', async () => {
  for (const plan of ['delivers', 'frees']) {
    const who = await accounts(plan);
    const paid = await leave(DOORS, who);
    assert.equal(upstream.calls.length, DOORS.length, 'nothing is ordered twice');
    for (const [index, [name]] of DOORS.entries()) {
      assert.equal(paid[index], 0, `${name}, ${plan}`);
      assert.ok((await costsOf(who[index] as TestAccount))[0]?.cost > 0, `${name}, ${plan}`);
    }
  }
});

test('an upstream that refuses or fails after the clients left charges nobody', async () => {
  for (const status of [400, 500]) {
    const paid = await leave(DOORS, await accounts(), says({ error: { message: 'no' } }, status));
    assert.deepEqual(new Set(paid), new Set([0]), `${status}`);
  }
});

test('images that come while they are read on are paid and in the library of whoever left', async () => {
  const account = await service.account({ credits: CREDITS });
  const door = DOORS[1] as Door;
  upstream.answer = says({ data: [image()] });
  // The first image also starts the process that reads it.
  await door[1](await service.account(), AbortSignal.timeout(30_000));
  assert.deepEqual(await leave([door], [account], says({ data: [image()] })), [4], 'one of two images was made');
  const { json } = await service.call('GET', '/v1/library', { key: account.liveKey });
  assert.equal(json.data.length, 1);
});

test('a job is cancelled once its upstream has the order, and pays a share of it', async () => {
  for (const [plan, paid] of [
    ['enterprise', 16],
    ['delivers', 0.8],
  ] as const) {
    const account = await service.account({ credits: CREDITS, plan });
    const body = { ...brush, count: 4, width: 64, height: 64 };
    upstream.calls = [];
    upstream.answer = NEVER;
    const headers = { prefer: 'respond-async' };
    const { json } = await service.call('POST', '/v1/image/generate', { key: account.liveKey, headers, body });
    await until(() => upstream.calls.length > 0, { saying: 'the upstream has the order' });
    const show = () => service.call('GET', `/v1/jobs/${json.id}`, { key: account.liveKey });
    await until(async () => (await show()).json.progress > 0, { saying: 'the progress is stored' });
    await service.call('POST', `/v1/jobs/${json.id}/cancel`, { key: account.liveKey });
    const { balance, held } = await moneyOf(service, account.id);
    assert.deepEqual([(CREDITS * 1e6 - balance) / 1e6, held], [paid, 0], plan);
  }
});

test('a job whose upstream refused the order owes none', async () => {
  const account = await service.account({ credits: CREDITS });
  upstream.answer = says({ error: { message: 'no' } }, 400);
  const headers = { prefer: 'respond-async' };
  const { json } = await service.call('POST', '/v1/image/generate', { key: account.liveKey, headers, body: brush });
  await until(
    async () => (await service.call('GET', `/v1/jobs/${json.id}`, { key: account.liveKey })).json.status === 'failed',
    { saying: 'the job has failed' },
  );
  const { rows } = await service.app.database.pool.query('select ordered_at as at from jobs where id = $1', [json.id]);
  assert.equal(rows[0]?.at, null);
  assert.equal((await moneyOf(service, account.id)).balance, CREDITS * 1e6);
});
