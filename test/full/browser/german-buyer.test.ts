// A German buyer: prices, checkout, a declined card, the receipt, and the pages that do not exist; nothing of ours is in English.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { downloadPdf, textOfPdf } from '../../support/pdf-text.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const GERMAN = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', locale: 'de-DE' } as const;

let browser: SharedBrowser;
let service: TestService;
let account: TestAccount;

before(async () => {
  await buildPages();
  browser = await openBrowser();
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account({ plan: 'payg', credits: 5 });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

const order = async (what: object) => {
  const body = { ...what, success_url: `${service.origin}/billing`, cancel_url: `${service.origin}/billing` };
  const answer = await service.call('POST', '/v1/payments/checkout', { key: account.liveKey, body });
  assert.equal(answer.status, 200, answer.text);
  return String(answer.json.url);
};

test('prices, checkout and missing pages are in German, in every look', async () => {
  const page = await browser.newPage(GERMAN);
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
  await page.goto(`${service.origin}/pricing`);
  await heading('Preise');
  await page.getByText('Gebühr im Monat').waitFor();
  await examine(page, 'german pricing');
  for (const path of ['/no-such-page', '/share/missing', '/app/missing', `/s/${'0'.repeat(26)}`]) {
    await page.goto(`${service.origin}${path}`);
    await heading('Diese Seite gibt es nicht');
  }
  await examine(page, 'german missing page');
  await page.goto(`${service.origin}/checkout/co_missing`);
  await heading('Diesen Kauf gibt es nicht');

  await page.goto(await order({ plan: 'pro' }));
  await heading('Tarif „Pro“, monatlich');
  await page.goto(await order({ package: 'medium' }));
  await heading('2.100 Credits');
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  await examine(page, 'german checkout');
  const pay = async (number: string) => {
    await page.getByLabel('Kartennummer').fill(number);
    await page.getByLabel('Gültig bis').fill('12/40');
    await page.getByLabel('Prüfziffer').fill('123');
    await page.getByRole('button', { name: '20,00 USD bezahlen' }).click();
  };
  await pay('4000 0000 0000 9995');
  await page.getByRole('alert').getByText('Die Karte ist nicht gedeckt.').waitFor();
  await examine(page, 'german declined card');
  await pay('4242 4242 4242 4242');
  await page.waitForURL(/\/(billing|sign-in)/);
});

test('the receipt has the language of its reader', async () => {
  const { json } = await service.call('GET', '/v1/payments/receipts', { key: account.liveKey });
  const read = async (language: string) =>
    textOfPdf(await downloadPdf(service, account.liveKey, { id: json.data[0].id, language }));
  assert.match(await read('de-DE'), /Beleg[\s\S]*Gesamtbetrag/);
  assert.match(await read('en'), /Receipt[\s\S]*Total/);
});

test('the language chosen in the dashboard is that of the checkout', async () => {
  const { page, close } = await signInAs(browser, service, account, { path: '/account' });
  await page.getByRole('button', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { level: 1, name: 'Ihr Konto' }).waitFor();
  await page.goto(await order({ package: 'small' }));
  await page.getByRole('heading', { name: '500 Credits' }).waitFor();
  await page.getByLabel('Kartennummer').waitFor();
  await close();
});
