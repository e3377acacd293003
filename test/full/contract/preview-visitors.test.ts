// Previews as a visitor meets them: in a real browser, inside the browser's sandbox.
import assert from 'node:assert/strict';
import test from 'node:test';
import { openBrowser, untilInPage } from '../../support/browser.ts';
import { startBuilder } from '../../support/builder-kit.ts';
import { needSandbox } from '../../support/sandbox.ts';

test('a visitor adds a record, goes deep by address, and finds it again after a reload', async () => {
  await needSandbox();
  const kit = await startBuilder();
  const browser = await openBrowser();
  try {
    const { key } = await kit.key();
    for (const framework of ['nextjs', 'python'] as const) {
      const built = await kit.call('POST', '/v1/builder/build', {
        key,
        body: { prompt: 'An app to track my bee hives', framework },
      });
      assert.equal(built.status, 200, built.text);
      assert.notEqual(built.json.preview_url, null, String(built.json.warnings));
      const page = await browser.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(`${built.json.preview_url}beeHives/new`);
      await page.fill('#field-name', 'Rooftop hive');
      // A page's records are kept for it by the service; a server keeps its own.
      const isKept = framework === 'nextjs' ? page.waitForResponse(/__preview\/storage$/) : undefined;
      await page.click('button[type=submit]');
      await page.waitForSelector('h1:has-text("Rooftop hive")');
      assert.equal(await page.evaluate('globalThis.origin'), 'null', 'the page has no origin of ours');
      await isKept;
      await page.goto(`${built.json.preview_url}beeHives`);
      await page.waitForSelector('a:has-text("Rooftop hive")');
      await page.fill('input[type=search]', 'Rooftop');
      await untilInPage(page, "document.querySelectorAll('tbody tr').length === 1");
      assert.deepEqual(complaints, [], framework);
      await page.close();
    }
  } finally {
    await browser.close();
    await kit.close();
  }
});

test('with an origin of their own, previews are shown there only, with storage of the browser', async () => {
  const kit = await startBuilder({ previewOrigin: (port) => `http://localhost:${port}` });
  try {
    const { key } = await kit.key();
    const built = await kit.call('POST', '/v1/builder/build', { key, body: { prompt: 'A snake game', preview: true } });
    assert.ok(built.json.preview_url.startsWith('http://localhost:'));
    const elsewhere = await kit.call('GET', new URL(built.json.preview_url).pathname);
    assert.equal(elsewhere.status, 302);
    assert.equal(elsewhere.headers.get('location'), built.json.preview_url);
    const there = await fetch(built.json.preview_url);
    assert.doesNotMatch(there.headers.get('content-security-policy') ?? '', /sandbox/);
    assert.equal((await kit.call('GET', '/preview/00000000000000000000000000/')).status, 302);
    assert.equal(
      (await fetch(`http://localhost:${new URL(kit.origin).port}/preview/00000000000000000000000000/`)).status,
      404,
    );
  } finally {
    await kit.close();
  }
});
