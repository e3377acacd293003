// The router over real engines: shares by weight, falls back, gives a failing engine a pause, never tries again after the first token.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { ServiceError } from '../../src/core/errors.ts';
import { silentLog } from '../../src/core/log.ts';
import type { TextOrder } from '../../src/engines/text/port.ts';
import { TextRouter } from '../../src/engines/text/router.ts';
import { connectUpstreams } from '../../src/engines/text/upstreams.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';

let left: MisbehavingUpstream;
let right: MisbehavingUpstream;

before(async () => {
  [left, right] = await Promise.all([startMisbehavingUpstream(), startMisbehavingUpstream()]);
});

after(async () => {
  await Promise.all([left.close(), right.close()]);
});

function connect(leftModel: object, rightModel: object) {
  const entry = (name: string, upstream: MisbehavingUpstream, model: object) => ({
    name,
    base_url: upstream.baseUrl,
    list_models: false,
    retries: 0,
    models: [{ id: 'shared-1', upstream_id: 'mock-good-1', ...model }],
  });
  return connectUpstreams({
    openAi: null,
    entries: [entry('left', left, leftModel), entry('right', right, rightModel)],
    secretByName: () => undefined,
    log: silentLog,
  });
}

const ORDER: TextOrder = { model: 'shared-1', messages: [{ role: 'user', content: 'Hello' }] };

test('equals share the calls by their weight', async () => {
  const { engines, rules, close } = connect({ weight: 3 }, { weight: 1 });
  let seed = 7;
  const random = () => {
    seed = (seed * 16807) % 2147483647;
    return seed / 2147483647;
  };
  const router = new TextRouter({ engines, rules, random });
  const before = { left: left.calls.length, right: right.calls.length };
  for (let round = 0; round < 200; round += 1) await read(router);
  const share = (left.calls.length - before.left) / 200;
  assert.ok(share > 0.68 && share < 0.82, `${share}`);
  assert.equal(right.calls.length - before.right, 200 - (left.calls.length - before.left));
  await close();
});

test('an equal that fails is stood in for, and after five failures is left alone for a while', async () => {
  const { engines, rules, close } = connect({ upstream_id: 'mock-500-1', weight: 1000 }, { weight: 0.001 });
  let nowMs = 1_000_000;
  const router = new TextRouter({ engines, rules, clock: { nowMs: () => nowMs } });
  const before = left.calls.length;
  for (let round = 0; round < 12; round += 1) assert.equal(await read(router), 10);
  assert.equal(left.calls.length - before, 5, 'asked five times, then no more');
  nowMs += 6_000;
  await read(router);
  assert.equal(left.calls.length - before, 6, 'after the pause one call finds out');
  await read(router);
  assert.equal(left.calls.length - before, 6, 'and a longer pause follows');
  await close();
});

test('when nobody else is there, a paused engine is engine_unavailable with the time to wait', async () => {
  const connected = connectUpstreams({
    openAi: null,
    entries: [
      {
        name: 'only',
        base_url: left.baseUrl,
        list_models: false,
        models: [{ id: 'limited-1', upstream_id: 'mock-limit-1' }],
      },
    ],
    secretByName: () => undefined,
    log: silentLog,
  });
  const router = new TextRouter({ engines: connected.engines, rules: connected.rules });
  const before = left.calls.length;
  for (let round = 0; round < 3; round += 1) {
    const error = await read(router, { ...ORDER, model: 'limited-1' }).catch((thrown: unknown) => thrown);
    assert.ok(error instanceof ServiceError);
    assert.equal(error.code, 'engine_unavailable');
    assert.ok((error.retryAfterSeconds ?? 0) >= 6);
  }
  assert.equal(left.calls.length - before, 1, "the upstream's own Retry-After is kept");
  await connected.close();
});

test('a customer who is at fault neither wanders to the next engine nor opens the breaker', async () => {
  const { engines, rules, close } = connect({ upstream_id: 'mock-context-1', weight: 1000 }, { weight: 0.001 });
  const router = new TextRouter({ engines, rules });
  const before = right.calls.length;
  for (let round = 0; round < 7; round += 1) {
    const error = await read(router).catch((thrown: unknown) => thrown);
    assert.equal(error instanceof ServiceError && error.code, 'context_length_exceeded');
  }
  assert.equal(right.calls.length, before);
  await close();
});

test('after the first token nothing is tried again', async () => {
  const { engines, rules, close } = connect({ upstream_id: 'mock-cut-1', weight: 1000 }, { weight: 0.001 });
  const router = new TextRouter({ engines, rules });
  const before = right.calls.length;
  const error = await read(router).catch((thrown: unknown) => thrown);
  assert.equal(error instanceof ServiceError && error.code, 'engine_failed');
  assert.equal(right.calls.length, before);
  await close();
});

test('settings that cannot work are named', () => {
  const connectBad = (entry: object) =>
    connectUpstreams({ openAi: null, entries: [entry], secretByName: () => undefined, log: silentLog });
  assert.throws(() => connectBad({ base_url: 'http://x' }), /upstreams: an entry, must have .*name/);
  assert.throws(() => connectBad({ name: 'a', kind: 'abacus' }), /upstreams: a, kind must be one of openai, anthropic/);
  assert.throws(() => connectBad({ name: 'a', api_key: 'sk-in-the-file' }), /upstreams: a, api_key is no field here/);
  assert.throws(() => connectBad({ name: 'a', api_key_env: 'NOT_SET_ANYWHERE' }), /NOT_SET_ANYWHERE/);
});

async function read(router: TextRouter, order = ORDER): Promise<number> {
  let tokens = 0;
  for await (const event of router.stream(order, new AbortController().signal)) {
    if (event.type === 'end') tokens = event.usage.completionTokens;
  }
  return tokens;
}
