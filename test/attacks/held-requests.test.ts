// Attacks on what a call holds: tokens that an upstream counts and nobody held for, in whatever field they are sent.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { configWith } from '../support/config-file.ts';
import { type GreedyUpstream, startGreedyUpstream } from '../support/greedy-upstream.ts';
import { type ObedientUpstream, startObedientUpstream } from '../support/obedient-upstream.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

// The price list's chat price: micro-credits per token.
const INPUT = 20;
const OUTPUT = 60;
const LARGE = 'x'.repeat(200_000);
const MODEL = 'greedy-1';
const MESSAGES = [{ role: 'user', content: 'Hello' }];
const DECLARED_PICTURE = 7_000;

let greedy: GreedyUpstream;
let obedient: ObedientUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  greedy = await startGreedyUpstream();
  obedient = await startObedientUpstream();
  const declared = {
    id: 'declared-1',
    upstream_id: MODEL,
    picture_tokens: DECLARED_PICTURE,
    context_window: 4_000_000,
    capabilities: ['chat', 'completion', 'vision', 'fill_in_the_middle'],
  };
  service = await startService({
    OPENAI_BASE_URL: greedy.baseUrl,
    CONFIG: await configWith([
      { name: 'declared', base_url: greedy.baseUrl, list_models: false, models: [declared] },
      { name: 'obedient', base_url: obedient.baseUrl },
    ]),
  });
  account = await service.account({ credits: 100_000 });
});

after(async () => {
  await service.stop();
  await greedy.close();
  await obedient.close();
});

async function spendingOf<T>({ id }: TestAccount, work: () => Promise<T>): Promise<{ spent: number; answer: T }> {
  const before = (await moneyOf(service, id)).balance;
  const answer = await work();
  return { spent: before - (await moneyOf(service, id)).balance, answer };
}

const post = (path: string, body: object, who = account) => service.call('POST', path, { key: who.liveKey, body });

const schema = { type: 'object', description: LARGE, properties: {} };
const tool = { type: 'function', function: { name: 'f', parameters: { type: 'object' } } };
const called = { id: LARGE, type: 'function', function: { name: 'f', arguments: '{}' } };
const WAYS: [string, string, object][] = [
  [
    'a response schema',
    '/v1/chat/completions',
    { messages: MESSAGES, response_format: { type: 'json_schema', json_schema: { name: 's', schema } } },
  ],
  [
    'the name of a schema',
    '/v1/chat/completions',
    { messages: MESSAGES, response_format: { type: 'json_schema', json_schema: { name: LARGE } } },
  ],
  [
    'the ids of tool calls',
    '/v1/chat/completions',
    {
      messages: [
        ...MESSAGES,
        { role: 'assistant', content: null, tool_calls: [called] },
        { role: 'tool', tool_call_id: LARGE, content: 'x' },
      ],
      tools: [tool],
    },
  ],
  ['a stop sequence', '/v1/chat/completions', { messages: MESSAGES, stop: [LARGE] }],
  ['the end user', '/v1/chat/completions', { messages: MESSAGES, user: LARGE }],
  ['a suffix', '/v1/completions', { model: 'declared-1', prompt: 'Hello', suffix: LARGE }],
];

for (const stream of [false, true])
  for (const [what, path, more] of WAYS)
    test(`${what} of 200 kB is read for nothing (stream: ${stream})`, async () => {
      const calls = greedy.calls.length;
      const { spent, answer } = await spendingOf(account, () =>
        post(path, { model: MODEL, max_tokens: 5, stream, ...more }),
      );
      const call = greedy.calls.at(calls);
      // Refused before anything was sent, or paid as reported.
      if (!call) assert.ok(answer.status >= 400, answer.text);
      else {
        assert.equal(answer.status, 200, answer.text.slice(0, 500));
        assert.ok(call.promptTokens >= 200_000);
        assert.equal(spent, call.promptTokens * INPUT + call.completionTokens * OUTPUT);
      }
    });

test('a balance that covers our own count of the prompt, and not what the upstream counts, is refused before the call', async () => {
  // 128 spaces are one token to our tokenizer, and 128 to a tokenizer of bytes.
  const messages = [{ role: 'user', content: ' '.repeat(200_000) }];
  for (const stream of [false, true]) {
    const poor = await service.account({ credits: 0.2 });
    const calls = greedy.calls.length;
    const { spent, answer } = await spendingOf(poor, () =>
      post('/v1/chat/completions', { model: MODEL, messages, stream }, poor),
    );
    assert.deepEqual([answer.status, greedy.calls.length - calls, spent], [402, 0, 0]);
  }
});

test('a short balance sends its prompt once for each choice and pays it once', async () => {
  // Enough for the prompt eight times, and for few words.
  const poor = await service.account({ credits: 0.1 });
  const calls = greedy.calls.length;
  const { spent, answer } = await spendingOf(poor, () =>
    post('/v1/chat/completions', { model: MODEL, messages: MESSAGES, n: 4 }, poor),
  );
  assert.equal(answer.status, 200, answer.text);
  const sent = greedy.calls.slice(calls);
  assert.ok(sent.length > 1, 'one request for each choice');
  const reported = sent.reduce((sum, call) => sum + call.promptTokens * INPUT + call.completionTokens * OUTPUT, 0);
  assert.ok(spent >= reported, `${spent} were paid for ${reported}`);
});

test('an image is paid as it is counted, also where a model counts 48,169 tokens for it', async () => {
  const url = `data:image/png;base64,${Buffer.from(await plain(8, 8, 'red')).toString('base64')}`;
  const messages = [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }];
  greedy.pictureTokens = 48_169;
  for (const stream of [false, true]) {
    const calls = greedy.calls.length;
    const { spent, answer } = await spendingOf(account, () =>
      post('/v1/chat/completions', { model: MODEL, messages, max_tokens: 5, stream }),
    );
    assert.equal(answer.status, 200, answer.text);
    const call = greedy.calls.at(calls);
    assert.equal(spent, (call?.promptTokens ?? 0) * INPUT + 5 * OUTPUT);
  }
  // What the operator declares is held, and no more.
  const modest = await service.account({ credits: ((DECLARED_PICTURE + 1_000) * INPUT) / 1e6 });
  greedy.pictureTokens = DECLARED_PICTURE;
  const ask = (model: string) => post('/v1/chat/completions', { model, messages, max_tokens: 5 }, modest);
  assert.equal((await ask(MODEL)).status, 402);
  assert.equal((await ask('declared-1')).status, 200);
});

for (const stream of [false, true])
  test(`thoughts that come as parts of the content are free and have no limit (stream: ${stream})`, async () => {
    const thought = { type: 'thinking', thinking: [{ type: 'text', text: ' word'.repeat(400) }] };
    obedient.answerWith((body, response) => {
      const head = { id: 'x', created: 1, model: body.model };
      const message = { role: 'assistant', content: [thought, { type: 'text', text: ' word' }] };
      response.writeHead(200, { 'content-type': stream ? 'text/event-stream' : 'application/json' });
      if (!stream) {
        response.end(JSON.stringify({ ...head, choices: [{ index: 0, message, finish_reason: 'stop' }] }));
        return;
      }
      for (const part of message.content)
        response.write(
          `data: ${JSON.stringify({ ...head, choices: [{ index: 0, delta: { content: [part] }, finish_reason: null }] })}\n\n`,
        );
      const end = { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
      response.end(`data: ${JSON.stringify(end)}\n\ndata: [DONE]\n\n`);
    });
    const { spent, answer } = await spendingOf(account, () =>
      post('/v1/chat/completions', { model: 'obedient-1', messages: MESSAGES, max_tokens: 5, stream }),
    );
    assert.equal(answer.status, 200);
    assert.doesNotMatch(answer.text, /word word word word word word/, 'no more than was asked for');
    assert.match(answer.text, /"finish_reason":"length"/);
    assert.ok(spent < 1_000 * INPUT, `${spent} were paid`);
    // With room for it, the thought is paid like any other word.
    obedient.answerWith((body, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const message = { role: 'assistant', content: [thought] };
      response.end(
        JSON.stringify({
          id: 'x',
          created: 1,
          model: body.model,
          choices: [{ index: 0, message, finish_reason: 'stop' }],
        }),
      );
    });
    const whole = await spendingOf(account, () =>
      post('/v1/chat/completions', { model: 'obedient-1', messages: MESSAGES, max_tokens: 1_000, stream }),
    );
    assert.ok(whole.spent >= 400 * OUTPUT, `${whole.spent} were paid`);
  });

test('embeddings and rerank work before the balance is asked, and are refused when the upstream has read everything', async () => {
  const poor = await service.account({ credits: 0.0006 });
  const ways: [string, object][] = [
    ['/v1/embeddings', { model: 'greedy-embed-1', input: LARGE }],
    ['/v1/embeddings', { model: 'greedy-embed-1', input: Array.from({ length: 1_000 }, () => [1, 2, 3]) }],
    ['/v1/rerank', { model: 'greedy-rerank-1', query: LARGE.slice(0, 5_000), documents: ['a', 'b', 'c'] }],
    ['/v1beta/models/greedy-embed-1:embedContent', { content: { parts: [{ text: LARGE }] } }],
    ['/api/embed', { model: 'greedy-embed-1', input: [LARGE] }],
  ];
  for (const [path, body] of ways) {
    const calls = greedy.calls.length;
    const { spent, answer } = await spendingOf(poor, () => post(path, body, poor));
    assert.deepEqual([answer.status, greedy.calls.length - calls, spent], [402, 0, 0], `${path} ${answer.text}`);
    const rich = await spendingOf(account, () => post(path, body));
    assert.equal(rich.answer.status, 200, `${path} ${rich.answer.text.slice(0, 300)}`);
    const [call] = greedy.calls.slice(calls);
    const price = 2;
    assert.equal(rich.spent, (call?.promptTokens ?? 0) * price, path);
  }
});
