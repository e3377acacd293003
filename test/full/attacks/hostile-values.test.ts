// Hostile values in every path id, query, header and body field of every route: a refusal in words, never an error of ours.
import { ok, strictEqual } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { TSchema } from 'typebox';
import { type Route, templateOf } from '../../../src/http/route.ts';
import { pricesWithoutRequestLimits } from '../../support/hostile-target.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const LONG = 'x'.repeat(10_000);
const PATH_VALUES = [
  '%00',
  'a%00b',
  '%FF',
  '%ED%A0%80',
  'constructor',
  '__proto__',
  '1e300',
  '-1',
  'NaN',
  'x'.repeat(299),
  '..%2F..',
  '%',
];
const TEXTS = [
  '\0',
  'a\0b',
  '\ud800',
  'constructor',
  '__proto__',
  'toString',
  '',
  ' ',
  'NaN',
  LONG,
  '2024-12-31T23:59:60Z',
  '-000001-01-01T00:00:00Z',
  '+275760-09-13T00:00:00Z',
  '10000-01-01',
  '0000-00-00',
  '999999999999999',
  "'; drop table jobs; --",
  '\u{10FFFF}',
  '%s%n',
];
const NUMBERS = [1e15, 1e300, -1, 0, 0.5, -1e300, 2 ** 31, 2 ** 53];
const OTHERS: unknown[] = [null, [], {}, [[]], true, ['\0'], { constructor: 1 }];

/** Text routes are tried against the sandbox's model, which answers at once; the other engines refuse an account without credits. */
const SANDBOXED = new Set(['chat', 'code']);
const SANDBOX_MODEL = 'sandbox-echo-1';
const AT_ONCE = 20;

let service: TestService;
let customer: TestAccount;
let owner: TestAccount;
const failures = new Map<string, string>();

before(async () => {
  service = await startService({ TEST_WORKER: '0', PRICES: await pricesWithoutRequestLimits('/tmp') });
  // Without credits: whatever is valid is refused before the work, and the test stays quick.
  customer = await service.account({ plan: 'free', credits: 0 });
  owner = await service.account({ plan: 'free', isOwner: true, credits: 0 });
});
after(() => service.stop());

interface Sent {
  method: string;
  url: string;
  inSandbox?: boolean;
  body?: string | undefined;
  headers?: Record<string, string>;
}

/** Notes every answer that is our fault; 503 is an engine that is not there. */
async function send(route: Route, { method, url, inSandbox, body, headers }: Sent, what: string): Promise<void> {
  const account = route.ownerOnly ? owner : customer;
  const key = inSandbox ? account.testKey : account.liveKey;
  const response = await fetch(`${service.origin}${inSandbox ? '/sandbox' : ''}${route.prefix}${url}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => error);
  if (response instanceof Error) {
    failures.set(`${route.method} ${route.path}: ${what}`, `no answer: ${response.name}`);
    return;
  }
  // A stream or a file is not read to its end.
  const text = response.status >= 500 ? await response.text() : '';
  await response.body?.cancel().catch(() => undefined);
  if (response.status >= 500 && ![501, 503].includes(response.status))
    failures.set(`${route.method} ${route.path}: ${what}`, `${response.status} ${text.slice(0, 120)}`);
}

function noFailures(): void {
  const lines = [...failures].map(([what, answer]) => `${what} → ${answer}`);
  failures.clear();
  strictEqual(lines.length, 0, `\n${lines.slice(0, 60).join('\n')}`);
}

const placeholders = (path: string, value: string) => templateOf(path).replace(/\{\w+\}/g, value);

test('hostile ids in every path', { timeout: 120_000 }, async () => {
  for (const route of service.app.routes.filter(({ path }) => path.includes(':')))
    await Promise.all(
      PATH_VALUES.map((value) =>
        send(
          route,
          { method: route.method, url: placeholders(route.path, value), body: route.body ? '{}' : undefined },
          `path ${value.slice(0, 20)}`,
        ),
      ),
    );
  noFailures();
});

test('hostile values in every query', { timeout: 120_000 }, async () => {
  const values = [...TEXTS.map((text) => text.toWellFormed().slice(0, 5_000)), ...NUMBERS.map(String)];
  for (const route of service.app.routes.filter(({ query, streams }) => query && !streams)) {
    const names = Object.keys(route.query?.properties ?? {});
    await Promise.all(
      names.flatMap((name) =>
        values.map((value) => {
          const url = `${placeholders(route.path, 'a'.repeat(26))}?${name}=${encodeURIComponent(value)}`;
          return send(route, { method: route.method, url }, `query ${name}=${JSON.stringify(value).slice(0, 40)}`);
        }),
      ),
    );
  }
  noFailures();
});

test('hostile values in every body', { timeout: 240_000 }, async () => {
  let sent = 0;
  for (const route of service.app.routes.filter(({ body }) => body)) {
    const inSandbox = SANDBOXED.has(route.tag);
    const bodies = hostileBodies(route.body as TSchema, inSandbox ? { model: SANDBOX_MODEL } : {});
    const target = { method: route.method, url: placeholders(route.path, 'a'.repeat(26)), inSandbox };
    for (let at = 0; at < bodies.length; at += AT_ONCE)
      await Promise.all(
        bodies
          .slice(at, at + AT_ONCE)
          .map(({ what, body }) => send(route, { ...target, body: JSON.stringify(body) }, what)),
      );
    sent += bodies.length;
  }
  noFailures();
  ok(sent > 3_000, `only ${sent} bodies were sent`);
});

test('hostile idempotency keys and stream positions', { timeout: 60_000 }, async () => {
  const route = service.app.routes.find(({ path }) => path === '/webhooks') as Route;
  const chat = service.app.routes.find(({ path }) => path === '/chat/completions') as Route;
  const jobs = service.app.routes.find(({ path }) => path === '/jobs/:id/events') as Route;
  for (const value of ['\xff', 'x'.repeat(9_000), '__proto__', "';--", '\x80\x81', '1e300', '-1']) {
    await send(route, { method: 'GET', url: '/webhooks', headers: { 'idempotency-key': value } }, 'key');
    await send(
      chat,
      { method: 'POST', url: '/chat/completions', body: '{}', headers: { 'idempotency-key': value } },
      `idempotency key ${JSON.stringify(value).slice(0, 30)}`,
    );
    await send(jobs, { method: 'GET', url: '/jobs/job_x/events', headers: { 'last-event-id': value } }, 'last event');
  }
  noFailures();
});

test('numbers that no model and no table can hold', async () => {
  const messages = [{ role: 'user', content: 'x' }];
  for (const max_tokens of [1e15, 1e300]) {
    const body = { model: 'sandbox-echo-1', max_tokens, messages };
    const { status, json } = await service.call('POST', '/sandbox/v1/chat/completions', {
      key: customer.testKey,
      body,
    });
    strictEqual(status, 400);
    strictEqual(json.error.param, 'max_tokens');
  }
});

test('a key that expires in a leap second', async () => {
  const body = { name: 'x', expires_at: '2030-12-31T23:59:60Z' };
  const { status } = await service.call('POST', '/v1/account/keys', { key: customer.liveKey, body });
  strictEqual(status, 400);
});

type Schema = Record<string, unknown> & { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] };

/** A fitting body with one hostile value in it, for every field and value. */
function hostileBodies(schema: TSchema, given: object): { what: string; body: unknown }[] {
  const root = schema as unknown as Schema;
  const fitting = { ...(sample(root) as Record<string, unknown>), ...given };
  const bodies: { what: string; body: unknown }[] = [{ what: 'a fitting body', body: fitting }];
  for (const [name, property] of Object.entries(root.properties ?? {})) {
    for (const value of [...TEXTS, ...NUMBERS, ...OTHERS])
      bodies.push({ what: `${name} = ${JSON.stringify(value).slice(0, 40)}`, body: { ...fitting, [name]: value } });
    const inner = property.items?.properties ? property.items : property;
    for (const innerName of Object.keys(inner.properties ?? {}))
      for (const value of ['\0', '\ud800', LONG, 1e15, -1, '__proto__']) {
        const object = { ...(sample(inner) as object), [innerName]: value };
        const whole = inner === property ? object : [object];
        bodies.push({
          what: `${name}.${innerName} = ${JSON.stringify(value).slice(0, 40)}`,
          body: { ...fitting, [name]: whole },
        });
      }
  }
  return bodies;
}

/** The smallest value that fits: required fields only. */
function sample(schema: Schema): unknown {
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (schema.anyOf) return sample(schema.anyOf[0] as Schema);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return Number(schema.minItems ?? 0) > 0 ? [sample(schema.items as Schema)] : [];
  if (type === 'string') return 'a'.repeat(Math.max(3, Number(schema.minLength ?? 0)));
  if (type === 'integer' || type === 'number') return Number(schema.minimum ?? 1);
  if (type === 'boolean') return false;
  const required = (schema.required as string[] | undefined) ?? [];
  return Object.fromEntries(required.map((name) => [name, sample(schema.properties?.[name] ?? {})]));
}
