// Attacks on address lists: a client claims to be somebody else, behind the operator's proxy or past it.
import assert from 'node:assert/strict';
import { request } from 'node:http';
import test, { after, before } from 'node:test';
import { pino } from 'pino';
import { loadConfig } from '../../src/config/config.ts';
import { clientAddress, proxiesIn } from '../../src/http/client-address.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let named: TestService;
const logged: string[] = [];
before(async () => {
  service = await startService({ TRUST_PROXY: '1', TEST_WORKER: '0' });
  const log = pino({}, { write: (line: string) => logged.push(line) });
  named = await startService({ TRUST_PROXY: '127.0.0.9, 10.20.0.0/16,fd00::/64', TEST_WORKER: '0' }, undefined, log);
});
after(() => Promise.all([service.stop(), named.stop()]));

async function keyForOffice(of: TestService): Promise<string> {
  const { liveKey } = await of.account();
  const made = await of.call('POST', '/v1/account/keys', {
    key: liveKey,
    body: { name: 'office', environment: 'live', ip_allow_list: ['10.9.8.7/32'] },
  });
  assert.equal(made.status, 201, made.text);
  return made.json.key;
}

function askFrom(localAddress: string, key: string, forwarded: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'x-forwarded-for': forwarded };
  return new Promise((resolve, reject) => {
    request(`${named.origin}/v1/models`, { localAddress, headers, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    })
      .on('error', reject)
      .end();
  });
}

test('a thief of a key writes an allowed address into X-Forwarded-For', async () => {
  const key = await keyForOffice(service);
  const ask = async (forwarded: string) =>
    (await service.call('GET', '/v1/models', { key, headers: { 'x-forwarded-for': forwarded } })).status;
  // The proxy appends the address that it saw; everything before it is the client's own claim.
  assert.equal(await ask('10.9.8.7, 203.0.113.5'), 403);
  assert.equal(await ask('203.0.113.5'), 403);
  assert.equal(await ask('10.9.8.7, unknown'), 403);
  assert.equal(await ask('203.0.113.5, 10.9.8.7'), 200);
});

test('a thief of a key connects past the proxy and writes the header of the proxy', async () => {
  const key = await keyForOffice(named);
  assert.equal(await askFrom('127.0.0.1', key, '10.9.8.7'), 403);
  assert.equal(await askFrom('127.0.0.9', key, '10.9.8.7'), 200, 'the proxy itself is believed');
  assert.ok(logged.some((line) => line.includes('127.0.0.9/32') && line.includes('fd00::/64')));
});

test('1 means loopback and private networks: a peer with a public address is never believed', () => {
  const { trustedProxies } = loadConfig({ TRUST_PROXY: '1' }, '/nowhere');
  const isProxy = proxiesIn(trustedProxies);
  const seen = (remoteAddress: string) =>
    clientAddress({ socket: { remoteAddress }, headers: { 'x-forwarded-for': '9.9.9.9' } } as never, isProxy);
  const inside = ['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.31.0.4', '192.168.1.1', 'fd12::1', 'fe80::1%eth0'];
  for (const address of inside) assert.equal(seen(address), '9.9.9.9', address);
  const outside = ['203.0.113.5', '::ffff:203.0.113.5', '2001:db8::1', '172.32.0.1', '100.64.0.1', '11.0.0.1', ''];
  for (const address of outside) assert.equal(seen(address), address);
});

test('a mistyped list of proxies stops the start, and none means that nobody is believed', () => {
  for (const wrong of ['yes', 'true', '10.0.0.0/33', '10.0.0.0/', '0.0.0.0/0', '::/0', '10.0.0.1/8/8', 'proxy.local'])
    assert.throws(() => loadConfig({ TRUST_PROXY: wrong }, '/nowhere'), /TRUST_PROXY/, wrong);
  for (const off of ['', '0']) assert.deepEqual(loadConfig({ TRUST_PROXY: off }, '/nowhere').trustedProxies, []);
});
