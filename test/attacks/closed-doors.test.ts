// Attacks on doors that are for those inside: metrics, states, metadata services, this service itself, headers of the connection.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { healthPages } from '../../src/modules/health/pages.ts';
import { refuseUpstreamAddress } from '../../src/net/upstream-address.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
});
after(() => service.stop());

function ask(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: object; text: string }> {
  return new Promise((resolve, reject) => {
    request(`${service.origin}${path}`, { headers }, (response) => {
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString(),
        }),
      );
    })
      .once('error', reject)
      .end();
  });
}

test('what a proxy passes on reads no metrics, and of the readiness only the status', async () => {
  assert.equal((await ask('/metrics')).status, 200);
  assert.ok(JSON.parse((await ask('/readyz')).text).parts);
  for (const header of ['X-Forwarded-For', 'Forwarded', 'Via', 'X-Real-IP']) {
    assert.equal((await ask('/metrics', { [header]: '127.0.0.1' })).status, 404, header);
    assert.deepEqual(
      Object.keys(JSON.parse((await ask('/readyz', { [header]: '127.0.0.1' })).text)),
      ['status'],
      header,
    );
  }
});

test('a stranger who connects directly reads no metrics without the token', async () => {
  const pages = (metricsToken: string | null) =>
    healthPages({
      parts: [],
      engines: [],
      metricsToken,
      metrics: { contentType: 'text/plain', text: async () => 'numbers' },
    });
  const read = async (metricsToken: string | null, ip: string, headers = {}) => {
    const page = pages(metricsToken).find(({ path }) => path === '/metrics');
    const visit = { method: 'GET', url: '/metrics', params: {}, query: {}, headers, ip, body: undefined };
    return page?.run({ ...visit, signal: new AbortController().signal });
  };
  for (const ip of ['203.0.114.7', '8.8.8.8', '2606:4700::1', '::ffff:8.8.8.8'])
    await assert.rejects(() => read(null, ip), { code: 'not_found' }, ip);
  for (const ip of ['127.0.0.1', '10.1.2.3', '::1', '::ffff:10.0.0.1', 'fd00::1'])
    assert.equal((await read(null, ip))?.body, 'numbers', ip);
  const token = 'a-long-random-text';
  for (const authorization of [undefined, '', 'Bearer ', 'Bearer x', `Basic ${token}`, token])
    await assert.rejects(() => read(token, '127.0.0.1', { authorization }), { code: 'not_found' });
  assert.equal((await read(token, '8.8.8.8', { authorization: `Bearer ${token}` }))?.body, 'numbers');
});

test('the shipped proxies and the ingress close both paths, for every host', () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, '..', '..', file), 'utf8');
  for (const path of ['metrics', 'readyz']) {
    assert.match(read('deploy/nginx.conf'), new RegExp(`location = /${path} \\{\\s+return 404;`));
    const guide = read('docs/guides/reverse-proxy.md');
    assert.match(guide, new RegExp(`location = /${path} \\{\\s+return 404;`));
    assert.match(guide, new RegExp(`respond /${path} 404`));
    const ingress = read('deploy/kubernetes/ingress.yaml');
    const closed = ingress.match(
      new RegExp(`path: /${path}\\s+pathType: Exact\\s+backend:\\s+service:\\s+name: atelier-closed`, 'g'),
    );
    assert.equal(closed?.length, ingress.match(/- host:/g)?.length);
  }
});

test('an operator connects this service itself, a metadata service or a reserved address, however it is written', () => {
  const own = { origins: ['https://ai.example.com'], port: 3000 };
  const refused = [
    'http://127.0.0.1:3000/v1',
    'http://127.1.2.3:3000',
    'http://2130706433:3000',
    'http://0x7f.1:3000',
    'http://[::1]:3000',
    'http://[::ffff:127.0.0.1]:3000',
    'http://[64:ff9b::7f00:1]:3000',
    'http://localhost:3000',
    'http://LOCALHOST.:3000',
    'http://a.localhost:3000',
    `http://${hostname()}:3000`,
    'https://ai.example.com/v1',
    'http://0.0.0.0:3000',
    'http://[::]:3000',
    'http://169.254.169.254',
    'http://[::ffff:169.254.169.254]',
    'http://[64:ff9b::a9fe:a9fe]',
    'http://[64:ff9b:1::a9fe:a9fe]',
    'http://[2002:a9fe:a9fe::1]',
    'http://[::169.254.169.254]',
    'http://metadata.google.internal',
    'http://METADATA.google.internal.',
    'http://metadata',
    'http://metadata.goog',
    'http://instance-data.ec2.internal',
    'http://100.100.100.200',
    'http://[fd00:ec2::254]',
    'http://[fe80::1]',
    'http://[ff02::1]',
    'http://224.0.0.1',
    'http://168.63.129.16',
    'file:///etc',
    'http://u:p@host',
    'http://host?x',
  ];
  for (const address of refused) assert.ok(refuseUpstreamAddress(address, own), address);
  const usable = [
    'http://127.0.0.1:11434/v1',
    'http://localhost:8000',
    'http://[::1]:8080',
    'http://192.168.1.5:3000',
    'http://10.0.0.2:3000/v1',
    'https://api.openai.com/v1',
    'http://[64:ff9b::808:808]',
    'http://gpu-box:3000',
    'http://metadatastore.lan',
  ];
  for (const address of usable) assert.equal(refuseUpstreamAddress(address, own), undefined, address);
});

test('a request names its own headers as those of the connection, so that a proxy would drop them', async () => {
  const authorization = 'Bearer x';
  for (const connection of ['authorization', 'close, Authorization', 'keep-alive,x-forwarded-for']) {
    const { status, text } = await ask('/v1/account', { authorization, 'x-forwarded-for': '1.2.3.4', connection });
    assert.deepEqual([status, JSON.parse(text).error.param], [400, 'connection'], connection);
  }
  for (const connection of ['keep-alive', 'close', 'TE, close', 'keep-alive, x-not-sent'])
    assert.equal((await ask('/healthz', { connection, te: 'trailers' })).status, 200, connection);
});

test('an encoding that a client refuses is not sent, by the API, the documents and the dashboard', async () => {
  for (const path of ['/openapi.json', '/v1/music/voices']) {
    const { liveKey } = await service.account();
    const encodingOf = async (accepted: string) => {
      const { headers } = await ask(path, { authorization: `Bearer ${liveKey}`, 'accept-encoding': accepted });
      return (headers as Record<string, string>)['content-encoding'];
    };
    for (const none of ['', 'gzip;q=0', 'br; q=0.0, gzip ;Q=0', '*;q=0', 'identity', 'br;q=0, gzip;q=0, *', 'xbr'])
      assert.equal(await encodingOf(none), undefined, none);
    assert.equal(await encodingOf('br;q=0, *'), 'gzip');
    assert.equal(await encodingOf('br;q=0, gzip'), 'gzip');
    assert.equal(await encodingOf('*'), 'br');
  }
});
