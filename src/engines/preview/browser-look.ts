// Looks at a preview in headless Chromium: is there something on the page, and did anything complain?
import { existsSync } from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import type { PreviewRequest, Problem, RunningPreview } from './port.ts';

const ORIGIN = 'http://preview.invalid';
const BROWSERS = [
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
];
const IDLE_MS = 30_000;
const LOOK_MS = 15_000;

export interface Look {
  problems: Problem[];
  screenshot: Uint8Array;
}

export class BrowserLook {
  readonly #path: string | null;
  #browser: Promise<Browser> | undefined;
  #idle: NodeJS.Timeout | undefined;
  #inUse = 0;

  constructor(path: string | null = BROWSERS.find((each) => existsSync(each)) ?? null) {
    this.#path = path;
  }

  /** Null where there is no browser. The page reaches nothing but the preview itself. */
  async look(preview: Pick<RunningPreview, 'request'>, signal: AbortSignal, path = '/'): Promise<Look | null> {
    if (!this.#path) return null;
    this.#inUse += 1;
    clearTimeout(this.#idle);
    try {
      const browser = await this.#open(this.#path);
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        serviceWorkers: 'block',
        acceptDownloads: false,
      });
      const stop = () => void context.close().catch(() => {});
      signal.addEventListener('abort', stop, { once: true });
      try {
        await context.route('**/*', (route) => answer(route, preview, signal));
        return await seePage(await context.newPage(), path);
      } finally {
        signal.removeEventListener('abort', stop);
        await context.close().catch(() => {});
      }
    } finally {
      this.#inUse -= 1;
      if (this.#inUse === 0) this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const open = this.#browser;
    this.#browser = undefined;
    await (await open?.catch(() => undefined))?.close();
  }

  #open(executablePath: string): Promise<Browser> {
    this.#browser ??= import('playwright-core').then(({ chromium }) => {
      const args = process.getuid?.() === 0 ? [...FLAGS, '--no-sandbox'] : FLAGS;
      // The service decides when it ends: the browser's own signal handlers would exit the process.
      const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
      return chromium.launch({ ...signals, executablePath, args, env: { HOME: '/tmp', PATH: '/usr/bin:/bin' } });
    });
    return this.#browser;
  }
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
    if (reply.body instanceof Uint8Array) chunks.push(reply.body);
    else for await (const chunk of reply.body) chunks.push(chunk as Uint8Array);
    await route.fulfill({ status: reply.status, headers: reply.headers, body: Buffer.concat(chunks) });
  } catch {
    await route.abort().catch(() => {});
  }
}

async function seePage(page: Page, path: string): Promise<Look> {
  const problems: Problem[] = [];
  const note = (message: string) =>
    problems.push({ stage: 'look', file: null, line: null, message: message.slice(0, 1000) });
  page.on('pageerror', (error) => note(`The page threw: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') note(`The console says: ${message.text()}`);
  });
  try {
    await page.goto(`${ORIGIN}${path}`, { waitUntil: 'networkidle', timeout: LOOK_MS });
  } catch (error) {
    note(`The page did not load: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`);
  }
  const seen = await page.evaluate(SEE).catch(() => ({ letters: 0, shapes: 0 }));
  if (seen.letters < 8 && seen.shapes === 0) note('The page is blank: nothing visible was drawn.');
  const screenshot = await page.screenshot({ timeout: LOOK_MS });
  return { problems, screenshot };
}

/** Run inside the page. */
const SEE =
  `({ letters: (document.body?.innerText ?? '').trim().length, shapes: [...document.querySelectorAll('canvas, svg, img, video')].filter((each) => each.getBoundingClientRect().width > 20).length })` as unknown as () => {
    letters: number;
    shapes: number;
  };
