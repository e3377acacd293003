// Ollama's own client, unchanged but for the address and the key, against this service.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { Ollama } from 'ollama';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { THOUGHTS } from '../support/upstream-answers.ts';

const ANSWER = WORDS.join('');
const MODEL = 'mock-good-1';
const MESSAGES = [{ role: 'user', content: 'Say something.' }];
const TOOL = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const PIXEL = 'iVBORw0KGgo=';

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let ollama: Ollama;
let sandbox: Ollama;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, READ_ON_SECONDS: '1' });
  account = await service.account();
  ollama = client(service.origin, account.liveKey);
  sandbox = client(`${service.origin}/sandbox`, account.testKey);
});

after(async () => {
  await upstream.close();
  await service.stop();
});

function client(host: string, key: string): Ollama {
  return new Ollama({ host, headers: { Authorization: `Bearer ${key}` } });
}

const lastBody = () => upstream.calls.at(-1)?.body ?? { model: '' };

test('chat answers with the message, the counts and measured durations', async () => {
  const reply = await ollama.chat({
    model: `${MODEL}:latest`,
    messages: [{ role: 'system', content: 'Be brief.' }, ...MESSAGES],
    keep_alive: '5m',
    options: {
      num_ctx: 4096,
      num_predict: 20,
      temperature: 0.5,
      top_p: 0.9,
      top_k: 20,
      min_p: 0.1,
      seed: 7,
      stop: ['END'],
      repeat_penalty: 1.2,
      mirostat: 0,
    },
    think: 'low',
  });
  assert.deepEqual(
    [reply.model, reply.message.role, reply.message.content, reply.done, reply.done_reason],
    [`${MODEL}:latest`, 'assistant', ANSWER, true, 'stop'],
  );
  assert.deepEqual([reply.prompt_eval_count, reply.eval_count], [12, WORDS.length]);
  assert.ok(Number.isInteger(reply.total_duration) && reply.total_duration > 100_000);
  assert.ok(reply.eval_duration > 0 && reply.eval_duration <= reply.total_duration);
  const { stream: _, ...sent } = lastBody();
  assert.deepEqual(sent, {
    model: MODEL,
    messages: [{ role: 'system', content: 'Be brief.' }, ...MESSAGES],
    max_tokens: 20,
    temperature: 0.5,
    top_p: 0.9,
    top_k: 20,
    min_p: 0.1,
    seed: 7,
    stop: ['END'],
    repetition_penalty: 1.2,
    reasoning_effort: 'low',
  });
});

test('a streamed chat comes word by word, and its last line has counts and durations', async () => {
  const startedMs = performance.now();
  const pieces: string[] = [];
  let last: { done: boolean; [field: string]: unknown } | undefined;
  for await (const part of await ollama.chat({ model: 'mock-slow-1', messages: MESSAGES, stream: true })) {
    pieces.push(part.message.content);
    last = { ...part };
  }
  const passedNs = (performance.now() - startedMs) * 1e6;
  assert.equal(pieces.join(''), ANSWER);
  assert.ok(pieces.length > 5);
  assert.ok(last);
  const { total_duration: total, prompt_eval_duration: read, eval_duration: wrote } = last;
  assert.deepEqual([last.done, last.done_reason, last.prompt_eval_count, last.eval_count], [true, 'stop', 12, 10]);
  // The upstream pauses 10 ms after each of its words.
  assert.ok(Number(wrote) > 50e6 && Number(total) <= passedNs, `${wrote} of ${total}, ${passedNs} passed`);
  assert.ok(Math.abs(Number(read) + Number(wrote) - Number(total)) < 1e6);
});

test('a raw request streams by default, as lines of JSON', async () => {
  const answer = await service.call('POST', '/api/chat', {
    key: account.liveKey,
    body: { model: MODEL, messages: MESSAGES },
  });
  assert.match(answer.headers.get('content-type') ?? '', /application\/x-ndjson/);
  const lines = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(lines.map(({ message }) => message.content).join(''), ANSWER);
  assert.deepEqual(
    lines.map(({ done }) => done),
    [...Array(lines.length - 1).fill(false), true],
  );
});

test('a tool is called, whole and streamed, and its result leads to the answer', async () => {
  const asked = { model: MODEL, messages: MESSAGES, tools: [TOOL] };
  const { message } = await ollama.chat(asked);
  assert.deepEqual(
    message.tool_calls?.map(({ function: called }) => called),
    [{ name: 'weather', arguments: { city: 'Paris' } }],
  );
  const streamed = [];
  for await (const part of await ollama.chat({ ...asked, stream: true }))
    streamed.push(...(part.message.tool_calls ?? []));
  assert.deepEqual(streamed, message.tool_calls);

  const calls = message.tool_calls?.map(({ function: called }) => ({ function: called })) ?? [];
  const answer = await ollama.chat({
    ...asked,
    messages: [
      ...MESSAGES,
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', tool_name: 'weather', content: 'blue' },
    ],
  });
  assert.equal(answer.message.content, ANSWER);
  assert.deepEqual(lastBody().messages?.slice(1), [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } }],
    },
    { role: 'tool', content: 'blue', tool_call_id: 'call_1' },
  ]);
});

test('thinking comes beside the content, unless it is switched off', async () => {
  const asked = { model: 'mock-thinking-1', messages: MESSAGES };
  const { message } = await ollama.chat(asked);
  assert.deepEqual([message.thinking, message.content], [THOUGHTS.join(''), ANSWER]);
  let streamed = '';
  for await (const part of await ollama.chat({ ...asked, think: true, stream: true }))
    streamed += part.message.thinking ?? '';
  assert.equal(streamed, message.thinking);
  const silent = await ollama.chat({ ...asked, think: false });
  assert.equal(silent.message.thinking, undefined);
  assert.equal(lastBody().reasoning_effort, 'none');
});

test('format binds the answer to JSON or to a schema', async () => {
  const schema = { type: 'object', properties: { city: { type: 'string' } } };
  const formats = [
    ['json', { type: 'json_object' }],
    [schema, { type: 'json_schema', json_schema: { name: 'response', schema } }],
  ] as const;
  for (const [format, sent] of formats) {
    const { message } = await ollama.chat({ model: MODEL, messages: MESSAGES, format });
    assert.equal(JSON.parse(message.content).city, 'Paris');
    assert.deepEqual(lastBody().response_format, sent);
  }
});

test('images reach the model with the type that their bytes show', async () => {
  await ollama.chat({ model: MODEL, messages: [{ role: 'user', content: 'What is this?', images: [PIXEL] }] });
  assert.deepEqual(lastBody().messages?.[0]?.content, [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: `data:image/png;base64,${PIXEL}` } },
  ]);
});

test('generate answers a prompt, whole and streamed, with a system message', async () => {
  const asked = { model: MODEL, prompt: 'Say something.', system: 'Be brief.' };
  const whole = await ollama.generate(asked);
  assert.deepEqual([whole.response, whole.done_reason, whole.eval_count], [ANSWER, 'stop', WORDS.length]);
  assert.deepEqual(
    lastBody().messages?.map(({ role }) => role),
    ['system', 'user'],
  );
  let streamed = '';
  for await (const part of await ollama.generate({ ...asked, stream: true })) streamed += part.response;
  assert.equal(streamed, ANSWER);
});

test('a raw prompt goes to the model as it is', async () => {
  const asked = { model: MODEL, prompt: 'Once upon a time', raw: true, options: { num_predict: 4 } };
  const whole = await ollama.generate(asked);
  assert.deepEqual([whole.response, whole.done_reason], [WORDS.slice(0, 4).join(''), 'length']);
  assert.equal(upstream.calls.at(-1)?.path, '/v1/completions');
  assert.equal(lastBody().prompt, 'Once upon a time');
  let streamed = '';
  for await (const part of await ollama.generate({ ...asked, stream: true })) streamed += part.response;
  assert.equal(streamed, whole.response);
});

test('a request without a prompt only asks whether the model is there', async () => {
  const before = upstream.calls.length;
  assert.equal((await ollama.generate({ model: MODEL, prompt: '' })).done_reason, 'load');
  assert.equal((await ollama.chat({ model: MODEL, messages: [], keep_alive: 0 })).done_reason, 'unload');
  assert.equal(upstream.calls.length, before);
});

test('embed and embeddings give vectors', async () => {
  const { embeddings, prompt_eval_count: tokens } = await ollama.embed({
    model: 'mock-embedding-1',
    input: ['one', 'two'],
    dimensions: 4,
  });
  assert.deepEqual([embeddings.map((vector) => vector.length), tokens], [[4, 4], 6]);
  const { embedding } = await ollama.embeddings({ model: 'mock-embedding-1:latest', prompt: 'one' });
  assert.equal(embedding.length, 8);
});

test('models are listed, shown and running; the version is told', async () => {
  const { models } = await ollama.list();
  const names = models.map(({ name }) => name);
  assert.ok(names.includes(`${MODEL}:latest`) && names.includes('mock-embedding-1:latest'));
  assert.ok(!names.some((name) => name.includes('sandbox-')));
  assert.ok((await sandbox.list()).models.some(({ name }) => name === 'sandbox-echo-1:latest'));
  for (const name of [MODEL, `${MODEL}:latest`]) {
    const shown = await ollama.show({ model: name });
    assert.deepEqual(shown.capabilities, ['completion', 'tools', 'vision']);
    const info = Object.entries(shown.model_info);
    assert.deepEqual(
      info.filter(([key]) => key.endsWith('.context_length')).map(([, value]) => value),
      [8192],
    );
  }
  assert.ok((await ollama.ps()).models.some(({ name }) => name === `${MODEL}:latest`));
  assert.match((await ollama.version()).version, /^\d+\.\d+\.\d+/);
});

test('errors have a message and the right status', async () => {
  const cases: [() => Promise<unknown>, number, RegExp][] = [
    [() => client(service.origin, 'sk_live_nobody').list(), 401, /API key/],
    [() => ollama.chat({ model: 'no-such-model', messages: MESSAGES }), 404, /no-such-model/],
    [() => ollama.show({ model: 'sandbox-echo-1' }), 404, /sandbox-echo-1/],
    [() => ollama.chat({ model: MODEL, messages: MESSAGES, options: { mirostat: 2 } }), 400, /options\.mirostat/],
    [() => ollama.chat({ model: MODEL, messages: MESSAGES, options: { temperature: 9 } }), 400, /options\.temperature/],
    [() => ollama.chat({ model: MODEL, messages: MESSAGES, logprobs: true }), 400, /logprobs/],
    [() => ollama.generate({ model: MODEL, prompt: 'x', context: [1] }), 400, /POST \/api\/chat/],
    [() => ollama.generate({ model: MODEL, prompt: 'x', template: '{{ .Prompt }}' }), 400, /template/],
    [
      () => ollama.chat({ model: MODEL, messages: [{ role: 'tool', content: 'x', tool_name: 'y' }] }),
      400,
      /messages\[0\]/,
    ],
    [() => sandbox.chat({ model: 'sandbox-fail-503', messages: MESSAGES }), 503, /503/],
    [() => ollama.pull({ model: 'llama3' }), 501, /operator/],
    [() => ollama.push({ model: 'llama3' }), 501, /operator/],
    [() => ollama.create({ model: 'mine', from: 'llama3' }), 501, /operator/],
    [() => ollama.copy({ source: 'a', destination: 'b' }), 501, /operator/],
    [() => ollama.delete({ model: 'llama3' }), 501, /operator/],
  ];
  for (const [call, status, words] of cases)
    await assert.rejects(call, (error: Error & { status_code?: number }) => {
      assert.match(error.message, words);
      assert.equal(error.status_code, status, error.message);
      return true;
    });
});

test('a stream that breaks is an error for the client, after the words that came before', async () => {
  const words: string[] = [];
  const content = 'one two three four five six seven eight';
  const stream = await sandbox.chat({
    model: 'sandbox-stream-break',
    messages: [{ role: 'user', content }],
    stream: true,
  });
  await assert.rejects(async () => {
    for await (const part of stream) words.push(part.message.content);
  }, /breaks after 5 tokens/);
  assert.equal(words.join(''), 'one two three four five');
});

test('abort ends the stream here and at the upstream, and only what was delivered is charged', async () => {
  const other = await service.account();
  const calls = upstream.calls.length;
  const leaving = client(service.origin, other.liveKey);
  const stream = await leaving.chat({ model: 'mock-stepwise-1', messages: MESSAGES, stream: true });
  let said = '';
  await assert.rejects(
    async () => {
      for await (const { message } of stream) {
        said += message.content;
        if (said === WORDS.slice(0, 5).join('')) leaving.abort();
      }
    },
    { name: 'AbortError' },
  );
  await (await upstream.nextCall(calls)).aborted;
  const used = async () => (await service.call('GET', '/v1/usage', { key: other.liveKey })).json.total;
  await until(async () => (await used()).completion_tokens > 0, { saying: 'the delivered words are charged' });
  assert.equal((await used()).completion_tokens, 5);
});
