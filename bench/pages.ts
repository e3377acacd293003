// How fast pages respond on a slow machine: script bytes, first paint, first answered key, long tasks. npm run bench --
// pages [rounds] [slowdown]
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { buildPages, signInAs } from '../test/support/desk-browser.ts';
import { startService } from '../test/support/service.ts';
import { median } from './support/load.ts';
import { type PageTimes, watchPage } from './support/page-watch.ts';

const ROUNDS = Number(process.argv[2] ?? 3);
const SLOWDOWN = Number(process.argv[3] ?? 4);
/** Long tasks that begin later do not count as loading. */
const QUIET_MS = 1_500;

type Loaded = PageTimes & { scriptBytes: number; requests: number };

interface Visit {
  name: string;
  path: string;
  /** The first control that a user needs on this page. */
  control: string;
  isSignedIn?: boolean;
}

await buildPages();
const browser = await openBrowser();
const service = await startService({ TEST_WORKER: '0' });
const account = await service.account();
const signedIn = await signInAs(browser, service, account);
const session = await signedIn.page.context().storageState();
await signedIn.close();
const bought = { package: 'small', success_url: `${service.origin}/billing`, cancel_url: `${service.origin}/billing` };
const checkout = await service.call('POST', '/v1/payments/checkout', { key: account.liveKey, body: bought });
if (!checkout.json?.url) throw new Error(checkout.text);

const VISITS: readonly Visit[] = [
  { name: 'home', path: '/', control: 'main a[href="/play/chat"]', isSignedIn: true },
  { name: 'chat', path: '/play/chat', control: 'main textarea:not([disabled])', isSignedIn: true },
  { name: 'image', path: '/play/image', control: 'main textarea:not([disabled])', isSignedIn: true },
  { name: 'sign-in', path: '/sign-in', control: 'input[type=email]' },
  { name: 'docs', path: '/docs', control: 'input[type=search]' },
  { name: 'pricing', path: '/pricing', control: 'a[href="/sign-up"]' },
  { name: 'checkout', path: new URL(checkout.json.url).pathname, control: '#number' },
];

const rows = [];
for (const visit of VISITS) {
  // The first visit warms up the server only: every visit has an empty browser cache.
  await measure(visit);
  const found: Loaded[] = [];
  for (let round = 0; round < ROUNDS; round += 1) found.push(await measure(visit));
  const middle = (name: keyof Loaded) => Math.round(median(found.map((one) => one[name])));
  rows.push({
    page: visit.name,
    'script, kB compressed': Math.round(middle('scriptBytes') / 100) / 10,
    requests: middle('requests'),
    'first paint, ms': middle('paintMs'),
    'control there, ms': middle('thereMs'),
    'key answered, ms': middle('answeredMs'),
    'last long task ends, ms': middle('quietMs'),
    'longest task, ms': middle('longestMs'),
  });
}
console.log(`Medians of ${ROUNDS} loads with an empty cache, the page's processor ${SLOWDOWN} times slower:`);
console.table(rows);
await browser.close();
await service.stop();

async function measure({ path, control, isSignedIn }: Visit): Promise<Loaded> {
  const look: BrowserContextOptions = { viewport: { width: 1280, height: 900 }, locale: 'en-GB' };
  const context = await browser.newContext({ ...look, ...(isSignedIn ? { storageState: session } : {}) });
  const page = await context.newPage();
  const counted = await countBytes(page);
  const watched = await watchPage(page, control);
  await page.goto(`${service.origin}${path}`, { waitUntil: 'commit' });
  await watched.controlIsThere;
  await page.keyboard.press('a');
  const times = await watched.read(QUIET_MS);
  await context.close();
  return { ...counted, ...times };
}

async function countBytes(page: Page): Promise<{ scriptBytes: number; requests: number }> {
  const counted = { scriptBytes: 0, requests: 0 };
  const scripts = new Set<string>();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    counted.requests += 1;
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) counted.scriptBytes += encodedDataLength;
  });
  return counted;
}
