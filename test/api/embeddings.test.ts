// Embeddings over HTTP, from a connected upstream: every kind of input, both encodings, fewer dimensions.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

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

test('every kind of input gets one vector each', async () => {
  const inputs: [unknown, number][] = [
    ['one', 1],
    [['one', 'two'], 2],
    [[1, 2, 3], 1],
    [[[1, 2], [3]], 2],
  ];
  for (const [input, count] of inputs) {
    const { json } = await embed({ input });
    assert.equal(json.data.length, count);
    assert.deepEqual(
      json.data.map(({ index }: { index: number }) => index),
      [...Array(count).keys()],
    );
    assert.deepEqual(json.usage.total_tokens, 3 * count);
    assert.equal(json.usage.credits, (3 * count * 2) / 1e6);
  }
});

test('float and base64 hold the same numbers', async () => {
  const float = (await embed({ input: 'same' })).json.data[0].embedding;
  const base64 = (await embed({ input: 'same', encoding_format: 'base64' })).json.data[0].embedding;
  const bytes = Buffer.from(base64, 'base64');
  const decoded = [...new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))];
  assert.deepEqual(decoded, float);
});

test('fewer dimensions are the first ones, of length 1', async () => {
  const { json } = await embed({ input: 'short', dimensions: 4 });
  const [{ embedding }] = json.data;
  assert.equal(embedding.length, 4);
  assert.ok(Math.abs(Math.hypot(...embedding) - 1) < 1e-6);
  assert.equal((await embed({ input: 'x', dimensions: 9 })).json.error.param, 'dimensions');
});

test('bad input is named', async () => {
  for (const input of [undefined, '', [], [''], 7, { a: 1 }]) {
    const { status, json } = await embed({ input });
    assert.equal(status, 400);
    assert.match(json.error.param, /^input/);
  }
  assert.equal((await embed({ input: 'x', model: 'none' })).json.error.code, 'unknown_model');
});

function embed(change: object) {
  return service.call('POST', '/v1/embeddings', {
    key: account.liveKey,
    body: { model: 'mock-embedding-1', ...change },
  });
}
