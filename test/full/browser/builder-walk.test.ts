// A walk through the builder in Chromium: prompt, edit, publish, share; on a desktop and on a phone.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { findBarriers, openBrowser, type SharedBrowser, takeScreenshot } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { seeFocused } from '../../support/hands.ts';
import { startService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

let browser: SharedBrowser;
let service: TestService;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** As a person does: a click, then keys. */
async function write(page: Page, target: Locator, text: string): Promise<void> {
  await target.click();
  await seeFocused(page, target);
  await page.keyboard.type(text);
}

async function walk(page: Page, name: string): Promise<void> {
  const check = async (stage: string) => {
    await takeScreenshot(page, `builder ${name} ${stage}`);
    assert.deepEqual(await findBarriers(page), [], `${name}: ${stage}`);
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    assert.ok(overflow <= 0, `${name}: ${stage} is ${overflow} pixels too wide`);
  };
  await page.goto(`${service.origin}/play/builder`);
  const prompt = page.getByLabel('What should it do?');
  await write(page, prompt, 'An app to track my bee hives and their inspections, with a calendar');
  await page.getByRole('button', { name: 'Build it' }).click();

  const requested = page.getByRole('list', { name: 'What you asked for' }).first();
  await requested.getByText(/calendar – done\. The calendar at/).waitFor();
  await page.frameLocator('iframe').getByRole('link', { name: 'Calendar' }).first().waitFor();
  await check('built');

  await write(page, page.getByRole('textbox', { name: 'Message' }), 'make it green and add weekly email reports');
  await page.getByRole('button', { name: 'Send' }).click();
  await page
    .getByRole('log', { name: 'Talk about it' })
    .getByText(/email reports – not done/)
    .waitFor();
  await page.getByText('version 2', { exact: false }).first().waitFor();

  await page.getByRole('tab', { name: /^Console/ }).click();
  await page.getByRole('log', { name: 'Console of the preview' }).getByText('Loaded version 2').waitFor();

  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('button', { name: 'README.md' }).click();
  await write(page, page.getByRole('textbox', { name: 'Content of README.md' }), 'Mine. ');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved as version 3.').first().waitFor();
  await check('edited');

  await page.getByRole('tab', { name: 'Publish and share' }).click();
  await page.getByRole('switch', { name: 'Published' }).click();
  const address = page.getByRole('link', { name: /\/app\// });
  await address.waitFor();
  await page.getByRole('button', { name: 'Create link' }).click();
  const share = page.getByRole('link', { name: /\/share\// });
  await share.waitFor();
  await check('published');
  const urls = [await address.getAttribute('href'), await share.getAttribute('href')].map(String);
  const visitor = await browser.newPage();
  for (const url of urls) {
    await visitor.goto(url);
    await visitor.getByRole('link', { name: 'Calendar' }).first().waitFor();
    assert.equal(await visitor.evaluate('origin'), 'null', 'a page for strangers has no origin of ours');
  }
  await page.getByRole('button', { name: 'Revoke' }).click();
  await share.waitFor({ state: 'detached' });
  assert.equal((await visitor.goto(urls[1] ?? ''))?.status(), 404);
  await page.getByRole('switch', { name: 'Published' }).click();
  await address.waitFor({ state: 'detached' });
  assert.equal((await visitor.goto(urls[0] ?? ''))?.status(), 404);
  await visitor.close();

  // What was said is there after the page is loaded again.
  await page.reload();
  await page
    .getByRole('log', { name: 'Talk about it' })
    .getByText('make it green and add weekly email reports')
    .waitFor();
}

const WAYS = [
  { name: 'on a desktop', width: 1680 },
  { name: 'on a phone', width: 390 },
];

for (const { name, width } of WAYS)
  test(`prompt, edit, publish and share: ${name}`, async () => {
    const { page, complaints, close } = await signInAs(browser, service, await service.account(), { width });
    await walk(page, name);
    // A visitor's 404 is wanted; the dashboard itself has nothing to complain of.
    assert.deepEqual(
      complaints.filter((each) => !each.includes('404')),
      [],
    );
    await close();
  });

test('a preview cannot flood or fake the console of the dashboard', async () => {
  const account = await service.account();
  const built = await service.call('POST', '/v1/builder/build', {
    key: account.liveKey,
    body: { prompt: 'A simple calculator', preview: false },
  });
  const id = built.json.project_id;
  const flood = `for (let i = 0; i < 5000; i += 1) console.log('<img src=x onerror=alert(1)> ' + i + 'x'.repeat(5000));
setTimeout(() => { parent.postMessage({ kind: 'preview-console', level: 'evil', text: 'faked level' }, '*'); parent.postMessage({ kind: 'preview-console', level: 'log', text: { a: 1 } }, '*'); parent.postMessage(null, '*'); }, 2500);
// Again and again: what comes while the flood is still read may be dropped.
setInterval(() => console.log('the end'), 2500);
document.getElementById('root').textContent = 'flooded';`;
  const files = [{ path: 'src/main.jsx', content: flood }];
  const saved = await service.call('PUT', `/v1/builder/projects/${id}/files`, {
    key: account.liveKey,
    body: { base_version: 1, files },
  });
  assert.deepEqual(saved.json.problems, [], saved.text);
  const { page, complaints, close } = await signInAs(browser, service, account, { path: `/play/builder#${id}` });
  await page.getByRole('tab', { name: /^Console/ }).click();
  const log = page.getByRole('log', { name: 'Console of the preview' });
  await log.getByText('the end').first().waitFor();
  await until(async () => (await log.locator('p').count()) <= 200, { saying: 'the console is bounded' });
  const text = (await log.textContent()) ?? '';
  assert.ok(text.length <= 200 * 2_000 && text.includes('<img src=x'), 'texts are cut, and shown as text');
  assert.doesNotMatch(text, /faked level/);
  assert.equal(await log.locator('img').count(), 0);
  assert.deepEqual(complaints, []);
  await close();
});
