// The clients of others against the model of this machine. Pulls the default text and embedding models (about 400 MB) when they are not in MODELS_DIR.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { describeClients } from '../support/client-suite.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MODEL = 'atelier-chat-1';
const EMBEDDING_MODEL = 'atelier-embed-1';
const PULL_MINUTES = 15;

let service: TestService;
let account: TestAccount;

before(async () => {
  service = await startService({ PULL_MODELS: '1' });
  account = await service.account();
  const giveUpAt = Date.now() + PULL_MINUTES * 60_000;
  while (!(await areReady())) {
    assert.ok(Date.now() < giveUpAt, 'the default models did not arrive');
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
});

after(() => service.stop());

describeClients('local model', () => ({
  baseURL: `${service.origin}/v1`,
  apiKey: account.liveKey,
  model: MODEL,
  embeddingModel: EMBEDDING_MODEL,
}));

test('leaving a local stream charges exactly the tokens that were delivered', async () => {
  const leaver = await service.account();
  const leaving = new AbortController();
  const response = await post(
    leaver,
    { messages: [{ role: 'user', content: 'Count from one to one hundred.' }], stream: true, max_tokens: 200 },
    leaving.signal,
  );
  let seen = '';
  for await (const piece of response.body ?? []) {
    seen += Buffer.from(piece).toString('utf8');
    if ((seen.match(/data: /g) ?? []).length >= 6) break;
  }
  leaving.abort();
  const spent = await usageOf(leaver);
  assert.ok(spent.completion_tokens >= 5 && spent.completion_tokens < 20, JSON.stringify(spent));
  assert.equal(Math.round(spent.credits * 1e6), spent.prompt_tokens * 20 + spent.completion_tokens * 60);
});

test('a conversation puts its earlier turns before the local model', async () => {
  const ask = (conversation_id: string | null, content: string) =>
    service.call('POST', '/v1/chat/completions', {
      key: account.liveKey,
      body: { model: MODEL, max_tokens: 8, conversation_id, messages: [{ role: 'user', content }] },
    });
  const question = 'What is my dog called?';
  const alone = (await ask(null, question)).json.usage.prompt_tokens;
  const first = (await ask('new', 'My dog is called Bruno.')).json;
  const second = (await ask(first.conversation_id, question)).json;
  assert.equal(second.conversation_id, first.conversation_id);
  const earlier = first.usage.prompt_tokens + first.usage.completion_tokens;
  assert.ok(
    second.usage.prompt_tokens >= alone + earlier - 30,
    JSON.stringify({ alone, earlier, second: second.usage }),
  );
});

test('code from the local model is bare and its syntax is told truly', async () => {
  const { status, json } = await service.call('POST', '/v1/code/generate', {
    key: account.liveKey,
    body: {
      prompt: 'a function that adds two numbers',
      language: 'python',
      max_tokens: 120,
      temperature: 0,
      model: MODEL,
    },
  });
  assert.equal(status, 200, JSON.stringify(json));
  assert.match(json.code, /def /);
  assert.doesNotMatch(json.code, /```/);
  assert.equal(json.syntax.checked, true);
});

async function areReady(): Promise<boolean> {
  const { json } = await service.call('GET', '/v1/models', { key: account.liveKey });
  const ready = new Set(
    json.data.filter((model: { ready: boolean }) => model.ready).map(({ id }: { id: string }) => id),
  );
  return ready.has(MODEL) && ready.has(EMBEDDING_MODEL);
}

function post(who: TestAccount, body: object, signal?: AbortSignal): Promise<Response> {
  return fetch(`${service.origin}/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, ...body }),
    ...(signal ? { signal } : {}),
  });
}

/** The charge of a call whose client has left comes a moment after: it is waited for. */
async function usageOf(who: TestAccount) {
  for (let round = 0; round < 400; round += 1) {
    const { json } = await service.call('GET', '/v1/usage', { key: who.liveKey });
    if (json.total.completion_tokens > 0) return json.total;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return assert.fail('nothing was charged');
}
