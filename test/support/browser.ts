// A real browser for tests, one for all files of a process; watches pages for complaints; asks axe.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Frame, type Locator, type Page } from 'playwright-core';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { until } from './until.ts';

/**
 * Pages of the browser's own window, which nobody sees. Each window loads them in a separate process, which costs more
 * than our page, and delays the first click.
 */
const OWN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];
/** What Playwright turns off and our pages could notice: the browser takes only the last list, which is ours. */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--autoplay-policy=no-user-gesture-required',
  '--use-fake-device-for-media-stream',
  // The shell has no window that could ask for the microphone.
  '--use-fake-ui-for-media-stream',
  `--disable-features=${[...OWN_PAGES, ...OFF_FOR_PLAYWRIGHT].join(',')}`,
];
/** The next file of the process may want the browser that this one is done with. */
const LINGER_MS = 3_000;
/** For whatever a page is to show. Four times the default: a busy machine is slow. */
const PATIENCE_MS = 120_000;
/** A folder for screenshots of every page; none are taken without it. */
const { SCREENSHOTS } = process.env;

/** The shell shows no notifications: what needs them takes the browser that has windows. */
type BrowserProgram = 'chromium' | 'chromiumWithWindows';

const launched = new Map<BrowserProgram, Promise<Browser>>();
const users = new Map<BrowserProgram, number>();

export interface SharedBrowser {
  newContext: Browser['newContext'];
  newPage: Browser['newPage'];
  /** Closes what this user opened; the browser itself goes when nobody has wanted it for a while. */
  close(): Promise<void>;
}

export async function openBrowser(program: BrowserProgram = 'chromium'): Promise<SharedBrowser> {
  countUser(program, 1);
  const launching = launched.get(program) ?? launchBrowser(program);
  launched.set(program, launching);
  const browser = await launching;
  const contexts: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MS);
    contexts.push(context);
    return context;
  };
  return {
    newContext,
    newPage: async (options) => (await newContext(options)).newPage(),
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      countUser(program, -1);
      setTimeout(() => void closeUnused(program), LINGER_MS);
    },
  };
}

function countUser(program: BrowserProgram, change: number): void {
  users.set(program, (users.get(program) ?? 0) + change);
}

function launchBrowser(program: BrowserProgram): Promise<Browser> {
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  return chromium.launch({ executablePath: needProgram(program), args });
}

async function closeUnused(program: BrowserProgram): Promise<void> {
  if ((users.get(program) ?? 0) > 0) return;
  const unused = launched.get(program);
  launched.delete(program);
  await (await unused)?.close();
}

/** Everything that a page complains of: console errors, uncaught errors, violations of its policy. */
export function watchComplaints(context: BrowserContext): string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => complaints.push(`page: ${error.error().stack ?? error.error().message}`));
  return complaints;
}

interface AxeResult {
  violations: { id: string; impact: string | null; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** Serious and critical findings, each with where it is; of every rule, or only of those that are named. */
export async function findBarriers(page: Page, rules: readonly string[] = []): Promise<string[]> {
  // Evaluated by the browser's own debugger, which the page's policy does not bind.
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe.source);
  const settings = { resultTypes: ['violations'], ...(rules.length > 0 ? { runOnly: rules } : {}) };
  const result = (await page.evaluate(`axe.run(document, ${JSON.stringify(settings)})`)) as AxeResult;
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
}

/** Waits until `expression` is true in the page. Playwright's waitForFunction evaluates a string in the page itself, where our content security policy refuses it at the second look. */
export function untilInPage(page: Page | Frame, expression: string): Promise<true> {
  const look = () => page.evaluate(`Boolean(${expression})`).catch(refuseUnlessNavigating);
  return until(look, { saying: expression, withinMs: PATIENCE_MS }) as Promise<true>;
}

/** Waits until exactly so many are there. */
export async function seeCount(found: Locator, count: number): Promise<void> {
  const look = async () => (await found.count()) === count;
  await until(look, { saying: `${found} is there ${count} times`, withinMs: PATIENCE_MS });
}

function refuseUnlessNavigating(error: Error): false {
  if (/Execution context was destroyed|frame was detached/i.test(error.message)) return false;
  throw error;
}

const PHONE_WIDTH = 390;

/** Looks at a page that is shown in light on a wide screen: its barriers, its colours in the dark, its width, and that on a phone. */
export async function examine(page: Page, name: string): Promise<void> {
  const wide = page.viewportSize() ?? { width: 1280, height: 900 };
  await takeScreenshot(page, `light ${name}`);
  assert.deepEqual(await findBarriers(page), [], `light ${name}`);
  await assertFits(page, name);
  // In the dark only the colours are others; on a phone only the room is.
  await page.emulateMedia({ colorScheme: 'dark' });
  await takeScreenshot(page, `dark ${name}`);
  assert.deepEqual(await findBarriers(page, ['color-contrast']), [], `dark ${name}`);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ ...wide, width: PHONE_WIDTH });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  await takeScreenshot(page, `phone ${name}`);
  await assertFits(page, `${name} on a phone`);
  await page.setViewportSize(wide);
}

async function assertFits(page: Page, name: string): Promise<void> {
  const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
  assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
}

export async function takeScreenshot(page: Page, name: string): Promise<void> {
  if (!SCREENSHOTS) return;
  mkdirSync(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}
