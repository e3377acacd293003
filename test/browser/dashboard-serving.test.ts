// How the dashboard's pages are handed out: under a strict policy, compressed, kept for ever, and never half a build.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { dashboardPages } from '../../src/modules/dashboard/pages.ts';
import { buildPages } from '../support/desk-browser.ts';
import { servePages } from '../support/pages-server.ts';
import { startService, type TestService } from '../support/service.ts';

const DIST = join(import.meta.dirname, '..', '..', 'dashboard', 'dist');

let service: TestService;
before(async () => {
  await buildPages();
  service = await startService({ TEST_WORKER: '0' });
});
after(() => service.stop());

test('pages are served under a strict policy, files for ever and compressed, and what is missing is said to be', async () => {
  const page = await fetch(`${service.origin}/play/chat`);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /script-src 'self';/);
  assert.doesNotMatch(policy, /unsafe/);
  const [name = ''] = (await readdir(join(DIST, 'assets'))).filter((file) => file.endsWith('.js'));
  for (const [accepted, encoding] of [
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', null],
  ] as const) {
    const file = await fetch(`${service.origin}/assets/${name}`, { headers: { 'accept-encoding': accepted } });
    assert.equal(file.headers.get('content-encoding'), encoding);
    assert.equal(file.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(await file.text(), await readFile(join(DIST, 'assets', name), 'utf8'));
  }
  for (const path of ['/assets/none.js', '/assets/..%2Findex.html', '/nothing-here', '/v1/nothing'])
    assert.equal((await fetch(`${service.origin}${path}`)).status, 404, path);
});

test('whoever comes by another name of this machine is led to the one that sessions are for', async () => {
  const { port } = new URL(service.origin);
  const page = await fetch(`http://localhost:${port}/keys?a=b`, { redirect: 'manual' });
  assert.equal(page.status, 302);
  assert.equal(page.headers.get('location'), `${service.origin}/keys?a=b`);
});

test('a new build leaves the files of the last one where open pages look for them, for a day', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-builds-'));
  const build = async (name: string, files: string[]) => {
    await mkdir(join(folder, name, 'assets'), { recursive: true });
    for (const file of ['index.html', ...files.map((one) => `assets/${one}`)])
      await writeFile(join(folder, name, file), name);
  };
  await build('dist', ['same.js', 'last.js', 'ancient.js']);
  await build('fresh', ['same.js', 'new.js']);
  const longAgo = new Date(Date.now() - 2 * 24 * 3600 * 1000);
  await utimes(join(folder, 'dist', 'assets', 'ancient.js'), longAgo, longAgo);
  const script = new URL('../../scripts/build-dashboard.mjs', import.meta.url).href;
  const { replaceBuild } = (await import(script)) as { replaceBuild(fresh: string, place: string): void };
  replaceBuild(join(folder, 'fresh'), join(folder, 'dist'));
  assert.deepEqual(await readdir(folder), ['dist']);
  assert.deepEqual((await readdir(join(folder, 'dist', 'assets'))).sort(), ['last.js', 'new.js', 'same.js']);
  assert.equal(await readFile(join(folder, 'dist', 'assets', 'same.js'), 'utf8'), 'fresh');
  await rm(folder, { recursive: true });
});

test('a server without built pages says how to get them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'atelier-no-pages-'));
  const pages = dashboardPages(
    {
      serviceName: 'Atelier',
      publicUrl: 'https://atelier.example',
      previewOrigin: null,
      signUps: 'open',
      captcha: null,
      signInProviders: [],
      smtpUrl: null,
    },
    folder,
  );
  const server = await servePages(pages);
  const page = await fetch(`${server.origin}/`);
  assert.equal(page.status, 503);
  assert.match(await page.text(), /The dashboard is not built\. Run `npm start`/);
  await server.close();
  await rm(folder, { recursive: true });
});

test('the pages that the server writes itself have the dashboard’s sign and fonts', async () => {
  for (const path of ['/pricing', '/s/00000000000000000000000000']) {
    const page = await fetch(`${service.origin}${path}`, { headers: { accept: 'text/html' } });
    const html = await page.text();
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /font-src 'self'.*img-src 'self'/, path);
    assert.match(html, /<img src="\/icon\.svg" alt=""/, path);
    const urls = [...html.matchAll(/src:url\(([^)]+)\)/g)].map(([, url = '']) => url);
    assert.equal(urls.length, 2, path);
    for (const url of urls) {
      const font = await fetch(`${service.origin}${url}`);
      assert.equal(font.status, 200, url);
      assert.equal(font.headers.get('content-type'), 'font/woff2');
    }
  }
  for (const name of ['other.woff2', '..%2finter.woff2', 'constructor'])
    assert.equal((await fetch(`${service.origin}/fonts/${name}`)).status, 404, name);
});
