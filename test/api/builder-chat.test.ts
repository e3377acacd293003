// A coding conversation with a text model: it is about the code that was sent, can be continued, and reports its cost.
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;
let models: string;

before(async () => {
  upstream = await startMisbehavingUpstream();
  // No weights: the model at hand is the upstream's, whatever an earlier run has downloaded.
  models = await mkdtemp(join(tmpdir(), 'atelier-no-models-'));
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, MODELS_DIR: models });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await upstream.close();
  await rm(models, { recursive: true, force: true });
});

function chat(body: object) {
  return service.call('POST', '/v1/builder/chat', { key: account.liveKey, body });
}

/** What the upstream was asked last, as one text. */
function lastPrompt(): string {
  const call = upstream.calls.findLast(({ path }) => path === '/v1/chat/completions');
  return JSON.stringify(call?.body);
}

test('a question with the seed’s own body is answered by the model at hand', async () => {
  const { status, json, headers } = await chat({ message: 'What does a closure capture?' });
  assert.equal(status, 200, JSON.stringify(json));
  assert.doesNotMatch(json.message, /It has 0 files/);
  assert.match(json.message, /\w/);
  assert.ok(json.model, 'it says which model answered');
  assert.ok(json.usage.credits > 0);
  assert.equal(Number(headers.get('x-credits-charged')), json.usage.credits);
  assert.match(lastPrompt(), /What does a closure capture\?/);
});

test('the model reads the code that came with the question, and remembers it in the next one', async () => {
  const first = await chat({
    message: 'What is wrong here?',
    context: { code: 'let total = prise * 2', language: 'js' },
  });
  assert.equal(first.status, 200, first.text);
  assert.match(lastPrompt(), /let total = prise \* 2/);
  assert.match(lastPrompt(), /"language\\*":\\*"js/);
  const next = await chat({ message: 'And how do I mend it?', conversation_id: first.json.conversation_id });
  assert.equal(next.status, 200, next.text);
  assert.equal(next.json.conversation_id, first.json.conversation_id);
  assert.match(lastPrompt(), /What is wrong here\?.*let total = prise \* 2.*And how do I mend it\?/s);
});

test('more code than the model reads is cut to the files that the question is about', async () => {
  const files = Array.from({ length: 60 }, (_, index) => ({
    path: `src/part-${index}.js`,
    content: `// Part ${index} draws a shape.\n${'draw(shape);\n'.repeat(400)}`,
  }));
  files.push({ path: 'src/billing.js', content: '// Adds up invoices.\nexport const billing = 42;\n' });
  const { status, json } = await chat({ message: 'Where is the billing done?', context: { files } });
  assert.equal(status, 200, JSON.stringify(json));
  assert.match(lastPrompt(), /billing = 42/);
  assert.ok(lastPrompt().length < 20_000, `${lastPrompt().length} characters`);
});
