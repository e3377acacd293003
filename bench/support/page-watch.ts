// Notes in a page when its first control is there and answers a key, and every task that keeps the page from answering.
import type { Page } from 'playwright-core';

export interface PageTimes {
  paintMs: number;
  thereMs: number;
  /** When the frame after the first key was drawn. */
  answeredMs: number;
  /** The end of the last task above 50 ms; the first paint where there was none. */
  quietMs: number;
  longestMs: number;
}

export interface PageWatch {
  controlIsThere: Promise<void>;
  /** Waits until no long task has ended for a while. */
  read(quietMs: number): Promise<PageTimes>;
}

export async function watchPage(page: Page, control: string): Promise<PageWatch> {
  const { promise: controlIsThere, resolve } = Promise.withResolvers<void>();
  await page.exposeFunction('tellControlIsThere', resolve);
  await page.addInitScript(`(${watch})(${JSON.stringify(control)})`);
  return {
    controlIsThere,
    read: (quietMs) => page.evaluate(`watchedPage(${quietMs})`) as Promise<PageTimes>,
  };
}

/** As text, because it runs in the page. */
const watch = `(control) => {
  if (window !== top) return;
  const tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true });
  let thereMs = 0;
  let answeredMs = 0;
  const look = () => {
    const found = document.querySelector(control);
    if (!found || found.getClientRects().length === 0) return;
    looking.disconnect();
    thereMs = performance.now();
    found.focus();
    found.addEventListener('keydown', () => requestAnimationFrame(() => setTimeout(() => { answeredMs = performance.now(); })), { once: true });
    tellControlIsThere();
  };
  const looking = new MutationObserver(look);
  looking.observe(document, { childList: true, subtree: true, attributes: true });
  window.watchedPage = async (quietMs) => {
    const end = () => Math.max(answeredMs, ...tasks.map((task) => task.startTime + task.duration));
    while (answeredMs === 0 || performance.now() - end() < quietMs) await new Promise((done) => setTimeout(done, 50));
    const paintMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    return { paintMs, thereMs, answeredMs, quietMs: Math.max(paintMs, ...tasks.map((task) => task.startTime + task.duration)), longestMs: Math.max(0, ...tasks.map((task) => task.duration)) };
  };
}`;
