// A team in two browsers: an owner invites, a stranger signs up and accepts, acts in the role, is capped, and is removed.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { examine, openBrowser, type SharedBrowser, watchComplaints } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { goToPage } from '../../support/menu.ts';
import { PASSWORD } from '../../support/people.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const GUEST = 'grace@example.com';

let browser: SharedBrowser;
let service: TestService;
let account: TestAccount;
let owner: Awaited<ReturnType<typeof signInAs>>;
let guestContext: BrowserContext;
let guest: Page;
let complaints: string[];
let link = '';
let secret = '';

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account({ credits: 500 });
  owner = await signInAs(browser, service, account);
  guestContext = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
  complaints = watchComplaints(guestContext);
  guest = await guestContext.newPage();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const goTo = goToPage;

test('an owner invites by link, which is shown once', async () => {
  await goTo(owner.page, 'Team');
  await owner.page.getByText('opened the account').waitFor();
  await owner.page.getByRole('button', { name: 'Invite a member' }).click();
  const dialog = owner.page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('developer');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  link = (await owner.page.getByRole('region', { name: 'The link' }).textContent()) ?? '';
  assert.match(link, /\/join\/\w{26}$/);
  await owner.page.getByRole('button', { name: 'I have copied it' }).click();
  await owner.page.getByText('Whoever has the link').waitFor();
});

test('a stranger signs up on the way, accepts, and acts for the account as a developer', async () => {
  await guest.goto(link);
  await guest.getByRole('link', { name: 'Create an account' }).click();
  await guest.getByLabel('Name').fill('Grace Hopper');
  await guest.getByLabel('Email address').fill(GUEST);
  await guest.getByLabel('Password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Create an account' }).click();
  await guest.getByText('Your role will be developer.').waitFor();
  await examine(guest, 'join');
  await guest.getByRole('button', { name: 'Accept the invitation' }).click();
  await guest.getByText('You now act for').first().waitFor();
  await goTo(guest, 'API keys');
  await guest.getByRole('button', { name: 'Generate New Key' }).first().click();
  await guest.getByLabel('Name').fill('From Grace');
  await guest.getByRole('dialog').getByRole('button', { name: 'Generate New Key' }).click();
  secret = (await guest.getByRole('region', { name: 'The secret key' }).textContent()) ?? '';
  await guest.getByRole('button', { name: 'I have stored it' }).click();
  await guest.getByRole('cell', { name: GUEST }).waitFor();
  const acting = await service.call('GET', '/v1/account', { key: secret });
  assert.deepEqual([acting.json.id, acting.json.member.role], [account.id, 'developer']);
});

test('a developer sees the members but neither invitations nor the log', async () => {
  await goTo(guest, 'Team');
  await guest.getByRole('cell', { name: account.email }).waitFor();
  assert.equal(await guest.getByRole('button', { name: 'Invite a member' }).count(), 0);
  assert.equal(await guest.getByRole('heading', { name: 'Log' }).count(), 0);
  assert.deepEqual(complaints.splice(0), []);
});

test('the owner sees what was done, changes the role and sets a cap', async () => {
  const { page } = owner;
  await page.reload();
  await page.getByRole('cell', { name: 'Made a key' }).waitFor();
  await page
    .getByRole('group', { name: `Actions for ${GUEST}` })
    .getByRole('button', { name: 'Change' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Role').selectOption('viewer');
  await dialog.getByLabel('Credits a month').fill('25');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('0 of 25').waitFor();
  await page.getByText('role: developer → viewer').waitFor();
  await examine(page, 'team');
  const refused = await service.call('POST', '/v1/webhooks', { key: secret, body: {} });
  assert.equal(refused.status, 403);
});

test('the guest switches to their own account and back', async () => {
  await guest.getByRole('button', { name: 'Your account' }).click();
  await guest.getByRole('menuitemradio', { name: 'Grace Hopper' }).click();
  await guest.getByRole('heading', { name: /^Hello, Grace/ }).waitFor();
  await guest.getByRole('button', { name: 'Your account' }).click();
  await guest.getByRole('menuitemradio', { name: account.email }).click();
  await guest.getByTitle(`${account.email} ·`).waitFor();
  complaints.splice(0);
});

test('a removed member is out at once: the next page asks to sign in, the key is refused', async () => {
  const { page } = owner;
  await page
    .getByRole('group', { name: `Actions for ${GUEST}` })
    .getByRole('button', { name: 'Remove' })
    .click();
  await page.getByRole('button', { name: 'Remove the member' }).click();
  await page.getByText(`${GUEST} is removed.`).first().waitFor();
  assert.equal((await service.call('GET', '/v1/account', { key: secret })).status, 401);
  await guest.goto(`${service.origin}/team`);
  await guest.waitForURL(/\/sign-in/);
  assert.deepEqual(owner.complaints, []);
});
