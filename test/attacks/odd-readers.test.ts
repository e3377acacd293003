// Upstreams of embeddings, rerank and moderation that answer with nulls, numbers beyond all bounds, or too much.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { moneyOf } from '../support/paid-calls.ts';
import { startService, type TestService } from '../support/service.ts';

let upstream: AudioStandIn;
let service: TestService;
let reply: unknown;

const answer: Answer = (call, response) => {
  const listed = ['odd-embed-1', 'odd-rerank-1', 'odd-moderation-1'].map((id) => ({ id }));
  const body = call.path.endsWith('/models')
    ? { data: listed }
    : call.body.includes('"input":["probe') || call.body.includes('"input":"probe')
      ? { data: [{ index: 0, embedding: [1, 2] }] }
      : reply;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
};

before(async () => {
  upstream = await startAudioStandIn(answer);
  reply = { data: [{ index: 0, embedding: [0.5, 0.5] }] };
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const SENT: Record<string, object> = {
  '/v1/embeddings': { model: 'odd-embed-1', input: ['one', 'two'] },
  '/v1/rerank': { model: 'odd-rerank-1', query: 'one', documents: ['two', 'three'] },
  '/v1/moderations': { model: 'odd-moderation-1', input: 'one' },
};
const LIES: Record<string, unknown[]> = {
  '/v1/embeddings': [
    '{"data":[{"index":0,"embedding":[1e39,1]},{"index":1,"embedding":[1,1]}]}',
    {
      data: [
        { index: 0, embedding: [1, 1] },
        { index: 1, embedding: [1, 1, 1] },
      ],
    },
    { data: [null, null] },
    { data: 'abc' },
  ],
  '/v1/rerank': [{ results: [null] }, { results: 'abc' }, { results: [{ index: 0, relevance_score: 1 }, 5] }],
  '/v1/moderations': [{ results: [5, null, 'x'] }, { results: [{}] }, `{"results":["${'x'.repeat(5_000_000)}"]}`],
};

for (const [path, lies] of Object.entries(LIES))
  test(`what the upstream of ${path} answers is not used, and nobody pays it`, async () => {
    const account = await service.account({ credits: 100 });
    for (const lie of lies) {
      reply = lie;
      const said = await service.call('POST', path, { key: account.liveKey, body: SENT[path] ?? {} });
      assert.deepEqual([said.status, said.json.error?.code], [502, 'engine_failed'], JSON.stringify(lie).slice(0, 60));
    }
    const { balance, held } = await moneyOf(service, account.id);
    assert.deepEqual([balance, held], [100e6, 0]);
  });
