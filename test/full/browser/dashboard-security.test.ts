// The security of one's own account in a browser: the second factor with its codes, and sessions that end.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { awayFromTheEdge, codeNow, keyOf } from '../../support/authenticator.ts';
import { examine, openBrowser, type SharedBrowser, watchComplaints } from '../../support/browser.ts';
import { buildPages } from '../../support/desk-browser.ts';
import { PASSWORD } from '../../support/people.ts';
import { startService, type TestService } from '../../support/service.ts';

const EMAIL = 'hedy@example.com';

let browser: SharedBrowser;
let service: TestService;
let page: Page;
let complaints: string[];
let recoveryCodes: string[];
let appKey: Buffer;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({ TEST_WORKER: '0' });
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  complaints = watchComplaints(context);
  page = await context.newPage();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

async function signIn(on: Page): Promise<void> {
  await on.goto(`${service.origin}/sign-in`);
  await on.getByLabel('Email address').fill(EMAIL);
  await on.getByLabel('Password').fill(PASSWORD);
  await on.getByRole('button', { name: 'Sign in' }).click();
}

test('the second factor is set up with a QR code that the page draws itself', async () => {
  await page.goto(`${service.origin}/sign-up`);
  await page.getByLabel('Name').fill('Hedy');
  await page.getByLabel('Email address').fill(EMAIL);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create an account' }).click();
  await page.getByRole('heading', { name: 'Hello, Hedy' }).waitFor();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(`${service.origin}/account`);
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor();
  await examine(page, 'set up the second factor');
  const secret = await page.getByRole('region', { name: 'Or enter this key by hand' }).innerText();
  appKey = keyOf(`otpauth://totp/x?secret=${secret.trim()}`);
  await awayFromTheEdge();
  await page.getByLabel('Code from the app').fill(codeNow(appKey, -1));
  await page.getByRole('button', { name: 'Confirm' }).click();
  const shown = page.getByRole('region', { name: 'Your recovery codes' });
  recoveryCodes = (await shown.innerText()).trim().split('\n');
  assert.equal(recoveryCodes.length, 10);
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText('10 recovery codes are left.').waitFor();
  await examine(page, 'account with a second factor');
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(service.origin) && !/^(data|blob):/.test(url)),
    [],
  );
});

test('signing in elsewhere asks for a code, and the first browser can end that session', async () => {
  const other = await browser.newPage({ reducedMotion: 'reduce' });
  await signIn(other);
  await other.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await examine(other, 'sign in with a code');
  await awayFromTheEdge();
  await other.getByLabel('Code', { exact: true }).fill(codeNow(appKey, 1));
  await other.getByRole('button', { name: 'Continue' }).click();
  await other.getByRole('heading', { name: 'Hello, Hedy' }).waitFor();
  await page.reload();
  await page.getByText('This browser', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^Sign out Chrome/ }).click();
  await page.getByText('That browser is signed out.').first().waitFor();
  await other.goto(`${service.origin}/keys`);
  await other.waitForURL(/\/sign-in/);
});

test('a recovery code signs in once', async () => {
  const other = await browser.newPage({ reducedMotion: 'reduce' });
  for (const outcome of ['in', 'refused']) {
    await signIn(other);
    await other.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await other.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await other.getByRole('button', { name: 'Continue' }).click();
    if (outcome === 'in') await other.getByRole('heading', { name: 'Hello, Hedy' }).waitFor();
    else await other.getByRole('alert').waitFor();
    await other.context().clearCookies();
  }
  assert.deepEqual(complaints, []);
});
