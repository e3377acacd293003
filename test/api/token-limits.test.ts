// Tokens per minute: counted at the hold, corrected at the end, shared by the keys of an account and by nodes with Redis.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { silentLog } from '../../src/core/log.ts';
import { RedisLimiter } from '../../src/http/rate-limit-redis.ts';
import { insertKey } from '../../src/store/keys.ts';
import { type CountingUpstream, startCountingUpstream } from '../support/batch-kit.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startRedis } from '../support/redis.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

/** Ten of the prompt and ten of the answer. */
const TOKENS = 20;

let upstream: CountingUpstream;
let service: TestService;
let desk: OperatorKit;

before(async () => {
  upstream = await startCountingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl, TEST_WORKER: '0' });
  desk = await openDesk(service);
});
after(async () => {
  await service.stop();
  await upstream.close();
});

const chat = (key: string, question = 'Hello', more: object = {}) =>
  service.call('POST', '/v1/chat/completions', {
    key,
    body: { model: 'counted-1', max_tokens: 10, messages: [{ role: 'user', content: question }], ...more },
  });
const keyOf = async (account: TestAccount, tokensPerMinute?: number) => {
  const owner = { accountId: account.id, environment: 'live' as const };
  const terms = { name: 'limited', scopes: ['*'], ...(tokensPerMinute ? { tokensPerMinute } : {}) };
  return (await insertKey(service.app.database.queries, owner, terms)).secret;
};
/** For calls one after the other, which take less than a few seconds. */
async function earlyInTheMinute(): Promise<void> {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
}

test('a key uses its tokens of a minute, whole and streamed, sees what is left, and is refused above', async () => {
  await earlyInTheMinute();
  const account = await service.account();
  const key = await keyOf(account, 2 * TOKENS + 5);
  const first = await chat(key);
  assert.deepEqual(
    [first.headers.get('x-ratelimit-limit-tokens'), first.headers.get('x-ratelimit-remaining-tokens')],
    ['45', '25'],
  );
  assert.ok(Number(first.headers.get('x-ratelimit-reset-tokens')) * 1000 > Date.now());
  assert.ok((await chat(key, 'fail')).status >= 400, 'what fails uses no tokens');
  assert.equal((await chat(key, 'Hello', { stream: true })).status, 200);
  const last = await chat(key);
  assert.deepEqual([last.status, last.headers.get('x-ratelimit-remaining-tokens')], [200, '0']);
  const refused = await chat(key);
  assert.deepEqual([refused.status, refused.json.error.code], [429, 'rate_limit_exceeded']);
  assert.match(refused.json.error.message, /This key may use 45 tokens a minute/);
  const wait = Number(refused.headers.get('retry-after'));
  assert.ok(wait >= 1 && wait <= 60, String(wait));
  assert.equal((await chat(account.liveKey)).status, 200, 'other keys have no such limit');
  const image = await service.call('POST', '/v1/image/generate', { key, body: { prompt: 'A', width: 64, height: 64 } });
  assert.equal(image.status, 200, 'an image has no tokens');
});

test('a call that the credits do not cover uses no tokens', async () => {
  await earlyInTheMinute();
  const account = await service.account({ credits: 0 });
  const key = await keyOf(account, TOKENS + 5);
  assert.equal((await chat(key)).status, 402);
  const given = await desk.act(`/accounts/${account.id}/credits`, { credits: 1, reason: 'a first call' });
  assert.equal(given.status, 200, given.text);
  assert.equal((await chat(key)).status, 200);
});

test('calls at once exceed the limit of a plan by one call at most, over all keys of the account', async () => {
  const { prices } = (await desk.read('/settings')).json;
  const { pro, ...others } = prices.effective.plans;
  const value = { plans: { ...others, pro: { ...pro, tokens_per_minute: 100 } } };
  const set = await service.call('PUT', '/v1/operator/settings/prices', {
    key: desk.key,
    body: { value, reason: 'a price group' },
  });
  assert.equal(set.status, 200, set.text);
  await earlyInTheMinute();
  const account = await service.account({ plan: 'pro' });
  const keys = [account.liveKey, await keyOf(account)];
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => chat(keys[index % 2] ?? '')));
  const answered = answers.filter(({ status }) => status === 200).length;
  assert.ok(answered >= 1 && answered * TOKENS < 100 + TOKENS, String(answered));
  const refused = answers.find(({ status }) => status === 429);
  assert.match(refused?.json.error.message, /This account may use 100 tokens a minute/);
  assert.equal((await chat((await service.account({ plan: 'pro' })).liveKey)).status, 200);
});

test('nodes that share Redis count and correct together, and without it each counts alone', async () => {
  const redis = await startRedis();
  const nodes = [new RedisLimiter(redis.url, silentLog), new RedisLimiter(redis.url, silentLog)] as const;
  await Promise.all(nodes.map((node) => node.connect()));
  const take = { accountId: 'acct_1', perMinute: 100, keyId: 'key_1', keyPerMinute: 50, tokens: 60 };
  const nowMs = Date.now();
  try {
    const first = await nodes[0].takeTokens(take, nowMs);
    assert.deepEqual([first.used, first.keyUsed, first.refusedBy], [60, 60, null]);
    assert.equal((await nodes[1].takeTokens(take, nowMs)).refusedBy, 'key');
    await nodes[0].takeTokens({ ...take, tokens: -50, minute: first.minute }, nowMs);
    const second = await nodes[1].takeTokens({ ...take, keyPerMinute: null, tokens: 95 }, nowMs);
    assert.deepEqual([second.used, second.refusedBy], [105, null]);
    assert.equal((await nodes[0].takeTokens(take, nowMs)).refusedBy, 'account');
    assert.equal((await nodes[0].takeTokens(take, nowMs + 60_000)).refusedBy, null, 'the next minute starts anew');
  } finally {
    await redis.stop();
  }
  assert.equal((await nodes[0].takeTokens(take, nowMs)).refusedBy, null);
  assert.equal((await nodes[0].takeTokens(take, nowMs)).refusedBy, 'key');
  await Promise.all(nodes.map((node) => node.close()));
});
