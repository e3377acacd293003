// Attacks by a previewed app on its viewer: headers and cookies that would act for the service's own origin.
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import test from 'node:test';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { loadConfig } from '../../../src/config/config.ts';
import { type BuilderKit, startBuilder } from '../../support/builder-kit.ts';
import { startService } from '../../support/service.ts';

const HOSTILE = {
  'clear-site-data': '"*"',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'report-to': '{"group":"default","max_age":31536000,"endpoints":[{"url":"https://attacker.example/"}]}',
  'reporting-endpoints': 'default="https://attacker.example/"',
  nel: '{"report_to":"default","max_age":31536000}',
  'alt-svc': 'h3="attacker.example:443"; ma=31536000',
  'service-worker-allowed': '/',
  'set-cookie': 'atelier.session_token=stolen; Path=/; Domain=127.0.0.1',
  'public-key-pins': 'pin-sha256="x"; max-age=5184000',
  'origin-agent-cluster': '?0',
  'access-control-allow-credentials': 'true',
  'www-authenticate': 'Basic realm="Enter your Atelier password"',
  'x-accel-redirect': '/etc/passwd',
  'x-sendfile': '/etc/passwd',
  refresh: '0; url=https://attacker.example/',
  link: '<https://attacker.example/>; rel=preload',
  'speculation-rules': '"https://attacker.example/rules.json"',
};

const APP = `
const { createServer } = require('node:http');
createServer((request, response) => {
  response.writeHead(200, { ...${JSON.stringify(HOSTILE)}, 'content-type': 'application/json', etag: '"kept"' });
  response.end(JSON.stringify(request.headers));
}).listen(process.env.PORT, process.env.HOST);
`;

async function showHostileApp(kit: BuilderKit): Promise<string> {
  const { key } = await kit.key();
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'A list of books', framework: 'nodejs' },
  });
  assert.equal(built.status, 200, built.text);
  const files = [
    { path: 'server.js', content: APP },
    { path: 'package.json', content: '{"main":"server.js"}' },
  ];
  const packed = await promisify(gzip)(Buffer.from(JSON.stringify(files)));
  await kit.database.pool.query('update project_versions set files = $2, number = 2 where project_id = $1', [
    built.json.project_id,
    packed,
  ]);
  await kit.database.pool.query('update projects set version = 2 where id = $1', [built.json.project_id]);
  return new URL(built.json.preview_url).pathname;
}

/** fetch sets some headers itself and refuses others. */
function visit(kit: BuilderKit, path: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const call = httpRequest(`${kit.origin}${path}`, { headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      resolve({
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        text: Buffer.concat(chunks).toString('utf8'),
      });
    });
    call.once('error', reject).end();
  });
}

const VISITOR = {
  cookie: 'atelier.session_token=mine; __Host-atelier.session_token=mine; session=app',
  authorization: 'Bearer sk_live_secret',
  'x-api-key': 'sk_live_secret',
  'x-forwarded-for': '10.0.0.1',
  'x-real-ip': '10.0.0.1',
  forwarded: 'for=10.0.0.1',
  'accept-language': 'de',
};

test('an app acts for the service by the headers of its answer, and reads what a visitor is', async (t) => {
  const kit = await startBuilder();
  t.after(() => kit.close());
  const path = await showHostileApp(kit);
  const { status, headers, text } = await visit(kit, path, VISITOR);
  assert.equal(status, 200, text);
  const arrived = Object.keys(HOSTILE).filter((name) => headers[name] !== undefined);
  assert.deepEqual(arrived, []);
  assert.equal(headers.etag, '"kept"');
  const seen = JSON.parse(text) as Record<string, string>;
  for (const name of ['cookie', 'authorization', 'x-api-key', 'x-forwarded-for', 'x-real-ip', 'forwarded'])
    assert.equal(seen[name], undefined, name);
  assert.equal(seen['accept-language'], 'de');
});

test('an app at an origin of its own reads the session of the service and sets it for the whole domain', async (t) => {
  const kit = await startBuilder({ previewOrigin: (port) => `http://localhost:${port}` });
  t.after(() => kit.close());
  const path = await showHostileApp(kit);
  const { headers, text } = await visit(kit, path, { ...VISITOR, host: `localhost:${new URL(kit.origin).port}` });
  assert.equal((JSON.parse(text) as { cookie?: string }).cookie, 'session=app');
  assert.equal(headers['set-cookie'], undefined);
  assert.equal(headers['clear-site-data'], undefined);
});

test('an app gets the session because the preview origin differs by its port alone', () => {
  for (const [publicUrl, previewOrigin] of [
    ['https://atelier.example.com', 'https://atelier.example.com:8443'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3001'],
    ['https://atelier.example.com', 'https://ATELIER.example.com.:8443'],
  ] as const)
    assert.throws(
      () => loadConfig({ PUBLIC_URL: publicUrl, PREVIEW_ORIGIN: previewOrigin }, '/nowhere'),
      /PREVIEW_ORIGIN.*different host/,
    );
  for (const previewOrigin of ['previews.example.com', 'https://previews.example.com/path', 'javascript:alert(1)'])
    assert.throws(() => loadConfig({ PREVIEW_ORIGIN: previewOrigin }, '/nowhere'), /PREVIEW_ORIGIN/);
});

test('a page at the preview origin shows the sign-in of the service as its own', async (t) => {
  const service = await startService({ PREVIEW_ORIGIN: 'http://previews.localhost:1' });
  t.after(() => service.stop());
  const kit = { origin: service.origin } as BuilderKit;
  for (const path of ['/', '/session/api/auth/get-session', '/api/auth/get-session', '/docs']) {
    const { status } = await visit(kit, path, { host: 'previews.localhost:1' });
    assert.equal(status, 404, path);
  }
  assert.equal((await visit(kit, '/docs', {})).status, 200);
});
