// Loads a preview in headless Chromium and checks that the page shows content and reports no errors.
import { existsSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import type { PreviewRequest, Problem, RunningPreview } from './port.ts';

const ORIGIN = 'http://preview.invalid';
const BROWSERS = [
  // Chromium without a window, which takes a third less processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
];
const FLAGS = [
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // A page's requests can be intercepted here, but not everything that makes the browser call out: prefetching,
  // redirects, WebSockets. None of it leaves the machine, because the browser's proxy has a name that does not resolve,
  // even for loopback.
  '--proxy-server=http://nowhere.invalid:1',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Features of the browser's own window, which nobody sees and which cost a second of processor time per window. The
  // last list replaces Playwright's: only the entries that a preview could notice.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,PaintHolding,HttpsUpgrades,OptimizationHints',
];
const IDLE_MS = 30_000;
/** Per response: all of it is in memory. */
const MAX_BYTES = 16 * 1024 * 1024;
/** Time limits for a page to load, to become idle, and to report its content. */
const LIMITS = { loadMs: 20_000, quietMs: 5_000, seeMs: 10_000 };

export interface Look {
  problems: Problem[];
  screenshot: Uint8Array | null;
}

export interface LookOptions {
  screenshot?: boolean;
}

export class BrowserLook {
  readonly #path: string | null;
  readonly #limits: typeof LIMITS;
  #browser: Promise<Browser> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #inUse = 0;

  constructor(path: string | null = BROWSERS.find((each) => existsSync(each)) ?? null, limits = LIMITS) {
    this.#path = path;
    this.#limits = limits;
  }

  /**
   * Null if there is no browser. The page can reach only the preview itself. A check that timed out or lost its browser
   * is repeated, because on a busy machine that is rarely the app's fault.
   */
  async look(
    preview: Pick<RunningPreview, 'request'>,
    signal: AbortSignal,
    options: LookOptions = {},
  ): Promise<Look | null> {
    if (!this.#path) return null;
    this.#inUse += 1;
    clearTimeout(this.#idle);
    try {
      const first = await this.#lookOnce({ path: this.#path, preview }, options, signal);
      if (!first.isDoubtful) return first;
      if (this.#inUse === 1) await this.close();
      return await this.#lookOnce({ path: this.#path, preview }, options, signal);
    } finally {
      this.#inUse -= 1;
      if (this.#inUse === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async #lookOnce(
    { path, preview }: { path: string; preview: Pick<RunningPreview, 'request'> },
    options: LookOptions,
    signal: AbortSignal,
  ): Promise<Look & { isDoubtful: boolean }> {
    signal.throwIfAborted();
    const browser = await this.#open(path);
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      serviceWorkers: 'block',
      acceptDownloads: false,
    });
    const stop = () => void context.close().catch(() => {});
    signal.addEventListener('abort', stop, { once: true });
    try {
      await context.route('**/*', (route) => answer(route, preview, signal));
      return await checkPage(await context.newPage(), this.#limits, options);
    } finally {
      signal.removeEventListener('abort', stop);
      await context.close().catch(() => {});
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const open = this.#browser;
    this.#browser = undefined;
    await (await open?.catch(() => undefined))?.close();
  }

  #open(executablePath: string): Promise<Browser> {
    if (this.#browser) return this.#browser;
    const opened = launch(executablePath);
    const forget = () => {
      if (this.#browser === opened) this.#browser = undefined;
    };
    opened.then((browser) => browser.once('disconnected', forget), forget);
    this.#browser = opened;
    return opened;
  }
}

async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
  // The service decides when it exits: the browser's own signal handlers would exit the process.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  return chromium.launch({ ...signals, executablePath, args, env: { HOME: '/tmp', PATH: '/usr/bin:/bin' } });
}

async function answer(route: Route, preview: Pick<RunningPreview, 'request'>, signal: AbortSignal): Promise<void> {
  const url = new URL(route.request().url());
  if (url.origin !== ORIGIN) return route.abort();
  const body = route.request().postDataBuffer();
  const order: PreviewRequest = {
    method: route.request().method(),
    path: url.pathname + url.search,
    headers: route.request().headers(),
    ...(body ? { body } : {}),
  };
  try {
    const reply = await preview.request(order, signal);
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    if (reply.body instanceof Uint8Array) chunks.push(reply.body);
    else
      for await (const chunk of reply.body) {
        bytes += (chunk as Uint8Array).length;
        if (bytes > MAX_BYTES) throw new Error('the answer is too large');
        chunks.push(chunk as Uint8Array);
      }
    await route.fulfill({ status: reply.status, headers: reply.headers, body: Buffer.concat(chunks) });
  } catch {
    await route.abort().catch(() => {});
  }
}

async function checkPage(
  page: Page,
  limits: typeof LIMITS,
  { screenshot = false }: LookOptions,
): Promise<Look & { isDoubtful: boolean }> {
  const problems: Problem[] = [];
  const note = (message: string) =>
    problems.push({ stage: 'look', file: null, line: null, message: message.slice(0, 1000) });
  page.on('pageerror', (error) => note(`The page threw: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') note(`The console says: ${message.text()}`);
  });
  try {
    await page.goto(`${ORIGIN}/`, { waitUntil: 'load', timeout: limits.loadMs });
    // Pages that poll never become idle: they are checked in their state at the time limit.
    await page.waitForLoadState('networkidle', { timeout: limits.quietMs }).catch(() => {});
    const seen = await within(limits.seeMs, page.evaluate(SEE));
    if (seen.letters < 8 && seen.shapes === 0) note('The page is blank: nothing visible was drawn.');
    return {
      problems,
      screenshot: screenshot ? await page.screenshot({ timeout: limits.seeMs }) : null,
      isDoubtful: false,
    };
  } catch (error) {
    note(`The page did not load: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { problems, screenshot: null, isDoubtful: isLate || !page.context().browser()?.isConnected() };
  }
}

/** A page in an endless loop does not respond at all. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const reason = new DOMException(`it did not respond for ${milliseconds / 1000} seconds`, 'TimeoutError');
    timer = setTimeout(() => reject(reason), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs inside the page. */
const SEE =
  `({ letters: (document.body?.innerText ?? '').trim().length, shapes: [...document.querySelectorAll('canvas, svg, img, video')].filter((each) => each.getBoundingClientRect().width > 20).length })` as unknown as () => {
    letters: number;
    shapes: number;
  };
