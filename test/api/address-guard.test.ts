// The address guard: no spelling, name or redirect of a customer's URL reaches the inside of the network.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { isPublicAddress } from '../../src/net/address-guard.ts';
import { createGuardedFetch, guardedFetch } from '../../src/net/guarded-fetch.ts';
import { startDns } from '../support/dns-server.ts';

const LIMITS = { timeoutMs: 3_000, maxBytes: 1_000 };

const HOSTILE_URLS = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.255.255.254/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://0/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://192.168.255.255/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0xa9fea9fe/',
  'http://2852039166/',
  'http://0251.0376.0251.0376/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
  'http://198.51.100.7/',
  'http://203.0.113.7/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b::10.0.0.1]/',
  'http://[64:ff9b:1::1]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[2001::1]/',
  'http://[2002:7f00:1::]/',
  'http://１２７.０.０.１/',
  'http://127。0。0。1/',
  'http://localhost/',
  'http://user:password@8.8.8.8/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/',
  'data:text/plain,x',
  'not a url',
  '',
];

const PUBLIC_ADDRESSES = [
  '8.8.8.8',
  '1.1.1.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '64:ff9b::8.8.8.8',
];

let receiver: Server;
let port: number;
let calls = 0;

before(async () => {
  receiver = createServer((request, response) => {
    calls += 1;
    if (request.url === '/away') response.writeHead(302, { location: 'http://169.254.169.254/secret' }).end();
    else if (request.url === '/again') response.writeHead(307, { location: '/hello' }).end();
    else if (request.url === '/large') response.end('x'.repeat(5_000));
    else if (request.url !== '/silent') response.end('hello');
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  port = (receiver.address() as AddressInfo).port;
});
after(() => {
  receiver.closeAllConnections();
  receiver.close();
});

for (const url of HOSTILE_URLS) {
  test(`refuses ${url || '(empty)'}`, async () => {
    // The lookup of a name waits behind the password hashes of other tests.
    await assert.rejects(guardedFetch(url, { ...LIMITS, timeoutMs: 120_000 }), { code: 'unsafe_url' });
  });
}

test('distinguishes public addresses from all others', () => {
  for (const address of PUBLIC_ADDRESSES) assert.ok(isPublicAddress(address), address);
  for (const address of ['', 'example.com', '127.0.0.1', '::1%lo']) assert.ok(!isPublicAddress(address), address);
});

test('a name that was public when it was checked and is private when it is dialled is refused at the dial', async () => {
  const dns = await startDns((question) => (question === 1 ? '93.184.216.34' : '127.0.0.1'));
  try {
    const [checked] = await dns.resolve('rebind.example');
    assert.ok(isPublicAddress(checked?.address ?? ''));
    const before = calls;
    await assert.rejects(createGuardedFetch(dns.resolve)(`http://rebind.example:${port}/hello`, LIMITS), {
      code: 'unsafe_url',
    });
    assert.equal(calls, before);
    assert.equal(dns.questions, 2);
  } finally {
    dns.close();
  }
});

test('a name with one private address among public ones is refused', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.1', family: 4 },
  ];
  await assert.rejects(createGuardedFetch(resolve)('http://mixed.example/', LIMITS), { code: 'unsafe_url' });
});

test('private targets can be allowed for development, and a redirect is an answer unless it is to be followed', async () => {
  const options = { ...LIMITS, allowPrivate: true };
  const hello = await guardedFetch(`http://127.0.0.1:${port}/hello`, options);
  assert.deepEqual([hello.status, Buffer.from(hello.body).toString()], [200, 'hello']);
  assert.equal((await guardedFetch(`http://127.0.0.1:${port}/away`, options)).status, 302);
  const followed = await guardedFetch(`http://127.0.0.1:${port}/again`, { ...options, maxRedirects: 2 });
  assert.deepEqual([followed.status, followed.url], [200, `http://127.0.0.1:${port}/hello`]);
});

test('each hop of a redirect is checked like the first address', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const strict = createGuardedFetch(resolve);
  const options = { ...LIMITS, allowPrivate: true, maxRedirects: 3 };
  await assert.rejects(strict(`http://127.0.0.1:${port}/away`, { ...options, httpsOnly: true }), {
    code: 'unsafe_url',
  });
  const leaves = createServer((_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end());
  leaves.listen(0, '127.0.0.1');
  await once(leaves, 'listening');
  const { port: leavesPort } = leaves.address() as AddressInfo;
  await assert.rejects(strict(`http://127.0.0.1:${leavesPort}/`, options), { code: 'unsafe_url' });
  leaves.close();
});

test('https alone can be demanded', async () => {
  await assert.rejects(guardedFetch('http://8.8.8.8/', { ...LIMITS, httpsOnly: true }), { code: 'unsafe_url' });
});

test('answers are bounded in size and time, and a call can be given up', async () => {
  const options = { ...LIMITS, allowPrivate: true };
  await assert.rejects(guardedFetch(`http://127.0.0.1:${port}/large`, options), { code: 'payload_too_large' });
  const part = await guardedFetch(`http://127.0.0.1:${port}/large`, { ...options, cutsOff: true });
  assert.equal(part.body.length, 1_000);
  await assert.rejects(guardedFetch(`http://127.0.0.1:${port}/silent`, { ...options, timeoutMs: 50 }), {
    name: 'TimeoutError',
  });
  const leaving = new AbortController();
  const call = guardedFetch(`http://127.0.0.1:${port}/silent`, { ...options, signal: leaving.signal });
  leaving.abort(new Error('enough'));
  await assert.rejects(call, /enough/);
});
