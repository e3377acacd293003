// Coming in and going out: a wrong password, a lost one, a session that ended, an account that was suspended.
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { makeWelcomeToken } from '../../../src/modules/account/welcome-link.ts';
import { updateAccount } from '../../../src/store/accounts.ts';
import { findBarriers, openBrowser, type SharedBrowser, watchComplaints } from '../../support/browser.ts';
import { buildPages } from '../../support/desk-browser.ts';
import { startService, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const EMAIL = 'grace@example.com';
const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'another horse entirely';

let browser: SharedBrowser;
let service: TestService;
let page: Page;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({ TEST_WORKER: '0' });
  page = await browser.newPage({ reducedMotion: 'reduce' });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

async function signIn(password: string): Promise<void> {
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function readMail(): Promise<string> {
  const folder = join(service.config.dataDir, 'mail');
  const find = async () => (await readdir(folder).catch(() => [])).find((file) => file.endsWith('.eml'));
  return readFile(join(folder, await until(find, { saying: 'a mail has come' })), 'utf8');
}

test('who signs out is out, and a wrong password says so', async () => {
  await page.goto(`${service.origin}/sign-up`);
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Hello, Grace' }).waitFor();
  await page.getByRole('button', { name: /Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
  await signIn('not my password');
  await page.getByRole('alert').getByText('Invalid email or password').waitFor();
});

test('a lost password is set anew by the link in a mail, and the page asked for comes next', async () => {
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The page before has a field of the same name.
  await page.getByRole('button', { name: 'Send the link' }).waitFor();
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await page.getByText('we have sent a link').waitFor();
  const link = /^http\S+$/m.exec(await readMail())?.[0] ?? '';
  await page.goto(link);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.waitForURL(/\/sign-in/);
  await page.goto(`${service.origin}/usage`);
  await page.waitForURL(/\/sign-in/);
  await signIn(NEW_PASSWORD);
  await page.getByRole('heading', { name: 'Usage' }).waitFor();
  assert.equal(await page.title(), 'Usage · Atelier');
  // The link is good once.
  await page.goto(link);
  await page.getByText('has expired or was already used').waitFor();
});

test('a session that ends elsewhere leads to signing in, and back', async () => {
  await page.goto(`${service.origin}/keys`);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.waitForURL(/\/sign-in\?to=/);
  await signIn(NEW_PASSWORD);
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
});

test('a suspended account is told so and can sign out', async () => {
  const { json } = await service.call('GET', '/v1/account', { headers: await dashboardHeaders() });
  await updateAccount(service.app.database.queries, json.id, { suspendedAt: new Date() });
  await page.goto(`${service.origin}/`);
  await page.getByRole('alert').getByText('This account is suspended').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(/\/sign-in/);
});

test('the pages speak the language of the browser, or the one that is chosen there', async () => {
  const german = await browser.newPage({ reducedMotion: 'reduce', locale: 'de-AT' });
  await german.goto(`${service.origin}/sign-in`);
  await german.getByRole('button', { name: 'Anmelden' }).waitFor();
  assert.equal(await german.getAttribute('html', 'lang'), 'de');
  await german.getByRole('button', { name: 'English' }).click();
  await german.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  assert.equal(await german.getAttribute('html', 'lang'), 'en');
  await german.reload();
  await german.getByRole('button', { name: 'Deutsch' }).click();
  await german.getByRole('heading', { name: 'Anmelden' }).waitFor();
});

test('the operator comes by the link of the first start, sets an address and a password, and hears where mail goes', async () => {
  const { pool, queries } = service.app.database;
  const owner = await service.account({ isOwner: true });
  await pool.query(`update accounts set email = 'owner@localhost.localdomain' where id = $1`, [owner.id]);
  const welcome = await browser.newPage({ reducedMotion: 'reduce' });
  const complaints = watchComplaints(welcome.context());
  await welcome.goto(`${service.origin}/welcome/${await makeWelcomeToken(queries, owner.id)}`);
  await welcome.getByRole('heading', { name: 'Welcome', exact: true }).waitFor();
  await welcome.getByText('are files in the folder "mail" of its data folder').waitFor();
  assert.deepEqual(await findBarriers(welcome), []);
  await welcome.getByLabel('Email address').fill('boss@example.com');
  await welcome.getByLabel('New password').fill(PASSWORD);
  await welcome.getByRole('button', { name: 'Set a password' }).click();
  await welcome.getByRole('heading', { name: /^Hello/ }).waitFor();
  await welcome.getByText('boss@example.com').first().waitFor();
  // Whoever has a password is not asked again.
  await welcome.goto(`${service.origin}/welcome`);
  await welcome.getByRole('heading', { name: /^Hello/ }).waitFor();
  assert.deepEqual(complaints, []);
});

test('a machine without a network that reaches the service is not told otherwise; a service that is gone is missed', async () => {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  // As in a browser on a machine that has only loopback.
  await context.addInitScript("Object.defineProperty(navigator, 'onLine', { get: () => false })");
  const lonely = await context.newPage();
  const { queries } = service.app.database;
  const asked = lonely.waitForResponse(/healthz/);
  await context.request.get(
    `${service.origin}/welcome/${await makeWelcomeToken(queries, (await service.account()).id)}`,
    { maxRedirects: 0 },
  );
  await lonely.goto(`${service.origin}/`);
  await asked;
  await lonely.getByRole('heading', { name: /^Hello/ }).waitFor();
  const note = lonely.getByText('The service does not answer.');
  assert.equal(await note.count(), 0);
  await context.route(/./, (route) => route.abort('connectionrefused'));
  await lonely.getByRole('link', { name: 'Library' }).first().click();
  await note.waitFor();
  await context.unroute(/./);
  await note.waitFor({ state: 'detached' });
});

async function dashboardHeaders(): Promise<Record<string, string>> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { cookie, 'sec-fetch-site': 'same-origin', origin: service.origin };
}
