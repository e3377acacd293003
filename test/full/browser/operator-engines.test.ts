// The operator's page of engines in a browser: weights that are pulled, and model servers of this machine that are connected with a click.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, openBrowser, type SharedBrowser, takeScreenshot } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { ollama, type StandIn, webUi } from '../../support/local-stand-ins.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { startWeightsServer, type WeightsServer } from '../../support/weights-server.ts';

let browser: SharedBrowser;
let service: TestService;
let weights: WeightsServer;
let beside: { ollama: StandIn; webUi: StandIn };
let folder: string;
let owner: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  weights = await startWeightsServer();
  weights.files.set('maker/toy/resolve/main/toy.bin', Buffer.alloc(2_000_000, 'weights'));
  folder = await mkdtemp(join(tmpdir(), 'atelier-desk-'));
  const toy = { 'toy.bin': { bytes: 2_000_000, sources: ['hf:maker/toy@main/toy.bin'] } };
  const models = { 'toy-1': { title: 'A toy', licence: 'MIT', kind: 'other', files: toy } };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ models }));
  beside = { ollama: await ollama(), webUi: await webUi() };
  service = await startService({
    LOCAL_SERVERS: `ollama:${beside.ollama.port},sd-webui:${beside.webUi.port}`,
    CONFIG: join(folder, 'config.json'),
    MODELS_DIR: join(folder, 'models'),
    HF_ENDPOINT: weights.url,
  });
  owner = await service.account({ isOwner: true });
});
after(async () => {
  await browser?.close();
  await service.stop();
  await weights.close();
  await Promise.all([beside.ollama.stop(), beside.webUi.stop()]);
  await rm(folder, { recursive: true, force: true });
});

test('weights are pulled while the page shows how far they are', async () => {
  // The pull lasts until the page has shown it, however slow the page is.
  weights.pauseMs = 1_000;
  const { page, complaints, close } = await signInAs(browser, service, owner, { path: '/operator/engines' });
  await page.getByRole('button', { name: 'Pull toy-1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pull' }).click();
  const bar = page.getByRole('progressbar', { name: 'Pull of toy-1' });
  await bar.waitFor();
  assert.ok(Number(await bar.getAttribute('aria-valuenow')) < 100);
  weights.pauseMs = 0;
  await page.getByRole('button', { name: 'Remove toy-1' }).waitFor();
  const advice = page.getByRole('region', { name: 'Recommended models' });
  await advice.getByRole('cell', { name: 'transcription', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Verify toy-1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Verify' }).click();
  await page.getByText('intact').waitFor();
  await page.getByRole('button', { name: 'Pull sdxs-512-1' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'I have read the licence and accept it.' }).waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  assert.deepEqual(complaints, []);
  await close();
});

for (const [device, width] of [
  ['a desktop', 1280],
  ['a phone', 390],
] as const)
  test(`a model server of this machine is found and connected with one click on ${device}`, async () => {
    const { page, complaints, close } = await signInAs(browser, service, owner, { width });
    const models = async () =>
      (await service.call('GET', '/v1/models', { key: owner.liveKey })).json.data.map((one: { id: string }) => one.id);
    await page.goto(`${service.origin}/operator/engines`);
    // A table, or a list of cards on a phone.
    const panel = page.getByLabel('Model servers', { exact: true });
    const lineOf = (name: RegExp) => panel.locator('tr, li').filter({ hasText: name });
    await panel.getByText('llama3.2:3b').waitFor();
    const row = lineOf(/Ollama 0\.12\.6/);
    await row.getByText('not used').waitFor();
    await lineOf(/Stable Diffusion web UI/)
      .getByText('dreamshaper_8')
      .waitFor();
    assert.ok(!(await models()).includes('llama3.2:3b'), 'nothing is used unasked');
    assert.deepEqual(await findBarriers(page), []);
    await assertFits(page, width);
    await page.getByRole('button', { name: 'Connect Ollama' }).click();
    await page.getByText('Ollama is connected').first().waitFor();
    await row.getByText('connected', { exact: true }).waitFor();
    await until(async () => (await models()).includes('llama3.2:3b'), { saying: 'its model is offered' });
    await takeScreenshot(page, `operator-servers-${width}`);
    await page.getByRole('button', { name: 'Disconnect Ollama' }).click();
    await page.getByRole('button', { name: 'Connect Ollama' }).waitFor();
    await until(async () => !(await models()).includes('llama3.2:3b'), { saying: 'its model is gone' });
    assert.deepEqual(complaints, []);
    await close();
  });

/** Nothing sticks out of the page, and the button is where a finger reaches it. */
async function assertFits(page: Page, width: number): Promise<void> {
  assert.ok(Number(await page.evaluate('document.documentElement.scrollWidth')) <= width, 'the page is too wide');
  const button = page.getByRole('button', { name: 'Connect Ollama' });
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  assert.ok(box && box.x >= 0 && box.x + box.width <= width, 'the button is out of sight');
}
