// Three walks in Chromium, each with a mouse, by touch on a phone and by keyboard alone: the first minute, a purchase, the operator's desk.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { announceAccount } from '../../../src/app/events.ts';
import { openAccountWithKeys } from '../../../src/app/first-start.ts';
import { makeWelcomeToken } from '../../../src/modules/account/welcome-link.ts';
import {
  findBarriers,
  openBrowser,
  type SharedBrowser,
  takeScreenshot,
  untilInPage,
  watchComplaints,
} from '../../support/browser.ts';
import { buildPages } from '../../support/desk-browser.ts';
import { type Hands, WAYS, type Way } from '../../support/hands.ts';
import { goToPage } from '../../support/menu.ts';
import { type ObedientUpstream, startObedientUpstream } from '../../support/obedient-upstream.ts';
import { PASSWORD, postAuth } from '../../support/people.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

/** A picture of a page that still loads shows nothing. */
const IS_LOADED = `!document.querySelector('[role=progressbar][aria-label="Loading…"]')`;

let browser: SharedBrowser;
let service: TestService;
let upstream: ObedientUpstream;
let owner: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  upstream = await startObedientUpstream(['big-1']);
  service = await startService();
  owner = await service.account({ isOwner: true });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.close();
});

interface Walk extends Hands {
  page: Page;
  /** Looks at the page as it is: a picture, axe, and whether it fits the screen. */
  stop(name: string): Promise<void>;
  goTo(name: string): Promise<void>;
}

/** Signs in by the welcome link of the account, walks, and lists what the pages complained of; refusals that are wanted are named. */
async function walk(
  name: string,
  way: Way,
  steps: { accountId: string; wanted?: RegExp; go(at: Walk): Promise<void> },
) {
  const context = await browser.newContext({ ...way.look, reducedMotion: 'reduce' });
  const complaints = watchComplaints(context);
  const page = await context.newPage();
  const hands = way.hands(page);
  let stops = 0;
  const token = await makeWelcomeToken(service.app.database.queries, steps.accountId);
  await page.goto(`${service.origin}/welcome/${token}`);
  await page.getByRole('main').waitFor();
  await steps.go({
    page,
    ...hands,
    async stop(stage) {
      await untilInPage(page, IS_LOADED);
      stops += 1;
      await takeScreenshot(page, `walk ${name} ${way.name} ${String(stops).padStart(2, '0')} ${stage}`);
      // Axe sees the same page by keyboard as with a mouse.
      if (!way.isKeyboard) assert.deepEqual(await findBarriers(page), [], `${name} ${way.name}: ${stage}`);
      const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
      assert.ok(overflow <= 0, `${name} ${way.name}: ${stage} is ${overflow} pixels too wide`);
    },
    async goTo(link) {
      // On a phone the operator's pages are among the settings.
      if (way.isPhone && link === 'Operator') {
        await goToPage(page, 'Account', hands.press);
        await hands.press(page.getByRole('link', { name: link, exact: true }));
      } else await goToPage(page, link, hands.press);
    },
  });
  assert.deepEqual(
    complaints.filter((one) => !steps.wanted?.test(one)),
    [],
  );
  await context.close();
}

for (const way of WAYS) {
  test(`the first minute: welcome link, email and password, a chat, an image, ${way.name}`, async () => {
    const number = WAYS.indexOf(way);
    // As a first start without OWNER_EMAIL opens it.
    const email = `owner-${number}@localhost.localdomain`;
    const terms = { email, plan: 'free', isOwner: false, liveCredits: 0, announce: announceAccount };
    const { account } = await openAccountWithKeys(service.app.database, terms);
    const own = `ada-${number}@example.com`;
    await walk('first minute', way, {
      accountId: account.id,
      go: async ({ page, press, write, choose, stop, goTo }) => {
        await page.waitForURL(/\/welcome$/);
        await page.getByLabel('New password').waitFor();
        await stop('welcome');
        await write(page.getByLabel('Email address'), own);
        await write(page.getByLabel('New password'), PASSWORD);
        await press(page.getByRole('button', { name: 'Set a password' }));
        await page.getByText('The password is set.').first().waitFor();
        await page.getByRole('heading', { name: /^Hello/ }).waitFor();
        await page.getByTitle(/worth \$0\.00/).waitFor();
        await page.getByRole('textbox', { name: 'Your question' }).waitFor();
        await stop('home');

        await press(page.getByRole('button', { name: /Your account/ }));
        await press(page.getByRole('menuitem', { name: 'Account settings' }));
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByLabel('Current password').waitFor();
        await stop('account');

        await press(page.getByRole('radio', { name: 'Sandbox' }));
        await goTo('Chat');
        await page.getByText('Nothing here costs money').waitFor();
        const settings = page.getByRole('button', { name: 'Settings', exact: true });
        if (way.isPhone) await press(settings);
        await choose(page.getByLabel('Model', { exact: true }), 'sandbox-echo-1');
        if (way.isPhone) await press(page.getByRole('button', { name: 'Close: Settings' }));
        await write(page.getByLabel('Message', { exact: true }), 'Tell me about the tides');
        await stop('chat');
        await press(page.getByRole('button', { name: 'Send', exact: true }));
        await page.getByRole('log').first().getByText('tokens in').first().waitFor();
        await stop('answered');

        await goTo('Image');
        await write(page.getByLabel('Describe the image'), 'Two red balloons above a lake');
        if (way.isPhone) await press(settings);
        await choose(page.getByLabel('Size'), '512x512');
        if (way.isPhone) await press(page.getByRole('button', { name: 'Close: Settings' }));
        await press(page.getByRole('button', { name: 'Generate', exact: true }));
        await page
          .getByRole('img', { name: /Two red balloons/ })
          .first()
          .waitFor();
        await untilInPage(page, '[...document.images].some((image) => image.naturalWidth >= 512)');
        await stop('image');
      },
    });
    assert.equal((await postAuth(service, 'sign-in/email', { email: own, password: PASSWORD })).status, 200);
  });

  test(`a buyer: a declined card, a package, its receipt, the balance, a plan, ${way.name}`, async () => {
    const buyer = await service.account({ plan: 'payg', credits: 5 });
    await walk('buyer', way, {
      accountId: buyer.id,
      // The browser's own note of the card that is declined and of the pages that do not exist.
      wanted: /status of (402|404)/,
      go: async ({ page, press, write, stop, goTo }) => {
        const pay = async (number: string) => {
          await write(page.getByLabel('Card number'), number);
          await write(page.getByLabel('Valid until'), '12/40');
          await write(page.getByLabel('Security code'), '123');
          await press(page.getByRole('button', { name: /^Pay/ }));
        };
        await goTo('Billing');
        await page.getByText('2,100 credits').first().waitFor();
        await stop('billing');
        await press(page.getByRole('button', { name: /2,100 credits/ }));
        await page.waitForURL(/\/checkout\//);
        await page.getByLabel('Card number').waitFor();
        await stop('checkout');
        await pay('4000 0000 0000 0002');
        await page.getByRole('alert').waitFor();
        await stop('declined');
        await pay('4242 4242 4242 4242');
        await page.waitForURL(/\/billing/);
        await page.getByText('Thank you. The payment went through.').first().waitFor();
        await page.getByText('2,105').first().waitFor();
        await stop('paid');

        await press(page.getByRole('tab', { name: 'Invoices' }));
        const receipt = page.getByRole('link', { name: /^Download/ });
        await receipt.waitFor();
        await stop('receipts');
        const download = page.waitForEvent('download');
        await press(receipt);
        assert.match((await download).suggestedFilename(), /\.pdf$/);

        await press(page.getByRole('tab', { name: 'Plan', exact: true }));
        await press(page.getByRole('button', { name: 'Choose Pro', exact: true }));
        await page.waitForURL(/\/checkout\//);
        const checkout = page.url();
        await page.getByLabel('Card number').waitFor();
        await stop('checkout of a plan');
        await pay('4242 4242 4242 4242');
        await page.waitForURL(/\/billing/);
        await page.getByText('Thank you. The payment went through.').first().waitFor();
        await stop('plan paid');

        await page.goto(checkout);
        await page.getByText('This checkout is').waitFor();
        await stop('checkout again');
        for (const path of [
          '/checkout/co_missing',
          '/no-such-page',
          '/share/missing',
          '/app/missing',
          '/docs/missing',
        ]) {
          await page.goto(`${service.origin}${path}`);
          await page.getByRole('heading').first().waitFor();
          await stop(`missing ${path.split('/')[1]}`);
        }
      },
    });
    const { json } = await service.call('GET', '/v1/payments/balance', { key: buyer.liveKey });
    assert.equal(json.plan, 'pro');
    assert.ok(json.credits > 2_105, 'the plan brings credits');
  });

  test(`an operator: an account and its plan, an upstream added and tried, codes, the audit log, ${way.name}`, async () => {
    const customer = await service.account({ plan: 'free' });
    const name = `house-${WAYS.indexOf(way)}`;
    await walk('operator', way, {
      accountId: owner.id,
      go: async ({ page, press, write, choose, stop, goTo }) => {
        const dialog = page.getByRole('dialog');
        const desk = (link: string) =>
          press(page.getByRole('navigation', { name: 'Operator pages' }).getByRole('link', { name: link }));
        /** A line of a table, or the card that stands for it on a phone. */
        const line = (text: string) => page.locator('main tr, main li').filter({ hasText: text });
        await goTo('Operator');
        await write(page.getByRole('searchbox', { name: 'Search' }), customer.email);
        await page.getByRole('link', { name: customer.email }).waitFor();
        await stop('accounts');
        await press(page.getByRole('link', { name: customer.email }));
        await page.getByRole('heading', { level: 1, name: customer.email }).waitFor();
        await stop('account');
        await press(page.getByRole('button', { name: 'Change plan' }));
        await choose(dialog.getByLabel('New plan'), 'pro');
        await write(dialog.getByLabel('Reason'), 'a partner of ours');
        await stop('change plan');
        await press(dialog.getByRole('button', { name: 'Change', exact: true }));
        await dialog.waitFor({ state: 'detached' });
        await page.getByText('Done. The plan is now pro').first().waitFor();

        await desk('Upstreams and prices');
        await press(page.getByRole('button', { name: 'Add an upstream' }).first());
        const fields = {
          Name: name,
          Address: upstream.baseUrl,
          'API key': 'sk-secret-1',
          Model: `${name}-model`,
          "The upstream's own name for it": 'big-1',
          'Price of input': '100',
          'Price of output': '200',
          Reason: 'a larger model',
        };
        for (const [label, value] of Object.entries(fields))
          await write(dialog.getByLabel(label, { exact: true }), value);
        await stop('add an upstream');
        await press(dialog.getByRole('button', { name: 'Add', exact: true }));
        await dialog.waitFor({ state: 'detached' });
        await line(`${name}-model`).first().waitFor();
        await stop('upstreams');
        await press(line(`${name}-model`).getByRole('button', { name: 'Try' }).first());
        await press(dialog.getByRole('button', { name: 'Send' }));
        await dialog.getByRole('status').getByText('word').first().waitFor();
        await stop('upstream tried');
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });

        await desk('Codes');
        await press(page.getByRole('button', { name: 'Create codes' }).first());
        await write(dialog.getByLabel('Number of codes'), '3');
        await write(dialog.getByLabel('Reason'), 'for the fair');
        await press(dialog.getByRole('button', { name: 'Create', exact: true }));
        await page.getByRole('dialog', { name: '3 codes' }).waitFor();
        await stop('codes');
        await press(dialog.getByRole('button', { name: 'Close' }).first());
        await dialog.waitFor({ state: 'detached' });

        await desk('Audit log');
        for (const reason of ['a partner of ours', 'a larger model', 'for the fair'])
          await line(reason).first().waitFor();
        await stop('audit log');
      },
    });
    const { json } = await service.call('GET', '/v1/payments/balance', { key: customer.liveKey });
    assert.equal(json.plan, 'pro');
  });
}
