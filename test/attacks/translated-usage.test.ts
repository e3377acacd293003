// Attacks on what a translated call costs: what an upstream of another protocol has read and thought is paid, however the answer
// ends, and a count that cannot be true is replaced by our own.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const INPUT = 1_000;
const OUTPUT = 2_000;
/** By the upstream's count: the tools, and thoughts that are never shown. */
const READ = 25_061;
const WROTE = 910;
const WORDS = 20;
const KINDS = ['google', 'anthropic'] as const;
const MODELS = ['calls', 'long', 'words'];
const TOOLS = [{ type: 'function', function: { name: 'f', description: 'word '.repeat(20_000), parameters: {} } }];
const SCHEMA = { type: 'object', properties: { a: { type: 'string', description: 'word '.repeat(20_000) } } };

type Count = number | null;
let told: { read: Count; wrote: Count } | undefined;

interface Script {
  words: number;
  calls: number;
}

const scriptOf = (name: string): Script =>
  name.endsWith('calls') ? { words: 0, calls: 2 } : { words: name.endsWith('long') ? 200 : WORDS, calls: 0 };

const server = createServer(async (request, response) => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  const body = JSON.parse(Buffer.concat(pieces).toString('utf8'));
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const model = /models\/([^:]+):/.exec(request.url ?? '')?.[1];
  if (model) sendGoogle(response, scriptOf(model));
  else sendAnthropic(response, body.model, scriptOf(body.model));
});

function sendGoogle(response: ServerResponse, { words, calls }: Script): void {
  const send = (parts: object[], more: object = {}) => {
    const candidates = [{ content: { role: 'model', parts }, index: 0, ...more }];
    const usageMetadata = told && { promptTokenCount: told.read, candidatesTokenCount: told.wrote };
    response.write(`data: ${JSON.stringify({ candidates, usageMetadata })}\n\n`);
  };
  for (let word = 0; word < words; word += 1) send([{ text: 'word ' }]);
  for (let call = 0; call < calls; call += 1) send([{ functionCall: { name: 'f', args: { call } } }]);
  send([{ text: '' }], { finishReason: 'STOP' });
  response.end();
}

function sendAnthropic(response: ServerResponse, model: string, { words, calls }: Script): void {
  const send = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const usage = { input_tokens: told?.read ?? 0, output_tokens: 0 };
  const head = { id: 'm', type: 'message', role: 'assistant', content: [], stop_reason: null, stop_sequence: null };
  send('message_start', { message: { ...head, model, usage } });
  if (words > 0) {
    send('content_block_start', { index: 0, content_block: { type: 'text', text: '' } });
    for (let word = 0; word < words; word += 1)
      send('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'word ' } });
    send('content_block_stop', { index: 0 });
  }
  for (let index = 0; index < calls; index += 1) {
    send('content_block_start', { index, content_block: { type: 'tool_use', id: `t${index}`, name: 'f', input: {} } });
    send('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: `{"call":${index}}` } });
    send('content_block_stop', { index });
  }
  const delta = { stop_reason: calls > 0 ? 'tool_use' : 'end_turn', stop_sequence: null };
  send('message_delta', { delta, usage: { output_tokens: told?.wrote ?? 0 } });
  send('message_stop', {});
  response.end();
}

let service: TestService;
let account: TestAccount;

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const terms = { price: { input: INPUT, output: OUTPUT }, cost: { input: 900, output: 1_900 } };
  const upstreams = KINDS.map((kind) => {
    const models = MODELS.map((name) => ({ id: `${kind}-${name}`, upstream_id: `${kind}-${name}`, ...terms }));
    return { name: kind, kind, base_url, api_key_env: 'UPSTREAM_KEY', models };
  });
  service = await startService({ CONFIG: await configWith(upstreams), UPSTREAM_KEY: 'key' });
  account = await service.account({ credits: 100_000 });
});

after(async () => {
  server.closeAllConnections();
  server.close();
  await service.stop();
});

/** What a call cost, in micro-credits; afterwards nothing is held for it. */
async function spend(model: string, body: object): Promise<{ spent: number; text: string }> {
  const before = (await moneyOf(service, account.id)).balance;
  const messages = [{ role: 'user', content: 'hi' }];
  const { status, text } = await service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body: { model, messages, max_tokens: 1_000, ...body },
  });
  assert.equal(status, 200, text);
  assert.doesNotMatch(text, /"error"/);
  await until(async () => (await moneyOf(service, account.id)).held === 0, { saying: 'nothing is held' });
  return { spent: before - (await moneyOf(service, account.id)).balance, text };
}

for (const kind of KINDS)
  for (const stream of [true, false]) {
    const way = `${kind}, ${stream ? 'streamed' : 'whole'}`;
    test(`${way}: a second call ends the answer, and tools and thoughts are free`, async () => {
      told = { read: READ, wrote: WROTE };
      const order = { tools: TOOLS, parallel_tool_calls: false, stream };
      const { spent, text } = await spend(`${kind}-calls`, order);
      assert.equal(spent, READ * INPUT + WROTE * OUTPUT);
      assert.match(text, /"finish_reason":"tool_calls"/);
      assert.doesNotMatch(text, /call\\*":1/);
    });

    test(`${way}: our count of the answer reaches the limit before the upstream's, and the tools are free`, async () => {
      told = { read: READ, wrote: 60 };
      const { spent, text } = await spend(`${kind}-long`, { tools: TOOLS, max_tokens: 100, stream });
      assert.equal(spent, READ * INPUT + 60 * OUTPUT);
      assert.match(text, /"finish_reason":"length"/);
    });

    test(`${way}: an upstream says no usage, and tools, instructions and formats are free`, async () => {
      told = undefined;
      const long = 'word '.repeat(20_000);
      const orders = [
        { tools: TOOLS },
        {
          messages: [
            { role: 'system', content: long },
            { role: 'user', content: 'hi' },
          ],
        },
        { response_format: { type: 'json_schema', json_schema: { name: 's', schema: SCHEMA } } },
      ];
      for (const order of orders) {
        const { spent } = await spend(`${kind}-words`, { ...order, stream });
        assert.ok(spent >= 20_000 * INPUT + WORDS * OUTPUT, `${Object.keys(order)}: ${spent}`);
      }
    });

    test(`${way}: a usage that cannot be true is free, costs everything, or stays held`, async () => {
      const lies: [Count, Count][] = [
        [-50, -20],
        [9e15, 9e15],
        [0, 0],
        [0, 500],
        [10.5, 2.5],
        [1, 0],
        [1, -20],
        ...(kind === 'google' ? ([[null, null]] as [null, null][]) : []),
      ];
      for (const [read, wrote] of lies) {
        told = { read, wrote };
        const { spent } = await spend(`${kind}-words`, { stream });
        assert.ok(spent >= WORDS * OUTPUT && spent <= (WORDS + 2) * OUTPUT + 20 * INPUT, `${read} ${wrote}: ${spent}`);
      }
    });
  }
