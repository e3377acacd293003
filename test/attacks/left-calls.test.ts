// Attacks on what a call costs that its client leaves: what an upstream has read and thought is paid, seen or not.
import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import { estimatedCostOf } from '../support/estimated-cost.ts';
import { type GreedyUpstream, startGreedyUpstream } from '../support/greedy-upstream.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const INPUT = 20;
const OUTPUT = 60;
const MODEL = 'greedy-1';
const PROMPT = 'word '.repeat(20_000);
const MAX = 5_000;
/** The words that the upstream shows; the rest of its tokens are hidden thoughts. */
const SHOWN = 3;

let greedy: GreedyUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  greedy = await startGreedyUpstream();
  const prices = JSON.parse(await readFile('config/prices.json', 'utf8'));
  const plan = prices.plans.enterprise;
  const plans = {
    ...prices.plans,
    delivers: { ...plan, name: 'Delivered', abandoned: 'delivered' },
    frees: { ...plan, name: 'Free', abandoned: 'free' },
  };
  const list = join(await mkdtemp(join(tmpdir(), 'atelier-prices-')), 'prices.json');
  await writeFile(list, JSON.stringify({ ...prices, plans }));
  const models = [
    {
      id: 'costly-1',
      upstream_id: MODEL,
      context_window: 4_000_000,
      cost: { input: 10, output: 30 },
      price: { input: 20, output: 60 },
    },
  ];
  service = await startService({
    OPENAI_BASE_URL: greedy.baseUrl,
    PRICES: list,
    REQUEST_LOG: 'metadata',
    CONFIG: await configWith([{ name: 'costly', base_url: greedy.baseUrl, list_models: false, models }]),
  });
  account = await service.account({ credits: 100_000 });
});

after(async () => {
  await service.stop();
  await greedy.close();
});

const chat = { model: MODEL, messages: [{ role: 'user', content: PROMPT }], max_tokens: MAX };
/** Every door to text, with what it sends and what of its stream is the third word. */
const DOORS: [string, string, object][] = [
  ['chat', '/v1/chat/completions', { ...chat, stream: true }],
  ['completions', '/v1/completions', { model: MODEL, prompt: PROMPT, max_tokens: MAX, stream: true }],
  ['responses', '/v1/responses', { model: MODEL, input: PROMPT, max_output_tokens: MAX, stream: true }],
  ['messages', '/v1/messages', { ...chat, stream: true }],
  [
    'gemini',
    `/v1beta/models/${MODEL}:streamGenerateContent?alt=sse`,
    { contents: [{ role: 'user', parts: [{ text: PROMPT }] }], generationConfig: { maxOutputTokens: MAX } },
  ],
  ['ollama', '/api/chat', { model: MODEL, messages: chat.messages, options: { num_predict: MAX }, stream: true }],
  ['code', '/v1/code/generate', { model: MODEL, prompt: PROMPT, language: 'python', max_tokens: MAX, stream: true }],
];

interface Left {
  spent: number;
  promptTokens: number;
  completionTokens: number;
}

/** Sends a call, leaves it when `mayLeave` resolves, and lets the upstream go on. */
async function leave(
  path: string,
  body: object,
  { who = account, whenSeen, when }: { who?: TestAccount; whenSeen?: RegExp; when: 'head' | 'words' | 'usage' },
): Promise<Left> {
  const before = (await moneyOf(service, who.id)).balance;
  const endedBefore = await ended(who);
  const calls = greedy.calls.length;
  const reached = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const pause = async () => {
    reached.resolve();
    await goOn.promise;
  };
  greedy.pace =
    when === 'head' ? { beforeHead: pause } : when === 'words' ? { beforeWords: pause } : { beforeUsage: pause };
  const leaving = new AbortController();
  const asking = fetch(`${service.origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  const reading = asking.then(async (response) => {
    let text = '';
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString('utf8');
      if (whenSeen?.test(text)) break;
    }
  });
  reading.catch(() => undefined);
  await reached.promise;
  if (whenSeen) await reading;
  leaving.abort();
  await hasNoticed(who.liveKey);
  goOn.resolve();
  greedy.pace = {};
  await until(async () => (await ended(who)) > endedBefore, { saying: 'the call has ended' });
  const [call] = greedy.calls.slice(calls);
  assert.ok(call);
  const { promptTokens, completionTokens } = call;
  return { spent: before - (await moneyOf(service, who.id)).balance, promptTokens, completionTokens };
}

/** The end of the last call of each key at the service, which runs in this process. */
const closed = new Map<string, Promise<unknown>>();
subscribe('http.server.request.start', (message) => {
  const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
  if (request.method === 'POST') closed.set(String(request.headers.authorization), once(response, 'close'));
});

/** The service must have noticed that the client left before the upstream continues. */
async function hasNoticed(key: string): Promise<void> {
  const close = closed.get(`Bearer ${key}`);
  assert.ok(close, 'the service has received the call');
  await close;
}

/** The settled calls. A request whose answer nobody took is counted again, without a model, up to a second later. */
async function ended({ id }: TestAccount): Promise<number> {
  const { rows } = await service.app.database.pool.query<{ ended: number }>(
    "select coalesce(sum(requests), 0)::integer as ended from usage_hourly where account_id = $1 and model <> ''",
    [id],
  );
  return rows[0]?.ended ?? 0;
}

async function orderInBackground({ liveKey }: TestAccount, body: object): Promise<string> {
  const headers = { authorization: `Bearer ${liveKey}`, 'content-type': 'application/json' };
  const ordered = await fetch(`${service.origin}/v1/responses`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  let text = '';
  for await (const piece of ordered.body ?? []) {
    text += Buffer.from(piece).toString('utf8');
    const [id] = /resp_\w+/.exec(text) ?? [];
    if (id) return id;
  }
  throw new Error(`no response was ordered: ${text}`);
}

const priceOf = ({ promptTokens, completionTokens }: Left) => promptTokens * INPUT + completionTokens * OUTPUT;

for (const [name, path, body] of DOORS) {
  test(`${name}: a client leaves after the answer and before the usage, and its hidden thoughts are free`, async () => {
    const left = await leave(path, body, {
      when: 'usage',
      ...(name === 'code' ? {} : { whenSeen: /word.*word.*word/s }),
    });
    assert.equal(left.completionTokens, MAX);
    assert.equal(left.spent, priceOf(left));
  });
  test(`${name}: a client leaves before the first token, and 100 kB were read for nothing`, async () => {
    for (const when of ['head', 'words'] as const) {
      const left = await leave(path, body, { when });
      assert.equal(left.spent, priceOf(left), when);
    }
  });
}

test('a client leaves a whole answer, an embedding or a rerank, and the upstream worked for nothing', async () => {
  const whole = await leave('/v1/chat/completions', chat, { when: 'head' });
  assert.equal(whole.spent, priceOf(whole));
  const reading: [string, object][] = [
    ['/v1/embeddings', { model: 'greedy-embed-1', input: PROMPT }],
    ['/v1/rerank', { model: 'greedy-rerank-1', query: 'word', documents: [PROMPT, PROMPT] }],
  ];
  for (const [path, body] of reading) {
    const { spent, promptTokens } = await leave(path, body, { when: 'head' });
    assert.equal(spent, promptTokens * 2, path);
  }
});

test('a response in the background is cancelled while its upstream works, and what was read and thought is free', async () => {
  const ways: [boolean, 'beforeHead' | 'beforeUsage'][] = [
    [false, 'beforeHead'],
    [true, 'beforeUsage'],
  ];
  for (const [stream, when] of ways) {
    const who = await service.account({ credits: 1_000 });
    const reached = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    greedy.pace = {
      [when]: async () => {
        reached.resolve();
        await goOn.promise;
      },
    };
    const calls = greedy.calls.length;
    const body = { model: MODEL, input: PROMPT, max_output_tokens: MAX, background: true, stream };
    const id = await orderInBackground(who, body);
    await reached.promise;
    const cancelled = await service.call('POST', `/v1/responses/${id}/cancel`, { key: who.liveKey });
    assert.equal(cancelled.json.status, 'cancelled', cancelled.text);
    goOn.resolve();
    greedy.pace = {};
    await until(async () => (await moneyOf(service, who.id)).balance < 1_000e6, { saying: 'the call was charged' });
    const [call] = greedy.calls.slice(calls);
    assert.ok(call);
    const { balance, held } = await moneyOf(service, who.id);
    assert.deepEqual([1_000e6 - balance, held], [priceOf({ ...call, spent: 0 }), 0], `${stream} ${when}`);
  }
});

test('the ledger and the request log show what was delivered and what was generated', async () => {
  const left = await leave(
    '/v1/chat/completions',
    { ...chat, stream: true },
    { when: 'usage', whenSeen: /word.*word.*word/s },
  );
  const { json } = await service.call('GET', '/v1/payments/transactions?limit=1', { key: account.liveKey });
  assert.match(
    json.data[0].description,
    new RegExp(`client left: ${SHOWN} tokens delivered, ${left.completionTokens} generated`),
  );
  const logged = await until(
    async () =>
      (await service.call('GET', '/v1/requests?limit=100', { key: account.liveKey })).json.data.find(
        (one: { delivered_tokens: number | null }) => one.delivered_tokens === SHOWN,
      ),
    { saying: 'the request is logged' },
  );
  assert.deepEqual([logged.outcome, logged.completion_tokens], ['stopped', MAX]);
});

test('a plan that forgives leaving pays what was delivered, or nothing, and the operator sees what it cost him', async () => {
  const ways: ['delivers' | 'frees', boolean, (left: Left) => number][] = [
    ['delivers', true, () => Number.NaN],
    ['delivers', false, () => 0],
    ['frees', true, () => 0],
    ['frees', false, () => 0],
  ];
  for (const [plan, sees, price] of ways) {
    const who = await service.account({ plan, credits: 1_000 });
    const body = { ...chat, model: 'costly-1', stream: true };
    const left = await leave('/v1/chat/completions', body, {
      who,
      when: sees ? 'usage' : 'words',
      ...(sees ? { whenSeen: /word.*word.*word/s } : {}),
    });
    const wanted = price(left);
    // The prompt by our own count, and three words.
    if (Number.isNaN(wanted)) assert.ok(left.spent > 20_000 * INPUT && left.spent < 30_000 * INPUT, `${left.spent}`);
    else assert.equal(left.spent, wanted, `${plan} ${sees}`);
    const cost = await estimatedCostOf(service.app.database, who.id);
    assert.ok(cost >= 20_000 * 10, `${plan} ${sees}: ${cost}`);
  }
});

test('a call that its upstream fails after the client left is free', async () => {
  const before = (await moneyOf(service, account.id)).balance;
  const goOn = Promise.withResolvers<void>();
  const reached = Promise.withResolvers<void>();
  greedy.pace = {
    async beforeHead() {
      reached.resolve();
      await goOn.promise;
      throw new Error('the upstream breaks');
    },
  };
  const leaving = new AbortController();
  const asking = service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body: chat,
    signal: leaving.signal,
  });
  asking.catch(() => undefined);
  await reached.promise;
  leaving.abort();
  await hasNoticed(account.liveKey);
  goOn.resolve();
  greedy.pace = {};
  // The log tells of it when the call has ended.
  const isLogged = async () => {
    const { json } = await service.call('GET', '/v1/requests?limit=100', { key: account.liveKey });
    return json.data.some(
      (one: { outcome: string; credits: number | null }) => one.outcome === 'stopped' && one.credits === null,
    );
  };
  await until(isLogged, { saying: 'the call has ended' });
  assert.equal((await moneyOf(service, account.id)).balance, before);
});
