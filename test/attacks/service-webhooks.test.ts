// Whoever holds an everyday key of the owner wants to hear of every account.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { insertKey } from '../../src/store/keys.ts';
import { signIn } from '../support/operator-kit.ts';
import { fromDashboard } from '../support/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let owner: TestAccount;
let operatorKey: string;
let readOnlyKey: string;
const URL_TO_HEAR = 'https://example.com/hear';
before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  owner = await service.account({ isOwner: true });
  operatorKey = await ownerKey(['webhooks', 'operator']);
  readOnlyKey = await ownerKey(['webhooks', 'operator:read']);
});
after(() => service.stop());

async function ownerKey(scopes: string[]): Promise<string> {
  const place = { accountId: owner.id, environment: 'live' as const };
  return (await insertKey(service.app.database.queries, place, { name: 'key', scopes })).secret;
}

const register = (key: string) =>
  service.call('POST', '/v1/webhooks', { key, body: { url: URL_TO_HEAR, scope: 'service' } });

test("the owner's key with webhooks:write, or with everything but the operator scope, registers a service-wide endpoint", async () => {
  for (const key of [await ownerKey(['webhooks:write']), owner.liveKey, readOnlyKey]) {
    const answer = await register(key);
    assert.equal(answer.status, 403, answer.text);
    assert.equal(answer.json.error.code, 'scope_missing');
  }
  assert.equal((await service.call('GET', '/v1/webhooks', { key: operatorKey })).json.data.length, 0);
});

test("a customer's key that says it is an operator's registers a service-wide endpoint", async () => {
  const customer = await service.account();
  const place = { accountId: customer.id, environment: 'live' as const };
  const { secret } = await insertKey(service.app.database.queries, place, {
    name: 'k',
    scopes: ['webhooks', 'operator'],
  });
  assert.equal((await register(secret)).status, 403);
});

test('an everyday key reads, moves, rotates, tests, replays or removes a service-wide endpoint', async () => {
  const made = await register(operatorKey);
  assert.equal(made.status, 200, made.text);
  const path = `/v1/webhooks/${made.json.id}`;
  const sent = await service.call('POST', `${path}/test`, { key: operatorKey, body: {} });
  assert.equal(sent.status, 200, sent.text);
  const acts: [string, string, object | undefined][] = [
    ['GET', path, undefined],
    ['GET', `${path}/deliveries`, undefined],
    ['PATCH', path, { url: 'https://evil.example/hear' }],
    ['PATCH', path, { events: ['*'] }],
    ['POST', `${path}/rotate-secret`, {}],
    ['POST', `${path}/test`, {}],
    ['POST', `${path}/deliveries/${sent.json.id}/replay`, undefined],
    ['DELETE', path, undefined],
  ];
  const everyday = await ownerKey(['webhooks']);
  for (const [method, at, body] of acts) {
    const answer = await service.call(method, at, { key: everyday, ...(body ? { body } : {}) });
    assert.equal(answer.status, 403, `${method} ${at} ${answer.text}`);
    const mayRead = await service.call(method, at, { key: readOnlyKey, ...(body ? { body } : {}) });
    assert.equal(mayRead.status, method === 'GET' ? 200 : 403, `${method} ${at} by operator:read ${mayRead.text}`);
  }
  assert.deepEqual((await service.call('GET', '/v1/webhooks', { key: everyday })).json.data, []);
  const still = await service.call('GET', path, { key: operatorKey });
  assert.equal(still.json.url, URL_TO_HEAR);
  assert.equal((await service.call('DELETE', path, { key: operatorKey })).status, 200);
});

test('the owner in the dashboard may register one', async () => {
  const headers = fromDashboard(service, await signIn(service, owner));
  const made = await service.call('POST', '/v1/webhooks', { headers, body: { url: URL_TO_HEAR, scope: 'service' } });
  assert.equal(made.status, 200, made.text);
});
