// The billing pages in a browser: a coupon, automatic top-up and referrals; with Stripe the saved cards and the customer portal.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { openDesk } from '../../support/operator-kit.ts';
import { startService, type TestService } from '../../support/service.ts';
import { type StripeKit, startStripeKit } from '../../support/stripe-kit.ts';
import { until } from '../../support/until.ts';

let browser: SharedBrowser;
let service: TestService;
let stripe: StripeKit;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService({ TEST_WORKER: '0', REFERRAL_CREDITS: '50' });
  stripe = await startStripeKit({ TEST_WORKER: '0' });
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await stripe?.stop();
});

test('a coupon is taken off at the checkout, and the credits are there afterwards', async () => {
  const desk = await openDesk(service);
  const { code } = (await desk.act('/coupons', { percent_off: 50, max_uses: 1, reason: 'a test' })).json;
  const { page, complaints } = await signInAs(browser, service, await service.account({ plan: 'payg', credits: 5 }), {
    path: '/billing',
  });
  await page.getByLabel('Another amount of credits').fill('1000');
  await page.getByLabel('Coupon').fill(code);
  await page.getByRole('button', { name: 'Go to checkout' }).click();
  await page.getByText(`Coupon ${code}`).waitFor();
  await page.getByRole('button', { name: 'Pay 5.00 USD' }).waitFor();
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Valid until').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay 5.00 USD' }).click();
  await page.waitForURL(/\/billing/);
  await page.getByText('Thank you. The payment went through.').first().waitFor();
  await page.getByText('1,005').first().waitFor();
  assert.deepEqual(complaints, []);
});

test('automatic top-up is turned on, kept, and turned off', async () => {
  const account = await service.account({ plan: 'payg', credits: 500 });
  const { page } = await signInAs(browser, service, account);
  const settings = async () => (await service.call('GET', '/v1/payments/settings', { key: account.liveKey })).json;
  const panel = page.locator('form:has([role="switch"])');
  await page.goto(`${service.origin}/billing`);
  await panel.getByRole('switch', { name: 'Buy a package automatically' }).click();
  await panel.getByLabel('When fewer credits are left than').fill('250');
  await panel.getByRole('button', { name: 'Save' }).click();
  await until(async () => (await settings()).auto_top_up?.below === 250, { saying: 'the top-up is stored' });
  await page.reload();
  assert.equal(await panel.getByLabel('When fewer credits are left than').inputValue(), '250');
  await examine(page, 'billing with automatic top-up');
  await panel.getByRole('switch', { name: 'Buy a package automatically' }).click();
  await panel.getByRole('button', { name: 'Save' }).click();
  await until(async () => (await settings()).auto_top_up === null, { saying: 'the top-up is off' });
});

test('a referral code is accepted once, and both sides see it', async () => {
  const [referrer, referred] = [await service.account({ plan: 'free' }), await service.account({ plan: 'free' })];
  const { json } = await service.call('GET', '/v1/payments/referral', { key: referrer.liveKey });
  const { page } = await signInAs(browser, service, referred, { path: '/billing' });
  await page.getByLabel('Were you referred? Enter the code').fill(json.code);
  await page.getByRole('button', { name: 'Accept the code' }).click();
  await page.getByText('Accepted. The credits come with your first purchase.').first().waitFor();
  await page.getByLabel('Were you referred? Enter the code').fill(json.code);
  await page.getByRole('button', { name: 'Accept the code' }).click();
  await page.getByRole('alert').first().waitFor();
  const other = await signInAs(browser, service, referrer, { path: '/billing' });
  await other.page.getByText('One account accepted your code').waitFor();
});

test('with Stripe, cards are saved at Stripe, listed and removed, and the portal opens', async () => {
  const account = await stripe.service.account({ plan: 'payg' });
  const { page } = await signInAs(browser, stripe.service, account);
  // Stripe's own pages are not reached from a test: what matters is that the browser goes there.
  const left: string[] = [];
  await page.context().route(
    (url) => url.origin !== stripe.service.origin,
    (route) => {
      left.push(route.request().url());
      return route.fulfill({ contentType: 'text/html', body: '<p>Stripe' });
    },
  );
  const details = `${stripe.service.origin}/billing?tab=details`;
  await page.goto(details);
  await page.getByText('No saved cards').waitFor();
  await page.getByRole('button', { name: 'Save a card' }).click();
  await page.getByText('Stripe', { exact: true }).waitFor();
  const { state } = stripe.standIn;
  state.saveCard(state.customerOf(account.id)?.id ?? '');
  await page.goto(details);
  await page.getByText('…4242').waitFor();
  await examine(page, 'billing with a saved card');
  await page.getByRole('button', { name: 'Remove the card ending in 4242' }).click();
  await page.getByText('No saved cards').waitFor();
  await page.getByRole('button', { name: 'Open the customer portal' }).click();
  await until(() => left.length >= 2, { saying: 'the browser went to Stripe twice' });
  assert.ok(
    left.every((url) => /^https:\/\/[\w.-]*stripe\.com\//.test(url)),
    left.join(' '),
  );
});

test('before and at the checkout it is said what renews, when, and which plan a first purchase brings', async () => {
  const account = await service.account({ plan: 'free', credits: 5 });
  const { page, complaints, close } = await signInAs(browser, service, account, { path: '/billing' });
  await page.getByText('changes your plan from Free to Pay as you go: 10,000 calls a day').waitFor();
  await examine(page, 'billing before the first purchase');
  await page.getByRole('button', { name: /2,100 credits/ }).click();
  await page.getByText('your plan changes from Free to Pay as you go').waitFor();
  await page.getByText('Total today').waitFor();
  await examine(page, 'checkout of a package');
  await page.goto(`${service.origin}/billing?tab=plan`);
  await page.getByText('Begins with your first purchase of credits').waitFor();
  await page.getByRole('button', { name: 'Buy credits' }).click();
  await page.getByLabel('Another amount of credits').waitFor();
  await page.goto(`${service.origin}/billing?tab=plan`);
  await page.getByRole('button', { name: 'Choose Pro', exact: true }).click();
  await page.getByRole('heading', { name: 'Pro plan, monthly' }).waitFor();
  await page.getByText(/^Renews on .* and every month after that for 20\.00 USD/).waitFor();
  await page.getByText('Credits every month').waitFor();
  await examine(page, 'checkout of a plan');
  await page.getByLabel('Card number').fill('4242 4242 4242 4242');
  await page.getByLabel('Valid until').fill('12/40');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: 'Pay 20.00 USD' }).click();
  await page.getByText('Thank you. The payment went through.').first().waitFor();
  await page.getByRole('tab', { name: 'Plan', exact: true }).click();
  await page.getByText(/^Renews on .* for \$20\.00, then every month\.$/).waitFor();
  await examine(page, 'plan that renews');
  const { json } = await service.call('GET', '/v1/payments/receipts', { key: account.liveKey });
  assert.match(json.data[0].description, /^Pro plan, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d$/);
  assert.deepEqual(complaints, []);
  await close();
});

test('behind a proxy without a payment provider the page says why nothing is sold and what to set; the sandbox sells', async () => {
  const closed = await startService({ TEST_WORKER: '0', TRUST_PROXY: '1' });
  try {
    const owner = await signInAs(browser, closed, await closed.account({ isOwner: true }), { path: '/billing' });
    const note = owner.page.getByRole('note').filter({ hasText: 'Nothing can be bought here yet' });
    await note.getByText('Set STRIPE_SECRET_KEY to sell').waitFor();
    const package2100 = owner.page.getByRole('button', { name: /2,100 credits/ });
    assert.ok(await package2100.isDisabled());
    await examine(owner.page, 'billing without sales');
    await owner.page.getByRole('tab', { name: 'Plan', exact: true }).click();
    await note.waitFor();
    assert.ok(await owner.page.getByRole('button', { name: 'Choose Pro', exact: true }).isDisabled());
    await owner.page.getByRole('radio', { name: 'Sandbox' }).click();
    await note.waitFor({ state: 'detached' });
    await owner.page.getByRole('tab', { name: 'Credits', exact: true }).click();
    await package2100.click();
    await owner.page.getByRole('button', { name: 'Pay 20.00 USD' }).waitFor();
    assert.deepEqual(owner.complaints, []);
    const customer = await signInAs(browser, closed, await closed.account({ plan: 'payg' }), { path: '/billing' });
    await customer.page.getByText('Its operator must connect one.').waitFor();
    assert.equal(await customer.page.getByText('STRIPE_SECRET_KEY').count(), 0);
    await Promise.all([owner.close(), customer.close()]);
  } finally {
    await closed.stop();
  }
});
