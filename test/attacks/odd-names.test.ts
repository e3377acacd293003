// Names that every JavaScript object knows, and addresses that are none: nobody gets more by them, and nothing breaks.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDesk } from '../support/operator-kit.ts';
import { postAuth, signUp } from '../support/people.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'prototype'];

let service: TestService;
let account: TestAccount;
before(async () => {
  service = await startService({ TEST_WORKER: '0', TRUST_PROXY: '1', ALLOW_BUILTIN_SALES: '1' });
  account = await service.account();
});
after(() => service.stop());

test('a scope named like a built-in is a scope', async () => {
  for (const name of [
    ...NAMES,
    '__proto__:read',
    'constructor:write',
    '*:read',
    'operator:',
    ':write',
    'music:read:write',
  ]) {
    const made = await service.call('POST', '/v1/account/keys', {
      key: account.liveKey,
      body: { name: 'k', scopes: [name] },
    });
    assert.equal(made.status, 400, `${name} ${made.text}`);
  }
});

test('a key, a plan, an account, a query or a package named like a built-in breaks something', async () => {
  const desk = await openDesk(service);
  const key = account.liveKey;
  const statuses: [string, number][] = [];
  const note = (what: string, { status }: { status: number }) => statuses.push([what, status]);
  for (const name of NAMES) {
    note(`create ${name}`, await service.call('POST', '/v1/account/keys', { key, body: { name } }));
    note(`read key ${name}`, await service.call('PATCH', `/v1/account/keys/${name}`, { key, body: { name: 'x' } }));
    note(`rotate ${name}`, await service.call('POST', `/v1/account/keys/${name}/rotate`, { key, body: {} }));
    note(`plan ${name}`, await desk.act(`/accounts/${account.id}/plan`, { plan: name, reason: 'an attack' }));
    note(`account ${name}`, await desk.read(`/accounts/${name}`));
    note(`accounts of plan ${name}`, await desk.read(`/accounts?plan=${name}`));
    note(`query ${name}`, await service.call('GET', `/v1/usage?group_by=${name}&${name}=1`, { key }));
    note(`checkout plan ${name}`, await service.call('POST', '/v1/payments/checkout', { key, body: { plan: name } }));
    note(
      `checkout package ${name}`,
      await service.call('POST', '/v1/payments/checkout', { key, body: { package: name } }),
    );
    note(
      `checkout currency ${name}`,
      await service.call('POST', '/v1/payments/checkout', { key, body: { credits: 500, currency: name } }),
    );
    note(`model ${name}`, await service.call('POST', '/v1/embeddings', { key, body: { model: name, input: 'x' } }));
    note(`path ${name}`, await service.call('GET', `/v1/${name}`, { key }));
    note(`asset ${name}`, await service.call('GET', `/assets/${name}`));
    note(`auth ${name}`, await postAuth(service, name, {}));
  }
  assert.deepEqual(
    statuses.filter(([, status]) => status >= 500),
    [],
  );
  assert.equal((await service.call('GET', '/v1/account', { key })).json.plan, 'enterprise');
});

test('a body whose __proto__ says "owner" gives more rights', async () => {
  const raw = (path: string, body: string) =>
    fetch(`${service.origin}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
      body,
    });
  const made = await raw('/v1/account/keys', '{"name":"k","__proto__":{"scopes":["operator"]},"scopes":["chat"]}');
  assert.deepEqual(((await made.json()) as { scopes: string[] }).scopes, ['chat']);
  const hook = await raw('/v1/webhooks', '{"url":"https://example.com","__proto__":{"scope":"service"}}');
  assert.equal(((await hook.json()) as { scope: string }).scope, 'account');
});

test('a person signs up with a name without end, or as a built-in', async () => {
  const body = { email: 'long@example.com', password: 'correct horse battery', name: 'x'.repeat(5_000) };
  assert.equal((await postAuth(service, 'sign-up/email', body, { from: '10.2.0.1' })).status, 400);
  assert.equal((await signUp(service, '__proto__@example.com', { from: '10.2.0.2' })).status, 200);
});

test('an address range that is none breaks the server, or opens the key to everybody', async () => {
  const create = (list: string[]) =>
    service.call('POST', '/v1/account/keys', { key: account.liveKey, body: { name: 'k', ip_allow_list: list } });
  const masked = await create(['10.0.0.1/8', '2001:db8::1/32', '192.0.2.7']);
  assert.equal(masked.status, 201, masked.text);
  assert.deepEqual(masked.json.ip_allow_list, ['10.0.0.0/8', '2001:db8::/32', '192.0.2.7/32']);
  for (const bad of [
    '10.0.0.1/8/8',
    'fe80::1%eth0',
    '10.0.0.1/',
    '10.0.0.1/33',
    '10.0.0.1/08',
    '1.2.3',
    '::1/129',
    ' 10.0.0.1',
    '10.0.0.1/-1',
    'constructor',
  ]) {
    const answer = await create([bad]);
    assert.equal(answer.status, 400, `${bad} ${answer.text}`);
    assert.equal(answer.json.error.param, 'ip_allow_list[0]');
    const made = await create(['10.0.0.0/8']);
    assert.equal(
      (
        await service.call('PATCH', `/v1/account/keys/${made.json.id}`, {
          key: account.liveKey,
          body: { ip_allow_list: [bad] },
        })
      ).status,
      400,
    );
  }
});
