// The dashboard in German: no English is left on a page, nothing is too wide, and no barrier arises.
import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { german } from '../../../dashboard/src/german.ts';
import { makeWelcomeToken } from '../../../src/modules/account/welcome-link.ts';
import { examine, openBrowser, type SharedBrowser, watchComplaints } from '../../support/browser.ts';
import { CUSTOMER_PATHS } from '../../support/dashboard-paths.ts';
import { buildPages } from '../../support/desk-browser.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { bringWeights, SOUND_BANK } from '../../support/weights.ts';

const SOURCE = new URL('../../../dashboard/src/', import.meta.url);
const ENTRIES = ['/sign-in', '/sign-in-link', '/sign-up', '/reset', '/reset?token=some'];
const PAGES = [
  ...CUSTOMER_PATHS,
  '/operator/accounts',
  '/operator/codes',
  '/operator/coupons',
  '/operator/engines',
  '/operator/upstreams',
  '/operator/margin',
  '/operator/books',
  '/operator/data',
  '/operator/queue',
  '/operator/deliveries',
  '/operator/audit',
];

let browser: SharedBrowser;
let service: TestService;
let owner: TestAccount;
/** What the server says, which is English: names of modules, engines, plans and genres, and the reason of a grant. */
const SAID_BY_THE_SERVER = ['music', 'sandbox', 'Free', 'Country', 'Welcome'];

/** Every English text that German says in another way. */
let english: Set<string>;
const left: string[] = [];

before(async () => {
  await buildPages();
  browser = await openBrowser();
  await bringWeights(SOUND_BANK);
  service = await startService({ TEST_WORKER: '0' });
  owner = await service.account({ credits: 500, isOwner: true });
  english = await readEnglish();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

test('no page says anything in English, is too wide or has a barrier, on a desk and on a phone', async () => {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    locale: 'de-DE',
  });
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  for (const path of ENTRIES) await seePage(page, path);
  const token = await makeWelcomeToken(service.app.database.queries, owner.id);
  await context.request.get(`${service.origin}/welcome/${token}`, { maxRedirects: 0 });
  for (const path of PAGES) await seePage(page, path);
  assert.deepEqual(left, []);
  assert.deepEqual(complaints, []);
});

test('numbers and dates are German', async () => {
  const page = await browser.newPage({ locale: 'de-DE', reducedMotion: 'reduce' });
  const token = await makeWelcomeToken(service.app.database.queries, owner.id);
  await page.context().request.get(`${service.origin}/welcome/${token}`, { maxRedirects: 0 });
  await page.goto(`${service.origin}/billing`);
  await page.getByText(/entspricht 5,00\s\$/).waitFor();
});

async function seePage(page: Page, path: string): Promise<void> {
  await page.goto(`${service.origin}${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('progressbar', { name: 'Wird geladen…' }).first().waitFor({ state: 'detached' });
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  for (const text of await findEnglish(page)) left.push(`${path}: ${text}`);
  await examine(page, `german ${path.replace(/\W+/g, ' ').trim() || 'home'}`);
}

/** Texts of the page, and what is told to screen readers and shown in empty fields, that are English words of ours. */
async function findEnglish(page: Page): Promise<string[]> {
  const texts = (await page.evaluate(`(() => {
    const found = [document.title.split(' · ')[0]];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (!walker.currentNode.parentElement.closest('script, noscript, pre, code, [lang=en]')) found.push(walker.currentNode.data);
    for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll('[' + name + ']')) found.push(element.getAttribute(name));
    return found;
  })()`)) as string[];
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => english.has(text));
}

async function readEnglish(): Promise<Set<string>> {
  const found = new Set<string>();
  for await (const name of glob('**/*strings.ts', { cwd: SOURCE }))
    collect(Object.values(await import(new URL(name, SOURCE).href)), found);
  const translated = new Set<string>();
  collect(german, translated);
  return new Set([...found].filter((text) => !translated.has(text) && !SAID_BY_THE_SERVER.includes(text)));
}

function collect(words: unknown, found: Set<string>): void {
  if (typeof words === 'string' && /[a-z]{2}/i.test(words)) found.add(words);
  if (typeof words === 'object' && words !== null) for (const value of Object.values(words)) collect(value, found);
}
