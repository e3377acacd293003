// Several text models at once within a memory budget, and a GPU that cannot take a model: tiny models in real processes.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import test, { after, before } from 'node:test';
import { unpaidAcceptance } from '../../../src/core/left-calls.ts';
import { createLocalTextEngine, type LocalTextEngine } from '../../../src/engines/text/local/engine.ts';
import { FAMILIES } from '../../support/tiny-gguf/families.ts';
import { openTinyStore, type TinyStore } from '../../support/tiny-gguf/tiny-store.ts';
import { until } from '../../support/until.ts';

const quiet = new AbortController().signal;
let tiny: TinyStore;
let engine: LocalTextEngine;

before(async () => {
  const llama = FAMILIES.llama;
  assert.ok(llama);
  tiny = await openTinyStore({ a: llama, b: llama, c: llama });
  // A tiny model is taken for 300 MB and a little: two fit, three do not.
  engine = open({ memoryBytes: 700e6, maxWaiting: 1 });
});
after(async () => {
  await engine.close();
  rmSync(tiny.folder, { recursive: true, force: true });
});

function open(options: Partial<Parameters<typeof createLocalTextEngine>[0]>): LocalTextEngine {
  return createLocalTextEngine({ store: tiny.store, defaults: ['tiny-a'], sequences: 1, threads: 1, ...options });
}

const loaded = () =>
  engine
    .residents()
    .map(({ model }) => model)
    .sort();

/** Holds the model until the signal ends it: random weights never stop by themselves. */
async function hold(model: string, signal: AbortSignal): Promise<void> {
  const order = { model, prompt: 'Once', maxTokens: 2000, logitBias: { 2: -100 } };
  try {
    for await (const _event of engine.stream(order, signal, unpaidAcceptance));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

test('models are loaded on demand, and the least recently used one makes room', async () => {
  await engine.countTokens('tiny-a', 'x');
  await engine.countTokens('tiny-b', 'x');
  assert.deepEqual(loaded(), ['tiny-a', 'tiny-b']);
  await engine.countTokens('tiny-a', 'x');
  await engine.countTokens('tiny-c', 'x');
  assert.deepEqual(loaded(), ['tiny-a', 'tiny-c']);
});

test('many calls at once of a model that is not loaded start one process', async () => {
  await Promise.all(Array.from({ length: 5 }, () => engine.countTokens('tiny-b', 'x')));
  assert.equal(loaded().filter((model) => model === 'tiny-b').length, 1);
  assert.equal(loaded().length, 2);
});

test('a call waits while all models are in use, one call past the queue is refused, and a freed model makes room', async () => {
  const [first, second] = [new AbortController(), new AbortController()];
  const busy = [hold('tiny-a', first.signal), hold('tiny-b', second.signal)];
  await until(() => loaded().join() === 'tiny-a,tiny-b', { saying: 'both models are in use' });
  const leaving = new AbortController();
  const waiting = hold('tiny-c', leaving.signal);
  await assert.rejects(engine.countTokens('tiny-c', 'x'), {
    code: 'engine_unavailable',
    message: /Other local models are in use/,
  });
  first.abort(new Error('done'));
  await until(() => loaded().includes('tiny-c'), { saying: 'the waiting call has its model' });
  assert.deepEqual(loaded(), ['tiny-b', 'tiny-c']);
  for (const one of [second, leaving]) one.abort(new Error('done'));
  await Promise.all([...busy, waiting]);
});

test('a model that does not fit is refused in words', async (context) => {
  const small = open({ memoryBytes: 200e6 });
  context.after(() => small.close());
  await assert.rejects(small.countTokens('tiny-a', 'x'), {
    code: 'engine_unavailable',
    message: /tiny-a needs about 0\.3 GB of memory, but MODELS_MEMORY allows 0\.2 GB/,
  });
});

test('a GPU that cannot take the model leaves it to the CPU, and the call does not notice', async (context) => {
  const words: string[] = [];
  const log = { info: () => undefined, warn: (fields: object) => void words.push(JSON.stringify(fields)) };
  const hopeful = open({ log, chooseGpu: async () => ({ use: 'cuda', words: '', folders: {}, version: '' }) });
  context.after(() => hopeful.close());
  let text = '';
  for await (const event of hopeful.stream({ model: 'tiny-a', prompt: 'Once', maxTokens: 4 }, quiet, unpaidAcceptance))
    if (event.type === 'text') text += event.text;
  assert.ok(text.length > 0);
  assert.match(words.join('\n'), /could not be loaded on the GPU and runs on the CPU/);
});
