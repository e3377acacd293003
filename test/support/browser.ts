// A real browser for tests: finds Chromium, or installs Debian's where it may; watches pages for complaints; asks axe.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--headless', '--disable-gpu', '--disable-dev-shm-usage', '--autoplay-policy=no-user-gesture-required'];
const INSTALL_MS = 300_000;
/** A folder for pictures of every page; none are taken where nobody wants to look at them. */
const { SCREENSHOTS } = process.env;

/** undefined: there is none and none can be had here. */
export async function openBrowser(): Promise<Browser | undefined> {
  const executablePath = findChromium() ?? installChromium();
  if (!executablePath) return undefined;
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  return chromium.launch({ executablePath, args });
}

function findChromium(): string | undefined {
  return PLACES.find((path) => existsSync(path));
}

function installChromium(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  process.stderr.write("Installing Debian's Chromium for the browser tests…\n");
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore', timeout: INSTALL_MS });
    execFileSync('apt-get', ['install', '-y', '-qq', 'chromium'], { env, stdio: 'ignore', timeout: INSTALL_MS });
  } catch {
    return undefined;
  }
  return findChromium();
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
  await page.evaluate(axe.source);
  const settings = { resultTypes: ['violations'], ...(rules.length > 0 ? { runOnly: rules } : {}) };
  const result = (await page.evaluate(`axe.run(document, ${JSON.stringify(settings)})`)) as AxeResult;
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary}`),
    );
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
