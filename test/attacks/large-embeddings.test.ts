// Embeddings of thousands of texts: their vectors are asked for and written in parts, so that no turn of the event loop is long.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startService, type TestService } from '../support/service.ts';

const MODEL = 'text-embedding-3-small';
const DIMENSIONS = 1536;
const INPUTS = 300;
/** 100,000 numbers of an answer. */
const MAX_OF_PART = 65;

let upstream: Server;
let service: TestService;
let asked: string[][] = [];
let failsOn: string | undefined;

/** The vector of a text begins with its number. */
before(async () => {
  upstream = createServer(async (request, response) => {
    const answer = (status: number, body: object) => void response.writeHead(status).end(JSON.stringify(body));
    let text = '';
    for await (const chunk of request) text += chunk;
    const { input = [] } = text ? (JSON.parse(text) as { input?: string[] }) : {};
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/models')) return answer(200, { data: [{ id: MODEL }] });
    asked.push(input);
    if (failsOn !== undefined && input.includes(failsOn)) return answer(500, {});
    const vectorOf = (word: string) => [Number(word), ...new Array<number>(DIMENSIONS - 1).fill(0.5)];
    const data = input.map((word, index) => ({ index, embedding: vectorOf(word) }));
    answer(200, { data, usage: { prompt_tokens: input.length } });
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const { port } = upstream.address() as AddressInfo;
  service = await startService({ OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, TEST_WORKER: '0' });
});
after(async () => {
  await service.stop();
  upstream.close();
});

const INPUT = Array.from({ length: INPUTS }, (_, index) => String(index));

test('a call for many vectors is asked of its upstream in parts, and answered whole, in order and priced as one', async () => {
  const { liveKey } = await service.account({ credits: 100 });
  asked = [];
  const { status, json } = await service.call('POST', '/v1/embeddings', {
    key: liveKey,
    body: { model: MODEL, input: INPUT },
  });
  equal(status, 200);
  ok(asked.length > 1 && asked.every((part) => part.length <= MAX_OF_PART), `${asked.map(({ length }) => length)}`);
  deepEqual(
    asked
      .flat()
      .map(Number)
      .sort((a, b) => a - b),
    INPUT.map(Number),
  );
  const { data, usage } = json as { data: { index: number; embedding: number[] }[]; usage: Record<string, number> };
  deepEqual(
    data.map(({ index, embedding }) => [index, embedding[0], embedding.length]),
    INPUT.map((word) => [Number(word), Number(word), DIMENSIONS]),
  );
  equal(usage.prompt_tokens, INPUTS);
});

test('in every dialect the vectors come whole', async () => {
  const { liveKey } = await service.account({ credits: 100 });
  const calls: [path: string, body: object, read: (json: never) => number[][]][] = [
    [
      '/v2/embed',
      { model: MODEL, texts: INPUT.slice(0, 96), input_type: 'search_document', embedding_types: ['float'] },
      (json: { embeddings: { float: number[][] } }) => json.embeddings.float,
    ],
    ['/api/embed', { model: MODEL, input: INPUT }, (json: { embeddings: number[][] }) => json.embeddings],
  ];
  for (const [path, body, read] of calls) {
    const { status, text } = await service.call('POST', path, { key: liveKey, body });
    equal(status, 200, text.slice(0, 300));
    const vectors = read(JSON.parse(text) as never);
    ok(vectors.length >= 96, path);
    deepEqual(
      vectors.map(({ length }) => length),
      vectors.map(() => DIMENSIONS),
      path,
    );
  }
});

test('if one part fails the call fails, and is free', async () => {
  const { id, liveKey } = await service.account({ credits: 100 });
  failsOn = INPUT.at(-1);
  const { status, text } = await service.call('POST', '/v1/embeddings', {
    key: liveKey,
    body: { model: MODEL, input: INPUT },
  });
  failsOn = undefined;
  ok(status >= 500, text);
  const { rows } = await service.app.database.pool.query(
    "select balance::float8 as balance, held::float8 as held from balances where account_id = $1 and environment = 'live'",
    [id],
  );
  deepEqual(rows, [{ balance: 100_000_000, held: 0 }]);
});
