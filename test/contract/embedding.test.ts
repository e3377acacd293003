// The local embedding engine with its real network.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test, { after, before } from 'node:test';
import type { ServiceError } from '../../src/core/errors.ts';
import { createLocalEmbeddingEngine, type LocalEmbeddingEngine } from '../../src/engines/embedding/minilm/engine.ts';
import { createModelStore } from '../../src/models/store.ts';
import { bringWeights, EMBEDDING_WEIGHTS as MODEL, testModels } from '../support/weights.ts';

const PAIRS = JSON.parse(readFileSync(new URL('../fixtures/paraphrase-pairs.json', import.meta.url), 'utf8')) as [
  string,
  string,
][];

const quiet = new AbortController().signal;
let engine: LocalEmbeddingEngine;

before(async () => {
  await bringWeights(MODEL);
  engine = createLocalEmbeddingEngine({ store: testModels });
  await engine.pullDefault();
});
after(() => engine.close());

function similarity(left: Float32Array | undefined, right: Float32Array | undefined): number {
  assert.ok(left && right);
  return left.reduce((sum, value, axis) => sum + value * (right[axis] ?? 0), 0);
}

test('each of 50 paraphrases is nearer to its own sentence than to any stranger', async () => {
  assert.equal(PAIRS.length, 50);
  const { vectors } = await engine.embed({ model: MODEL, inputs: PAIRS.flat() }, quiet);
  let nearest = 0;
  let own = 0;
  let strange = 0;
  for (let pair = 0; pair < 50; pair += 1) {
    const scores = PAIRS.map((_unused, other) => similarity(vectors[pair * 2], vectors[other * 2 + 1]));
    if (scores.indexOf(Math.max(...scores)) === pair) nearest += 1;
    own += (scores[pair] ?? 0) / 50;
    strange += (scores.reduce((sum, score) => sum + score, 0) - (scores[pair] ?? 0)) / 49 / 50;
  }
  console.log(
    `nearest is the paraphrase: ${nearest}/50; mean own ${own.toFixed(3)}, mean stranger ${strange.toFixed(3)}`,
  );
  assert.equal(nearest, 50);
  assert.ok(own > strange + 0.5);
});

test('vectors have length one, the stated dimensions, and come in the order of the inputs', async () => {
  const inputs = [
    'short',
    'a much longer sentence about nothing in particular, with several more words',
    'mid length text',
  ];
  const read: number[] = [];
  const onRead = ({ tokens }: { tokens: number }) => void read.push(tokens);
  const together = await engine.embed({ model: 'atelier-embed-1', inputs, onRead }, quiet);
  assert.deepEqual(read, [together.tokens]);
  for (const [index, input] of inputs.entries()) {
    const alone = await engine.embed({ model: MODEL, inputs: [input] }, quiet);
    assert.equal(together.vectors[index]?.length, 384);
    assert.ok(Math.abs(similarity(together.vectors[index], together.vectors[index]) - 1) < 1e-5);
    assert.ok(similarity(together.vectors[index], alone.vectors[0]) > 0.9999, 'padding must not change a vector');
  }
});

test('token ids give the vector of the text that they spell', async () => {
  // [CLS] hello world ! [SEP] in the vocabulary of BERT.
  const text = await engine.embed({ model: MODEL, inputs: ['Hello, world!'] }, quiet);
  const ids = await engine.embed({ model: MODEL, inputs: [[7592, 1010, 2088, 999]] }, quiet);
  assert.equal(text.tokens, 6);
  assert.equal(ids.tokens, 6);
  assert.ok(similarity(text.vectors[0], ids.vectors[0]) > 0.9999);
});

test('accents, capitals and far scripts are read as the model was taught', async () => {
  const { vectors } = await engine.embed(
    { model: MODEL, inputs: ['Café Zürich', 'cafe zurich', '東京', 'entirely different topic'] },
    quiet,
  );
  assert.ok(similarity(vectors[0], vectors[1]) > 0.9999);
  assert.ok(similarity(vectors[0], vectors[3]) < 0.5);
});

test('an input past the window is refused with its place, never cut in silence', async () => {
  await assert.rejects(
    engine.embed({ model: MODEL, inputs: ['fine', 'word '.repeat(600)] }, quiet),
    (error: ServiceError) => {
      assert.equal(error.code, 'context_length_exceeded');
      assert.equal(error.param, 'input[1]');
      return true;
    },
  );
  await assert.rejects(engine.embed({ model: MODEL, inputs: [[999_999]] }, quiet), {
    code: 'invalid_parameter',
    param: 'input[0]',
  });
  await assert.rejects(engine.embed({ model: 'no-such-1', inputs: ['x'] }, quiet), { code: 'unknown_model' });
});

test('an aborted order ends at once and the next one is answered', async () => {
  const leaving = new AbortController();
  const left = engine.embed(
    { model: MODEL, inputs: Array.from({ length: 40 }, (_unused, index) => `sentence ${index} `.repeat(40)) },
    leaving.signal,
  );
  leaving.abort(new Error('left'));
  await assert.rejects(left, /left/);
  const next = await engine.embed({ model: MODEL, inputs: ['still here'] }, quiet);
  assert.equal(next.vectors.length, 1);
});

test('before the weights are there the answer is 503 with a time to come back', async () => {
  // A folder that cannot be: the pull which the call starts must fail by itself and quietly.
  const store = createModelStore({ modelsDir: '/dev/null/models' });
  const empty = createLocalEmbeddingEngine({ store });
  await assert.rejects(empty.embed({ model: MODEL, inputs: ['x'] }, quiet), (error: ServiceError) => {
    assert.equal(error.code, 'engine_unavailable');
    assert.ok((error.retryAfterSeconds ?? 0) > 0);
    return true;
  });
});
