// An outage is one line when it begins and one when it ends, however many calls fail meanwhile; lines at a terminal are short.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, outagesOf, showProgress } from '../../src/core/log.ts';
import { LogLines } from '../../src/core/log-lines.ts';
import { RedisLimiter } from '../../src/http/rate-limit-redis.ts';
import { startRedis } from '../support/redis.ts';
import { until } from '../support/until.ts';

function linesOf() {
  const written: string[] = [];
  const lines = new LogLines({ write: (text) => written.push(text) }, { isColoured: false });
  return { written, log: createLog({ level: 'info', lines }) };
}

const allowance = { accountId: 'acc_1', keyId: 'key_1', perMinute: 1_000, perDay: null, keyPerMinute: null };

test('Redis is away for a while: one line when it goes and one when it is back', async () => {
  const { written, log } = linesOf();
  const redis = await startRedis();
  const limiter = new RedisLimiter(redis.url, log);
  await limiter.connect();
  await limiter.take(allowance, Date.now());
  assert.deepEqual(written, []);
  await redis.stop();
  for (let count = 0; count < 50; count += 1) await limiter.take(allowance, Date.now());
  assert.equal(written.length, 1, written.join(''));
  assert.match(
    written[0] ?? '',
    /^\d\d:\d\d:\d\d warn {2}Redis does not answer: each node enforces rate limits by itself \(/,
  );
  assert.deepEqual(outagesOf(log).states, [{ name: 'Redis', isUp: false }]);
  const again = await startRedis(redis.port);
  await until(() => written.length > 1, { saying: 'Redis is back' });
  assert.match(written[1] ?? '', /info {2}Redis answers again after \d+ s .*failures=\d+/);
  assert.deepEqual(outagesOf(log).states, [{ name: 'Redis', isUp: true }]);
  await limiter.close();
  await again.stop();
});

test('what fails because of an outage is left out, and everything else is logged', () => {
  const { written, log } = linesOf();
  const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  log.warn({ err: lost }, 'chore failed');
  assert.match(written[0] ?? '', /warn {2}chore failed \(connect ECONNREFUSED 127\.0\.0\.1:5432\)\n$/);
  const away = { name: 'PostgreSQL', meanwhile: 'calls get 503 until it does', isBack: async () => false };
  outagesOf(log).failed(away, lost);
  for (let count = 0; count < 100; count += 1)
    log.error({ err: new Error('wrapped', { cause: lost }) }, 'a call failed');
  assert.equal(written.length, 2, written.join(''));
  log.error({ err: new Error('a mistake of ours') }, 'a call failed');
  assert.match(written[2] ?? '', /error a call failed \(a mistake of ours\)\n +at /);
  outagesOf(log).close();
});

test('a progress at a terminal is one line, which the next line takes the place of', () => {
  const written: string[] = [];
  const terminal = { write: (text: string) => written.push(text) };
  const log = createLog({ level: 'info', lines: new LogLines(terminal, { isColoured: false, isLive: true }) });
  showProgress(log, 'model-1: 1 % of 40 MB');
  showProgress(log, 'model-1: 2 % of 40 MB');
  log.info({ model: 'model-1', bytes: 7 }, 'model-1 is here');
  log.info({}, 'ready');
  const shown = written.map((text) => text.replace(/\d\d:\d\d:\d\d/, 'TIME'));
  assert.deepEqual(shown, [
    'TIME …     model-1: 1 % of 40 MB',
    '\r\x1b[2KTIME …     model-1: 2 % of 40 MB',
    '\r\x1b[2KTIME info  model-1 is here bytes=7\n',
    'TIME info  ready\n',
  ]);
});

test('a file of text lines gets no progress', () => {
  const { written, log } = linesOf();
  showProgress(log, 'model-1: 1 % of 40 MB');
  assert.deepEqual(written, []);
});
