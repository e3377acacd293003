// The documentation at /docs: every page and link works, nothing comes from elsewhere, and search finds what readers ask for.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { type IndexEntry, prepare, rank } from '../../src/modules/docs/browser/rank.ts';
import { startService, type TestService } from '../support/service.ts';

const ROOT = join(import.meta.dirname, '..', '..');
let service: TestService;
let home: string;
const pages = new Map<string, string>();

before(async () => {
  service = await startService({ TEST_WORKER: '0', SERVICE_NAME: 'Studio <b>' });
  home = await read('/docs');
  await crawl('/docs', home);
});
after(() => service.stop());

async function read(path: string): Promise<string> {
  const answer = await fetch(`${service.origin}${path}`);
  assert.equal(answer.status, 200, path);
  return answer.text();
}

async function crawl(path: string, html: string): Promise<void> {
  pages.set(path, html);
  for (const link of linksOf(html)) {
    const [target = ''] = link.split('#');
    if (target.startsWith('/docs') && !target.startsWith('/docs/assets/') && !pages.has(target))
      await crawl(target, await read(target));
  }
}

function linksOf(html: string): string[] {
  return [...html.matchAll(/ href="([^"]*)"/g)].map(([, link = '']) => link);
}

test('every page is reached from the first, and every link within leads to a heading that is there', () => {
  assert.ok(pages.size > 60, `${pages.size} pages`);
  for (const [path, html] of pages)
    for (const link of linksOf(html)) {
      const [target = '', anchor] = link.split('#');
      if (!link.startsWith('#') && !target.startsWith('/docs')) continue;
      if (!anchor || target.startsWith('/docs/assets/')) continue;
      const there = pages.get(target === '' ? path : target) ?? '';
      assert.ok(there.includes(`id="${decodeURIComponent(anchor)}"`), `${path} links to ${link}`);
    }
});

test('every guide has its page', () => {
  for (const name of readdirSync(join(ROOT, 'docs', 'guides')))
    assert.ok(pages.has(`/docs/guides/${name.replace(/\.md$/, '')}`), name);
});

test('the pages load nothing from elsewhere and carry a strict policy', async () => {
  const { headers } = await fetch(`${service.origin}/docs`);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
  for (const [path, html] of pages) {
    assert.doesNotMatch(html, /<(?:script|link|img|iframe)[^>]+(?:src|href)="(?!\/docs\/)[^"]*"/, path);
    assert.doesNotMatch(html, / style="|<style|<script>/, path);
  }
});

test('the service has its own name on every page, and it cannot add markup', () => {
  assert.match(home, /Studio &#60;b&#62;/);
  for (const [path, html] of pages) assert.doesNotMatch(html, /%SERVICE_NAME%|Studio <b>/, path);
});

test('a page is sent again only after it changed, and assets are kept', async () => {
  const first = await fetch(`${service.origin}/docs/guides/text`);
  const again = await fetch(first.url, { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
  assert.equal(again.status, 304);
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)"/.exec(home) ?? [];
  const asset = await fetch(`${service.origin}${style}`);
  assert.match(asset.headers.get('content-type') ?? '', /^text\/css/);
  assert.match(asset.headers.get('cache-control') ?? '', /immutable/);
});

test('an unknown page is a 404', async () => {
  for (const path of ['/docs/nothing', '/docs/assets/nothing.js', '/docs/constructor', '/docs/..%2f..%2fpackage.json'])
    assert.equal((await fetch(`${service.origin}${path}`)).status, 404, path);
});

const QUESTIONS: readonly [query: string, page: RegExp][] = [
  ['how to stream', /^guides\/streaming$/],
  ['retry safely', /^guides\/retries$/],
  ['pay', /^guides\/pay$/],
  ['connect Ollama', /^guides\/ollama$/],
  ['run on two nodes', /^guides\/production#run-on-two-nodes/],
  ['restore a backup', /^guides\/backup#restore$/],
  ['lost sign-in link', /^guides\/troubleshooting#i-lost-the-sign-in-link$/],
  ['verify a webhook', /^guides\/webhooks#verify-a-delivery$/],
];

for (const [query, page] of QUESTIONS)
  test(`one search or three clicks answer: ${query}`, async () => {
    const [, index = ''] = /data-index="([^"]+)"/.exec(home) ?? [];
    const entries = prepare(JSON.parse(await read(index)) as IndexEntry[]);
    const [first] = rank(entries, query).map(([path, , , anchor]) => `${path}${anchor && `#${anchor}`}`);
    assert.match(first ?? '', page);
    // From the first page, one click.
    const cards = [...home.matchAll(/<ul class="questions">(.*?)<\/ul>/gs)].map(([, list]) => list).join('');
    assert.ok(linksOf(cards).some((link) => page.test(link.replace('/docs/', ''))));
  });
