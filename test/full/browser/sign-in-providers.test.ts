// Sign-in with another service in a browser: the button, the provider's own pages, the account that it opens, and connecting it.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages } from '../../support/desk-browser.ts';
import { CLIENT, startOidcProvider, type TestIssuer } from '../../support/oidc-provider.ts';
import { PASSWORD } from '../../support/people.ts';
import { freePort, startService, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let issuer: TestIssuer;
let service: TestService;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  const port = await freePort();
  issuer = await startOidcProvider([`http://127.0.0.1:${port}/auth/callback/company`]);
  service = await startService({
    TEST_WORKER: '0',
    PORT: String(port),
    OIDC_ISSUERS: 'company',
    OIDC_COMPANY_ISSUER: issuer.url,
    OIDC_COMPANY_CLIENT_ID: CLIENT.id,
    OIDC_COMPANY_CLIENT_SECRET: CLIENT.secret,
    OIDC_COMPANY_LABEL: 'Example Inc.',
  });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  issuer?.stop();
});

/** The provider's own pages: who one is, then the consent. */
async function passProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.locator('input[name="prompt"][value="consent"]').waitFor({ state: 'attached' });
  await page.locator('button[type="submit"]').click();
}

test('the button leads to the provider and back, into a new account', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.goto(`${service.origin}/sign-in`);
  await examine(page, 'sign in with another service');
  await page.getByRole('button', { name: 'Continue with Example Inc.' }).click();
  await passProvider(page, 'ada@example.com');
  await page.getByRole('heading', { name: /^Hello, Ada/ }).waitFor();
  await page.goto(`${service.origin}/account`);
  await page.getByRole('button', { name: 'Disconnect Example Inc.' }).click();
  await page.getByText('it is your only way to sign in').waitFor();
});

test('who has a password connects the service, and signs in with it from then on', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const email = 'grace@example.com';
  await page.goto(`${service.origin}/sign-up`);
  await page.getByLabel('Name').fill('Grace');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Hello, Grace' }).waitFor();
  await page.goto(`${service.origin}/account`);
  await page.getByRole('button', { name: 'Connect Example Inc.' }).click();
  await passProvider(page, email);
  await page.getByRole('button', { name: 'Disconnect Example Inc.' }).waitFor();
  await page.context().clearCookies();
  await page.goto(`${service.origin}/sign-in`);
  await page.getByRole('button', { name: 'Continue with Example Inc.' }).click();
  await passProvider(page, email);
  await page.getByRole('heading', { name: 'Hello, Grace' }).waitFor();
  const users = await service.app.database.pool.query('select 1 from auth_users where email = $1', [email]);
  assert.equal(users.rows.length, 1);
});

test('a sign-in that is cancelled at the provider says so', async () => {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.goto(`${service.origin}/sign-in`);
  await page.getByRole('button', { name: 'Continue with Example Inc.' }).click();
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.getByText('The sign-in was cancelled at the other service.').waitFor();
});
