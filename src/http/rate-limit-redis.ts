// Rate limits shared by many nodes: one script in Redis or Valkey checks and counts all windows at once.
import { Redis } from 'ioredis';
import { type Log, outagesOf } from '../core/log.ts';
import type { Dependency } from '../core/outages.ts';
import type { TokenCount, TokenTake } from '../money/token-meter.ts';
import { type Allowance, type Count, DAY_MS, type Limiter, MemoryLimiter, MINUTE_MS } from './rate-limit.ts';

// KEYS: minute, day, key's minute. ARGV: their limits, -1 for none; 1 to read without counting. A refused call is not
// counted.
const SCRIPT = `
local minute = tonumber(redis.call('get', KEYS[1]) or 0)
local day = tonumber(redis.call('get', KEYS[2]) or 0)
local keyMinute = tonumber(redis.call('get', KEYS[3]) or 0)
local function full(used, limit) return limit >= 0 and used >= limit end
if full(day, tonumber(ARGV[2])) then return {minute, day, keyMinute, 2} end
if full(minute, tonumber(ARGV[1])) then return {minute, day, keyMinute, 1} end
if full(keyMinute, tonumber(ARGV[3])) then return {minute, day, keyMinute, 3} end
if ARGV[4] == '1' then return {minute, day, keyMinute, 0} end
local function count(key, seconds) if redis.call('incr', key) == 1 then redis.call('expire', key, seconds) end end
count(KEYS[1], 120)
count(KEYS[2], 90000)
if tonumber(ARGV[3]) >= 0 then count(KEYS[3], 120) keyMinute = keyMinute + 1 end
return {minute + 1, day + 1, keyMinute, 0}
`;

// KEYS: the account's minute, the key's minute. ARGV: their limits, -1 for none, the tokens, 1 for a correction, which
// is never refused.
const TOKEN_SCRIPT = `
local limits = {tonumber(ARGV[1]), tonumber(ARGV[2])}
local used = {tonumber(redis.call('get', KEYS[1]) or 0), tonumber(redis.call('get', KEYS[2]) or 0)}
for i = 1, 2 do
  if ARGV[4] == '0' and limits[i] >= 0 and used[i] >= limits[i] then return {used[1], used[2], i} end
end
for i = 1, 2 do
  if limits[i] >= 0 then
    used[i] = redis.call('incrby', KEYS[i], ARGV[3])
    redis.call('expire', KEYS[i], 120)
  end
end
return {used[1], used[2], 0}
`;

const ANSWER_MS = 1_000;
const REFUSALS = [null, 'minute', 'day', 'key'] as const;
const TOKEN_REFUSALS = [null, 'account', 'key'] as const;

interface LimitingRedis extends Redis {
  takeAllowance(...args: (string | number)[]): Promise<[number, number, number, number]>;
  takeTokenAllowance(...args: (string | number)[]): Promise<[number, number, number]>;
}

export class RedisLimiter implements Limiter {
  readonly #redis: LimitingRedis;
  readonly #log: Log;
  // While Redis is unreachable, each node enforces the limits by itself: less strict, but never off.
  readonly #fallback = new MemoryLimiter();

  readonly #dependency: Dependency = {
    name: 'Redis',
    meanwhile: 'each node enforces rate limits by itself',
    isBack: async () => (await inTime(this.#redis.ping())) === 'PONG',
  };
  #isClosed = false;

  constructor(url: string, log: Log) {
    this.#log = log;
    const redis = new Redis(url, {
      maxRetriesPerRequest: 1,
      enableOfflineQueue: false,
      lazyConnect: true,
    });
    redis.defineCommand('takeAllowance', { numberOfKeys: 3, lua: SCRIPT });
    redis.defineCommand('takeTokenAllowance', { numberOfKeys: 2, lua: TOKEN_SCRIPT });
    redis.on('error', (error) => this.#failed(error));
    outagesOf(log).watch(this.#dependency);
    this.#redis = redis as LimitingRedis;
  }

  async connect(): Promise<void> {
    await this.#redis.connect();
  }

  isReady(): Promise<boolean> {
    return this.#dependency.isBack();
  }

  async take(allowance: Allowance, nowMs: number): Promise<Count> {
    const minute = Math.floor(nowMs / MINUTE_MS);
    const day = Math.floor(nowMs / DAY_MS);
    // The braces put the three keys into one hash slot, so that the script also runs on a cluster.
    const slot = `atelier:{${allowance.accountId}}`;
    try {
      const [usedMinute, usedDay, usedKeyMinute, refused] = await inTime(
        this.#redis.takeAllowance(
          `${slot}:m${minute}`,
          `${slot}:d${day}`,
          `${slot}:k${allowance.keyId}:${minute}`,
          allowance.perMinute,
          allowance.perDay ?? -1,
          allowance.keyPerMinute ?? -1,
          allowance.onlyLooks ? 1 : 0,
        ),
      );
      return { minute: usedMinute, day: usedDay, keyMinute: usedKeyMinute, refusedBy: REFUSALS[refused] ?? null };
    } catch (error) {
      this.#failed(error);
      return this.#fallback.take(allowance, nowMs);
    }
  }

  async takeTokens(take: TokenTake, nowMs: number): Promise<TokenCount> {
    const minute = take.minute ?? Math.floor(nowMs / MINUTE_MS);
    const slot = `atelier:{${take.accountId}}`;
    try {
      const [used, keyUsed, refused] = await inTime(
        this.#redis.takeTokenAllowance(
          `${slot}:t${minute}`,
          `${slot}:t${take.keyId}:${minute}`,
          take.perMinute ?? -1,
          take.keyId === null ? -1 : (take.keyPerMinute ?? -1),
          take.tokens,
          take.minute === undefined ? 0 : 1,
        ),
      );
      return { minute, used, keyUsed, refusedBy: TOKEN_REFUSALS[refused] ?? null };
    } catch (error) {
      this.#failed(error);
      return this.#fallback.takeTokens(take, nowMs);
    }
  }

  #failed(error: unknown): void {
    if (this.#isClosed) return;
    outagesOf(this.#log).failed(this.#dependency, error);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#redis.disconnect();
  }
}

/**
 * Reads the socket once more before giving up: a node that was busy itself must not mistake that for a silent Redis.
 */
function inTime<T>(answer: Promise<T>): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const giveUp = () => reject(new Error(`Redis did not answer within ${ANSWER_MS} ms`));
  const timer = setTimeout(() => setImmediate(giveUp), ANSWER_MS);
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
