// The client library in a real Chromium, from a page of another origin.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPackage } from '../../support/built-package.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

let service: TestService;
let account: TestAccount;
let pages: Server;
let browser: SharedBrowser;
let page: Page;

before(async () => {
  browser = await openBrowser();
  buildPackage('client');
  const bundle = readFileSync(join(import.meta.dirname, '../../../client/dist/atelier-client.js'));
  pages = createServer((request, response) => {
    if (request.url === '/client.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(bundle);
    else response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A customer</title>');
  }).listen(0, '127.0.0.1');
  await once(pages, 'listening');
  const origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`;
  service = await startService({ CORS_ORIGINS: origin });
  account = await service.account();
  page = await browser.newPage();
  await page.goto(origin);
});
after(async () => {
  await browser.close();
  pages.close();
  await service.stop();
});

/** Runs the body of an async function in the page, with the library and two clients at hand. */
function inPage(body: string): Promise<unknown> {
  const { liveKey, testKey } = account;
  const settings = JSON.stringify({ origin: service.origin, liveKey, testKey });
  return page.evaluate(`(async () => {
    const library = await import('/client.js');
    const { origin, liveKey, testKey } = ${settings};
    const live = new library.Atelier({ baseUrl: origin, apiKey: liveKey, maxRetries: 0 });
    const sandbox = new library.Atelier({ baseUrl: origin, apiKey: testKey, maxRetries: 0 });
    ${body}
  })()`);
}

test('in Chromium: a chat is streamed piece by piece', async () => {
  const pieces = (await inPage(`
    const pieces = [];
    const messages = [{ role: 'user', content: 'the sea is wide' }];
    for await (const piece of sandbox.chat.streamText({ model: 'sandbox-echo-1', messages })) pieces.push(piece);
    return pieces;`)) as string[];
  assert.equal(pieces.join(''), 'the sea is wide');
  assert.ok(pieces.length > 1);
});

test('in Chromium: a picture is made as a job, and a file is uploaded', async () => {
  const made = await inPage(`
    const states = [];
    const picture = await live.image.generate({ prompt: 'a ball', width: 64, height: 64 }, { onProgress: (job) => states.push(job.status) });
    const canvas = new OffscreenCanvas(32, 32);
    canvas.getContext('2d').fillRect(4, 4, 20, 20);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    const edited = await live.image.edit({ image: new File([blob], 'square.png'), operation: 'adjust', invert: true });
    return { last: states.at(-1), url: picture.image_url, size: edited.images[0].width };`);
  const { last, url, size } = made as { last: string; url: string; size: number };
  assert.equal(last, 'completed');
  assert.ok(url.startsWith(service.origin));
  assert.equal(size, 32);
});

test('in Chromium: errors are classes, and webhooks are verified', async () => {
  const outcome = await inPage(`
    const error = await sandbox.chat.complete({ model: 'none', messages: [{ role: 'user', content: 'x' }] }).catch((one) => one);
    const refused = await library.verifyWebhook({ body: '{}', headers: {}, secret: 'whsec_eA==' }).catch((one) => one);
    return [error instanceof library.InvalidRequestError, error.code, refused instanceof library.WebhookSignatureError];`);
  assert.deepEqual(outcome, [true, 'unknown_model', true]);
});
