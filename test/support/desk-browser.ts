// The built dashboard in a real browser, with somebody signed in by the welcome link.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from 'playwright-core';
import { makeWelcomeToken } from '../../src/modules/account/welcome-link.ts';
import { findAccountByEmail } from '../../src/store/accounts.ts';
import { tryLock } from '../../src/store/postgres/kernel-lock.ts';
import { type SharedBrowser, watchComplaints } from './browser.ts';
import type { TestService } from './service.ts';
import { until } from './until.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Of this checkout. It ends with its process, so that a killed build holds nobody up. */
const BUILD_LOCK = join(ROOT, 'test-results', 'build-dashboard-lock.db');

/** Test files run side by side: one of them builds, the others wait for it. */
export async function buildPages(): Promise<void> {
  const unlock = await until(() => tryLock(BUILD_LOCK), { saying: 'nobody builds the pages' });
  try {
    const script = pathToFileURL(join(ROOT, 'scripts', 'build-dashboard.mjs')).href;
    const { buildDashboard } = (await import(script)) as {
      buildDashboard(root: string, runtime: string): Promise<void>;
    };
    await buildDashboard(ROOT, process.execPath);
  } finally {
    unlock();
  }
}

export interface SignedIn {
  page: Page;
  /** What the page complained of so far. */
  complaints: string[];
  close(): Promise<void>;
}

/** Each person signs in once. */
const sessions = new Map<string, Awaited<ReturnType<BrowserContext['storageState']>>>();

export async function signInAs(
  browser: SharedBrowser,
  service: TestService,
  account: { email: string },
  look: { width?: number; hasTouch?: boolean; path?: string } = {},
): Promise<SignedIn> {
  const person = `${service.databaseUrl} ${account.email}`;
  const session = sessions.get(person);
  const context = await browser.newContext({
    ...(session ? { storageState: session } : {}),
    viewport: { width: look.width ?? 1280, height: 900 },
    hasTouch: look.hasTouch ?? false,
    reducedMotion: 'reduce',
  });
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  const { queries } = service.app.database;
  if (!session) {
    const token = await makeWelcomeToken(queries, (await findAccountByEmail(queries, account.email))?.id ?? '');
    // The page that follows the link asks for a password; most tests are about another page.
    await context.addCookies(await cookiesOf(`${service.origin}/welcome/${token}`));
  }
  await page.goto(`${service.origin}${look.path ?? '/'}`);
  await page.getByRole('main').waitFor();
  sessions.set(person, await context.storageState());
  return { page, complaints, close: () => context.close() };
}

/** Whoever opens a link has an address of their own, where the machine gives one: the service allows an address few sign-ins a minute. */
async function cookiesOf(link: string) {
  const part = () => 1 + Math.floor(Math.random() * 250);
  const from = process.platform === 'linux' ? { localAddress: `127.${part()}.${part()}.${part()}` } : {};
  const [answer] = (await once(get(link, from), 'response')) as [IncomingMessage];
  answer.resume();
  return (answer.headers['set-cookie'] ?? []).map((line) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    return { name, value, url: new URL(link).origin, httpOnly: true };
  });
}
