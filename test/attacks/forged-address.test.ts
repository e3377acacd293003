// Attacks on address lists: a client behind the operator's proxy claims to be somebody else.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
before(async () => {
  service = await startService({ TRUST_PROXY: '1', TEST_WORKER: '0' });
});
after(() => service.stop());

test('a thief of a key writes an allowed address into X-Forwarded-For', async () => {
  const { liveKey } = await service.account();
  const made = await service.call('POST', '/v1/account/keys', {
    key: liveKey,
    body: { name: 'office', environment: 'live', ip_allow_list: ['10.9.8.7/32'] },
  });
  assert.equal(made.status, 201, made.text);
  const ask = (forwarded: string) =>
    service.call('GET', '/v1/models', { key: made.json.key, headers: { 'x-forwarded-for': forwarded } });
  // The proxy appends the address that it saw; everything before it is the client's own claim.
  assert.equal((await ask('10.9.8.7, 203.0.113.5')).status, 403);
  assert.equal((await ask('203.0.113.5')).status, 403);
  assert.equal((await ask('203.0.113.5, 10.9.8.7')).status, 200);
});
