// The access table: every route × every kind of wrong caller. A new route without a row fails.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Route } from '../../src/http/route.ts';
import { insertKey, revokeKey } from '../../src/store/keys.ts';
import { ACCESS_TABLE } from '../fixtures/access-table.ts';
import { nameOf, pathOf } from '../support/route-names.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let customer: TestAccount;
let owner: TestAccount;
const keys: Record<string, string | undefined> = {};

before(async () => {
  service = await startService();
  customer = await service.account();
  owner = await service.account({ isOwner: true });
  const theirs = { accountId: customer.id, environment: 'live' as const };
  const { queries } = service.app.database;
  const make = async (terms: { scopes?: string[]; expiresAt?: Date }) =>
    insertKey(queries, theirs, { name: 'x', scopes: ['*'], ...terms });
  const revoked = await make({});
  await revokeKey(queries, theirs, revoked.key.id);
  keys.none = undefined;
  keys.wrong = `sk_live_${'0'.repeat(40)}`;
  keys.expired = (await make({ expiresAt: new Date(Date.now() - 1000) })).secret;
  keys.revoked = revoked.secret;
  keys.sandbox = customer.testKey;
});
after(() => service.stop());

test('the table has a row for every route, with its scope, and none too many', () => {
  const actual = Object.fromEntries(
    service.app.routes.map((route) => [
      nameOf(route),
      (route.anyKey ? 'any key' : route.scope) + (route.ownerOnly ? ' owner' : ''),
    ]),
  );
  assert.deepEqual(actual, ACCESS_TABLE);
});

const REFUSALS = [
  { who: 'none', status: 401, code: 'invalid_api_key' },
  { who: 'wrong', status: 401, code: 'invalid_api_key' },
  { who: 'expired', status: 401, code: 'invalid_api_key' },
  { who: 'revoked', status: 401, code: 'invalid_api_key' },
  { who: 'sandbox', status: 403, code: 'wrong_environment' },
] as const;

for (const { who, status, code } of REFUSALS) {
  test(`every route answers ${status} ${code} to a caller with ${who === 'none' ? 'no key' : `a key that is ${who}`}`, async () => {
    for (const route of service.app.routes) {
      const answer = await knock(route, keys[who]);
      assert.deepEqual([answer.status, answer.code], [status, route.errorShape ? undefined : code], nameOf(route));
    }
  });
}

test('every route answers 403 scope_missing to a key with every scope but its own', async () => {
  const scopes = [...new Set(service.app.routes.map((route) => route.scope))];
  for (const route of service.app.routes.filter(({ anyKey }) => !anyKey)) {
    const [module] = route.scope.split(':');
    const others = scopes.filter(
      (scope) => scope !== route.scope && !(route.scope.endsWith(':read') && scope === `${module}:write`),
    );
    const { secret } = await insertKey(
      service.app.database.queries,
      // The owner, who alone gets as far as the scope on the owner's own routes.
      { accountId: owner.id, environment: 'live' },
      { name: 'x', scopes: others },
    );
    const answer = await knock(route, secret);
    const code = route.errorShape ? undefined : 'scope_missing';
    assert.deepEqual([answer.status, answer.code], [403, code], nameOf(route));
  }
});

test("every route with an id answers 404 for another account's or an unknown object, and never more", async () => {
  const stranger = await service.account();
  for (const route of service.app.routes.filter((one) => one.path.includes(':') && !one.ownerOnly)) {
    const answer = await knock(route, stranger.liveKey);
    // A route that needs a body may refuse the empty one first: it has revealed nothing either.
    // Some things are for people at the dashboard only, whosever they are.
    const isHidden = answer.status === 404 || answer.status === 400 || answer.code === 'access_denied';
    assert.ok(isHidden, `${nameOf(route)} → ${answer.status} ${answer.code}`);
  }
});

test("no list shows an object of another account, or of the account's other environment", async () => {
  const stranger = await service.account();
  const ids = await makeObjects();
  const own: string[] = [];
  for (const route of service.app.routes.filter(isList)) {
    const path = pathOf(route, 'x');
    const seen = await service.call('GET', path, { key: customer.liveKey });
    const shown = ids.filter((id) => seen.text.includes(id));
    own.push(...shown);
    const others = [await service.call('GET', path, { key: stranger.liveKey })];
    const sandboxed = path.replace(/^\/v1/, '/sandbox/v1');
    if (sandboxed !== path && !ACCOUNT_WIDE.includes(nameOf(route)))
      others.push(await service.call('GET', sandboxed, { key: customer.testKey }));
    for (const other of others)
      assert.deepEqual(
        ids.filter((id) => other.text.includes(id)),
        [],
        nameOf(route),
      );
  }
  assert.deepEqual([...new Set(own)].sort(), ids.sort(), 'each object is in a list of its own account');
});

/** The log of an account's members covers both environments. */
const ACCOUNT_WIDE = ['GET /account/log'];

const isList = (route: Route) =>
  route.method === 'GET' && !route.path.includes(':') && !route.ownerOnly && !route.streams;

/** A key, an endpoint, a job and a file of the customer, in the live environment. */
async function makeObjects(): Promise<string[]> {
  const make = async (path: string, body: object) => {
    const headers = { prefer: 'respond-async' };
    const answer = await service.call('POST', path, { key: customer.liveKey, body, headers });
    assert.ok(answer.status < 300, `${path} → ${answer.status} ${answer.text}`);
    return answer.json as { id: string };
  };
  const key = await make('/v1/account/keys', { name: 'listed' });
  const endpoint = await make('/v1/webhooks', { url: 'https://example.com/hook', events: ['*'] });
  const job = await make('/v1/image/generate', { prompt: 'a tree', width: 64, height: 64 });
  const form = new FormData();
  form.set('purpose', 'batch');
  form.set('file', new Blob(['{}\n']), 'lines.jsonl');
  const headers = { authorization: `Bearer ${customer.liveKey}` };
  const sent = await fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form });
  const file = (await sent.json()) as { id: string };
  return [key.id, endpoint.id, job.id, file.id];
}

test('routes of the owner answer 403 to another account that is no owner, whatever its key may do', async () => {
  const { secret } = await insertKey(
    service.app.database.queries,
    { accountId: customer.id, environment: 'live' },
    { name: 'x', scopes: ['*', 'operator'] },
  );
  const theirs = service.app.routes.filter((one) => one.ownerOnly);
  assert.ok(theirs.length > 0);
  for (const route of theirs) {
    for (const key of [customer.liveKey, secret]) {
      const answer = await knock(route, key);
      assert.deepEqual([answer.status, answer.code], [403, 'access_denied'], nameOf(route));
    }
  }
});

test("the owner's everyday key, which may do everything else, opens none of the operator's routes", async () => {
  for (const route of service.app.routes.filter((one) => one.scope.startsWith('operator:'))) {
    const answer = await knock(route, owner.liveKey);
    assert.deepEqual([answer.status, answer.code], [403, 'scope_missing'], nameOf(route));
  }
});

async function knock(route: Route, key: string | undefined): Promise<{ status: number; code: string | undefined }> {
  const path = pathOf(route, 'x'.repeat(20));
  const answer = await service.call(route.method, path, {
    ...(key ? { key } : {}),
    ...(route.method === 'GET' ? {} : { body: {} }),
  });
  // The errors of another API's form name no code of ours.
  return { status: answer.status, code: route.errorShape ? undefined : answer.json?.error?.code };
}
