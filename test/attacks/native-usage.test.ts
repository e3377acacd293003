// Attacks on what answers in an upstream's own dialect cost: usage that cannot be, words that are said to be no tokens,
// compactions whose note is empty.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import OpenAI from 'openai';
import { configWith } from '../support/config-file.ts';
import { sendJson } from '../support/obedient-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

/** A token of the answer costs one credit, one of the prompt a thousandth: a charge tells both counts. */
const PRICE = { input: 1_000, output: 1_000_000 };
const PROMPT_PRICE = PRICE.input / 1e6;
const SAID = 'word '.repeat(20);
const HUGE = 9e15;

/** What the upstream says next. */
let usage: { read: number | null; written: number | null };
let note = '';
const asked: string[] = [];

// biome-ignore lint/suspicious/noExplicitAny: a body is whatever the service sends.
type Body = any;
const DIALECTS: [path: string, answer: (response: ServerResponse, url: string, body: Body) => void][] = [
  ['/v1/messages', answerMessages],
  ['/v1/responses', answerResponses],
  ['/v1/chat/completions', answerChat],
  ['/models/', answerGemini],
];
const upstream = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const url = request.url ?? '';
  asked.push(url);
  const [, answer] = DIALECTS.find(([path]) => url.includes(path)) ?? assert.fail(url);
  answer(response, url, JSON.parse(Buffer.concat(pieces).toString('utf8')));
});

function sendEvents(response: ServerResponse, events: object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end();
}

function answerMessages(response: ServerResponse, _: string, { model, stream }: Body): void {
  const head = { id: 'm', type: 'message', role: 'assistant', model, stop_sequence: null };
  const told = { input_tokens: usage.read, output_tokens: usage.written };
  const content = [{ type: 'text', text: SAID }];
  if (!stream) {
    sendJson(response, 200, { ...head, content, stop_reason: 'end_turn', usage: told });
    return;
  }
  sendEvents(response, [
    { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage: told } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: SAID } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: usage.written } },
    { type: 'message_stop' },
  ]);
}

function answerResponses(response: ServerResponse, _: string, { model, stream }: Body): void {
  const part = { type: 'output_text', text: SAID, annotations: [] };
  const item = { id: 'msg', type: 'message', role: 'assistant', status: 'completed', content: [part] };
  const told = { input_tokens: usage.read, output_tokens: usage.written };
  const head = { id: 'r', object: 'response', created_at: 1, model };
  const whole = { ...head, status: 'completed', output: [item], usage: told };
  if (!stream) {
    sendJson(response, 200, whole);
    return;
  }
  const at = { item_id: 'msg', output_index: 0 };
  sendEvents(response, [
    { type: 'response.created', response: { ...head, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', ...at, content_index: 0, delta: SAID },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ]);
}

function answerGemini(response: ServerResponse, url: string): void {
  const usageMetadata = { promptTokenCount: usage.read, candidatesTokenCount: usage.written };
  const content = { role: 'model', parts: [{ text: SAID }] };
  const whole = { candidates: [{ index: 0, content, finishReason: 'STOP' }], usageMetadata };
  if (url.includes('stream')) sendEvents(response, [whole]);
  else sendJson(response, 200, whole);
}

function answerChat(response: ServerResponse, _: string, { model }: Body): void {
  const message = { role: 'assistant', content: note };
  const told = { prompt_tokens: usage.read, completion_tokens: usage.written };
  sendJson(response, 200, { id: 'c', model, choices: [{ index: 0, message, finish_reason: 'stop' }], usage: told });
}

let service: TestService;
let account: TestAccount;

before(async () => {
  upstream.listen(0, '127.0.0.1');
  await new Promise((resolve) => upstream.once('listening', resolve));
  const base = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`;
  const common = { list_models: false, retries: 0 };
  const model = (id: string) => ({ models: [{ id, price: PRICE, context_window: 8_192 }] });
  const CONFIG = await configWith([
    { name: 'claude', kind: 'anthropic', base_url: `${base}/v1`, retries: 0, ...model('claude') },
    { name: 'google', kind: 'google', base_url: `${base}/v1beta`, retries: 0, ...model('gem') },
    { name: 'open', base_url: `${base}/v1`, responses: true, ...common, ...model('gpt') },
  ]);
  service = await startService({ CONFIG, TEST_WORKER: '0' });
  account = await service.account({ credits: 1_000_000 });
});

after(async () => {
  await service.stop();
  upstream.closeAllConnections();
  await new Promise((resolve) => upstream.close(resolve));
});

async function charges(): Promise<number[]> {
  const path = '/v1/payments/transactions?type=usage&limit=100';
  const { json } = await service.call('GET', path, { key: account.liveKey });
  return json.data.map(({ credits }: { credits: number }) => -credits);
}

/** What the next charge after a call says of its tokens. */
async function countsOf(post: () => Promise<unknown>): Promise<{ prompt: number; completion: number }> {
  const earlier = (await charges()).length;
  await post();
  const isCharged = async () => {
    const now = await charges();
    return now.length > earlier && now;
  };
  const [paid = 0] = await until(isCharged, { withinMs: 10_000, saying: 'the call is charged' });
  const completion = Math.floor(paid);
  return { prompt: Math.round((paid - completion) / PROMPT_PRICE), completion };
}

const CONTENT = 'Say a few words.';
const CALLS: [name: string, path: (stream: boolean) => string, body: (stream: boolean) => object][] = [
  [
    'Messages',
    () => '/v1/messages',
    (stream) => ({ model: 'claude', max_tokens: 100, stream, messages: [{ role: 'user', content: CONTENT }] }),
  ],
  ['Responses', () => '/v1/responses', (stream) => ({ model: 'gpt', max_output_tokens: 100, stream, input: CONTENT })],
  [
    'Gemini',
    (stream) => `/v1beta/models/gem:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    () => ({ contents: [{ parts: [{ text: CONTENT }] }], generationConfig: { maxOutputTokens: 100 } }),
  ],
];

for (const [name, path, body] of CALLS)
  for (const stream of [false, true]) {
    const paidFor = (read: number | null, written: number | null) => {
      usage = { read, written };
      return countsOf(async () => {
        const { status, text } = await service.call('POST', path(stream), { key: account.liveKey, body: body(stream) });
        assert.equal(status, 200, text);
        assert.match(text, /word word/);
      });
    };
    const isOurs = (count: number, what: string) => assert.ok(count >= 4 && count <= 300, `${count} ${what}`);
    const isOfWords = (count: number) => assert.ok(count >= 20 && count <= 25, `${count} tokens for 20 words`);
    const way = `${name}, ${stream ? 'a stream' : 'a whole answer'}`;

    test(`a customer pays tokens that nobody can have used, or none for what was read: ${way}`, async () => {
      for (const [read, written] of [
        [HUGE, HUGE],
        [HUGE, 20],
        [40, HUGE],
        [0, 0],
        [-50, -20],
        [null, null],
      ] as const) {
        const { prompt, completion } = await paidFor(read, written);
        isOurs(prompt, `tokens of the prompt for a usage of ${read}/${written}`);
        isOfWords(completion);
      }
    });

    test(`a customer gets words for nothing that are said to be no tokens: ${way}`, async () => {
      const { prompt, completion } = await paidFor(1, 0);
      assert.equal(prompt, 1);
      isOfWords(completion);
    });

    test(`usage that can be is charged as it is: ${way}`, async () => {
      assert.deepEqual(await paidFor(40, 12), { prompt: 40, completion: 12 });
    });
  }

for (const silence of ['', ' \n'])
  test(`a customer lets a model read and think for nothing: the note of a compaction is ${JSON.stringify(silence)}`, async () => {
    note = silence;
    usage = { read: 50, written: 60 };
    // This client repeats failures of the service by itself, each of which would be paid again.
    const client = new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: account.liveKey, maxRetries: 2 });
    const earlier = asked.length;
    const paid = await countsOf(async () => {
      const refused = client.responses.compact({ model: 'gpt', input: 'Answer with nothing.' });
      await assert.rejects(refused, (error: InstanceType<typeof OpenAI.APIError>) => {
        assert.equal(error.status, 400);
        assert.match(error.message, /no summary.*60\.05 credits/);
        assert.doesNotMatch(error.message, /Nothing was charged/);
        return true;
      });
    });
    // The upstream thought for 60 tokens, but it was ordered once.
    assert.deepEqual(paid, { prompt: 50, completion: 60 });
    assert.equal(asked.length - earlier, 1);
  });
