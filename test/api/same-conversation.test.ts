// The same conversation through every form of text that the service speaks: the same text, the same tokens, the same charge.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestService } from '../support/service.ts';

const TURNS = [
  ['system', 'Be brief.'],
  ['user', 'Hello'],
  ['assistant', 'Hi.'],
  ['user', 'Say something.'],
] as const;
const SPOKEN = TURNS.filter(([role]) => role !== 'system');
const MESSAGES = TURNS.map(([role, content]) => ({ role, content }));
const CONTENTS = SPOKEN.map(([role, text]) => ({ role: role === 'user' ? 'user' : 'model', parts: [{ text }] }));
const GEMINI = { contents: CONTENTS, systemInstruction: { parts: [{ text: 'Be brief.' }] } };

interface Form {
  path(model: string): string;
  body(model: string): object;
  /** Reads the text of the answer from what was sent. */
  read(sent: string): string;
}

const lines = (sent: string) =>
  sent
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const frames = (sent: string) =>
  sent
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice('data: '.length)));
type Candidates = { candidates?: { content: { parts: { text?: string }[] } }[] };
const geminiText = (reply: Candidates) =>
  (reply.candidates ?? []).flatMap(({ content }) => content.parts.map(({ text }) => text ?? '')).join('');

const FORMS: Record<string, Form> = {
  'chat completions': {
    path: () => '/v1/chat/completions',
    body: (model) => ({ model, messages: MESSAGES }),
    read: (sent) => JSON.parse(sent).choices[0].message.content,
  },
  'chat completions, streamed': {
    path: () => '/v1/chat/completions',
    body: (model) => ({ model, messages: MESSAGES, stream: true }),
    read: (sent) =>
      frames(sent)
        .map(({ choices }) => choices[0]?.delta.content ?? '')
        .join(''),
  },
  Responses: {
    path: () => '/v1/responses',
    body: (model) => ({ model, instructions: 'Be brief.', input: MESSAGES.slice(1) }),
    read: (sent) => JSON.parse(sent).output_text,
  },
  'Responses, streamed': {
    path: () => '/v1/responses',
    body: (model) => ({ model, instructions: 'Be brief.', input: MESSAGES.slice(1), stream: true }),
    read: (sent) =>
      sent
        .split('\n')
        .filter((line) => line.startsWith('data: {"type":"response.output_text.delta"'))
        .map((line) => JSON.parse(line.slice('data: '.length)).delta)
        .join(''),
  },
  Anthropic: {
    path: () => '/v1/messages',
    body: (model) => ({ model, max_tokens: 100, system: 'Be brief.', messages: MESSAGES.slice(1) }),
    read: (sent) => JSON.parse(sent).content[0].text,
  },
  'Anthropic, streamed': {
    path: () => '/v1/messages',
    body: (model) => ({ model, max_tokens: 100, system: 'Be brief.', messages: MESSAGES.slice(1), stream: true }),
    read: (sent) =>
      sent
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => JSON.parse(line.slice('data: '.length)).delta?.text ?? '')
        .join(''),
  },
  Gemini: {
    path: (model) => `/v1beta/models/${model}:generateContent`,
    body: () => GEMINI,
    read: (sent) => geminiText(JSON.parse(sent)),
  },
  'Gemini, events': {
    path: (model) => `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    body: () => GEMINI,
    read: (sent) => frames(sent).map(geminiText).join(''),
  },
  'Gemini, a list': {
    path: (model) => `/v1beta/models/${model}:streamGenerateContent`,
    body: () => GEMINI,
    read: (sent) => (JSON.parse(sent) as Candidates[]).map(geminiText).join(''),
  },
  Ollama: {
    path: () => '/api/chat',
    body: (model) => ({ model, messages: MESSAGES, stream: false }),
    read: (sent) => JSON.parse(sent).message.content,
  },
  'Ollama, streamed': {
    path: () => '/api/chat',
    body: (model) => ({ model: `${model}:latest`, messages: MESSAGES }),
    read: (sent) =>
      lines(sent)
        .map(({ message }) => message.content)
        .join(''),
  },
};

let upstream: MisbehavingUpstream;
let service: TestService;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
});

after(async () => {
  await upstream.close();
  await service.stop();
});

/** Asks with a fresh account; returns the text and everything that the account's books then say. */
async function ask({ path, body, read }: Form, model: string, base: '' | '/sandbox') {
  const account = await service.account();
  const key = base === '' ? account.liveKey : account.testKey;
  const { status, text } = await service.call('POST', `${base}${path(model)}`, { key, body: body(model) });
  assert.equal(status, 200, text);
  const { total } = (await service.call('GET', `${base}/v1/usage`, { key })).json;
  const transactions = (await service.call('GET', `${base}/v1/payments/transactions?type=usage`, { key })).json.data;
  const live = (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json;
  return {
    text: read(text),
    tokens: [total.requests, total.prompt_tokens, total.completion_tokens],
    entries: transactions.map((entry: Record<string, unknown>) => [entry.module, entry.model, entry.credits]),
    live: [live.credits, live.held],
  };
}

// The second upstream reports no usage, so that our own tokenizer counts what each form really sent.
for (const model of ['mock-good-1', 'mock-no-usage-1'])
  test(`every form of a conversation with ${model} has the same text, tokens and charge`, async () => {
    const [[, first] = [], ...others] = Object.entries(FORMS);
    assert.ok(first);
    const expected = await ask(first, model, '');
    assert.equal(expected.text, WORDS.join(''));
    assert.equal(expected.entries.length, 1);
    const [[, , credits]] = expected.entries;
    const [, prompt = 0, completion = 0] = expected.tokens;
    assert.equal(Math.round(credits * 1e6), -(prompt * 20 + completion * 60));
    assert.deepEqual(expected.live, [1000 + credits, 0]);
    for (const [name, form] of others) assert.deepEqual(await ask(form, model, ''), expected, name);
  });

test('in the sandbox every form answers, and touches no live credits', async () => {
  for (const [name, form] of Object.entries(FORMS)) {
    const { text, entries, live } = await ask(form, 'sandbox-echo-1', '/sandbox');
    assert.equal(text, 'Say something.', name);
    assert.equal(entries.length, 1, name);
    assert.deepEqual(live, [1000, 0], name);
  }
});
