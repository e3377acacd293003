// Plain completion over HTTP: OpenAI's legacy shape, whole and streamed.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type MisbehavingUpstream, startMisbehavingUpstream, WORDS } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { chunkText, readEvents } from '../support/sse.ts';

const SENTENCE = WORDS.join('');

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
});

after(async () => {
  await upstream.close();
  await service.stop();
});

test('a whole completion has the legacy shape', async () => {
  const { status, json } = await complete({});
  assert.equal(status, 200);
  assert.equal(json.object, 'text_completion');
  assert.equal(json.choices[0].text, SENTENCE);
  assert.equal(json.usage.completion_tokens, 10);
  assert.ok(json.usage.credits > 0);
});

test('without max_tokens the old default of 16 goes to the upstream', async () => {
  await complete({});
  assert.equal(upstream.calls.at(-1)?.body.max_tokens, 16);
  await complete({ max_tokens: 4 });
  assert.equal(upstream.calls.at(-1)?.body.max_tokens, 4);
});

test('a stream of it ends with [DONE] and says the same', async () => {
  const response = await fetch(`${service.origin}/v1/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'mock-good-1',
      prompt: 'Once',
      stream: true,
      stream_options: { include_usage: true },
    }),
  });
  const events = await readEvents(response);
  assert.equal(events.at(-1), '[DONE]');
  const chunks = events.slice(0, -1).map((event) => JSON.parse(event));
  assert.equal(chunks.map(chunkText).join(''), SENTENCE);
  assert.equal(chunks.at(-1).usage.total_tokens, 22);
});

test('a suffix needs a model that fills in the middle', async () => {
  const { status, json } = await complete({ suffix: 'end' });
  assert.equal(status, 400);
  assert.equal(json.error.param, 'suffix');
});

test('a prompt may be a text, texts or token ids, and nothing else', async () => {
  for (const prompt of ['a', ['a', 'b'], [1, 2, 3], [[1, 2], [3]]])
    assert.equal((await complete({ prompt })).status, 200);
  for (const prompt of [undefined, 5, [], [null], { a: 1 }]) {
    const { status, json } = await complete({ prompt });
    assert.equal(status, 400);
    assert.match(json.error.param, /^prompt/);
  }
});

function complete(change: object) {
  return service.call('POST', '/v1/completions', {
    key: account.liveKey,
    body: { model: 'mock-good-1', prompt: 'Once', ...change },
  });
}
