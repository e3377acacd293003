// A client that leaves before its answer is whole: it pays for what it got, and the log has no error.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import Type from 'typebox';
import type { MoreRoutes } from '../../src/app/app.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { json } from '../../src/http/outcome.ts';
import { route } from '../../src/http/route.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const errors: unknown[] = [];
const begun = Promise.withResolvers<void>();
const ended = Promise.withResolvers<void>();
/** Works until its client leaves. */
const longRoute: MoreRoutes = () => [
  route({
    method: 'POST',
    path: '/test/long',
    summary: 'Takes a minute',
    tag: 'test',
    scope: 'chat:write',
    reply: Type.Object({}),
    async run({ signal }) {
      begun.resolve();
      await sleep(60_000, undefined, { signal }).finally(() => ended.resolve());
      return json({});
    },
  }),
];
let service: TestService;
let account: TestAccount;

before(async () => {
  const note = (...told: unknown[]) => void errors.push(told);
  const log: Log = Object.assign(Object.create(silentLog), { error: note, fatal: note, child: () => log });
  service = await startService({}, longRoute, log);
  account = await service.account();
});
after(() => service.stop());

async function transactions(): Promise<{ credits: number }[]> {
  const path = '/sandbox/v1/payments/transactions?type=usage';
  return (await service.call('GET', path, { key: account.testKey })).json.data;
}

test('a stream that its client breaks off is charged and no error of ours', async () => {
  const leaving = new AbortController();
  const response = await fetch(`${service.origin}/sandbox/v1/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.testKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'sandbox-slow',
      messages: [{ role: 'user', content: 'one two three four five six seven eight nine ten' }],
      stream: true,
    }),
    signal: leaving.signal,
  });
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.includes('two')) break;
  }
  leaving.abort();
  await until(async () => (await transactions()).length === 1, { saying: 'what was delivered is charged' });
  assert.deepEqual(errors, []);
});

test('a whole answer whose client disconnected is not logged as an error', async () => {
  const leaving = new AbortController();
  const answer = service.call('POST', '/v1/test/long', { key: account.liveKey, body: {}, signal: leaving.signal });
  await begun.promise;
  leaving.abort();
  await assert.rejects(answer, { name: 'AbortError' });
  await ended.promise;
  await until(async () => (await service.call('GET', '/v1/usage', { key: account.liveKey })).status === 200, {
    saying: 'the next request is answered',
  });
  const usage = async () => (await service.call('GET', '/v1/usage', { key: account.liveKey })).json.total;
  await until(async () => (await usage()).requests > 0, { saying: 'the request is counted' });
  assert.equal((await usage()).errors, 0, 'a stop is no error');
  assert.deepEqual(errors, []);
});
