// The playgrounds in a real browser: text, code and sound, without complaints and without barriers.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { type AudioStandIn, startAudioStandIn } from '../../support/audio-stand-in.ts';
import { findBarriers, openBrowser, type SharedBrowser, takeScreenshot, untilInPage } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { goToPage, seeSameCall } from '../../support/menu.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

/** What a browser itself writes when a call is refused; the page shows it in words. */
const REFUSED = /the server responded with a status of (402|503)/;

let browser: SharedBrowser;
let service: TestService;
let customer: TestAccount;
let desk: SignedIn;
let page: Page;
let audio: AudioStandIn;
let folder: string;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  audio = await startAudioStandIn(({ path }, response) =>
    path.endsWith('/speech')
      ? void response.end(silentWav())
      : void response.end(JSON.stringify({ text: 'Good evening to you all.' })),
  );
  folder = await mkdtemp(join(tmpdir(), 'playgrounds-'));
  const server = { name: 'audio', kind: 'openai', base_url: audio.baseUrl };
  const config = {
    speech_upstreams: [{ ...server, models: [{ id: 'voice-of-tests-1' }] }],
    transcription_upstreams: [{ ...server, models: [{ id: 'ear-of-tests-1', timestamps: false }] }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({ CONFIG: join(folder, 'config.json') });
  customer = await service.account({ credits: 1_000 });
  desk = await signInAs(browser, service, customer);
  page = desk.page;
  await page.getByRole('radio', { name: 'Sandbox' }).click();
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await audio?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Walks, then looks: what the page complains of, and what stands in anybody's way. */
function walk(name: string, steps: () => Promise<void>): void {
  test(name, async () => {
    await steps();
    await takeScreenshot(page, `playground ${name}`);
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(
      desk.complaints.splice(0).filter((complaint) => !REFUSED.test(complaint)),
      [],
    );
  });
}

const goTo = (name: string) => goToPage(page, name);
const sameCall = (path: string) => seeSameCall(page, path);

walk('an answer is shown as text, whatever it contains, and its conversation is kept', async () => {
  await goTo('Chat');
  await page.getByLabel('Model', { exact: true }).selectOption('sandbox-echo-1');
  const hostile = '**bold** <img src=x onerror="document.title=1"> [press](javascript:document.title=1)';
  await page.getByLabel('Message', { exact: true }).fill(`${hostile}\n\n\`\`\`python\nprint("hi")\n\`\`\``);
  await page.getByRole('button', { name: 'Send' }).click();
  const log = page.getByRole('log');
  await log.getByText('tokens in').waitFor();
  await log.getByText(/[\d.]+ credits?/).waitFor();
  assert.equal(await log.locator('strong').textContent(), 'bold');
  assert.equal(await log.locator('img').count(), 0);
  assert.equal(await log.locator('a').count(), 0);
  await log.getByRole('region', { name: 'Code in python' }).getByText('print').waitFor();
  await page.reload();
  await log.locator('strong').getByText('bold').waitFor();
  await page.getByLabel('Message', { exact: true }).fill('And once more');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('4 messages').waitFor();
  await sameCall('/sandbox/v1/chat/completions');
});

walk('an answer can be stopped, and a conversation deleted', async () => {
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByLabel('Model', { exact: true }).selectOption('sandbox-slow');
  await page.getByLabel('Message', { exact: true }).fill('one two three four five six seven eight nine ten');
  await page.keyboard.press('Enter');
  // Its first words: a page that stalls shows several at once, and the question has them all.
  await page
    .getByRole('log')
    .getByText(/^one two(?!.* ten)/)
    .waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped. Only what was written is charged.').waitFor();
  await page.getByRole('button', { name: /^Actions for “\*\*bold/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('4 messages').waitFor({ state: 'detached' });
});

walk('an engine that is not ready says so in words', async () => {
  await page.getByRole('button', { name: 'New conversation' }).click();
  await page.getByLabel('Model', { exact: true }).selectOption('sandbox-fail-503');
  await page.getByLabel('Message', { exact: true }).fill('Hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('alert').getByText('The engine for this is not ready yet.').waitFor();
});

walk('code is refactored with its changes shown, and can be worked on with', async () => {
  await goTo('Code');
  await page.getByText('Refactor', { exact: true }).first().click();
  await page.getByLabel('Your code').fill('def area(w, h):\n    return w*h\n');
  await page.getByLabel('Language', { exact: true }).selectOption('python');
  // The model says back what it is told: the longer code within is its answer.
  const better = 'def area(width: float, height: float) -> float:\n    return width * height';
  await page.getByLabel('Goal').fill(`names that speak, like\n\`\`\`python\n${better}\n\`\`\`\nand types`);
  await page.getByText('More settings').click();
  await page.getByLabel('Model', { exact: true }).selectOption('sandbox-echo-1');
  await page.getByRole('button', { name: 'Refactor' }).click();
  await page.getByRole('tab', { name: 'Whole code' }).waitFor();
  await page.getByRole('region', { name: 'Changes in code.py' }).getByText('return width * height').waitFor();
  await page.getByText('The syntax is correct.').waitFor();
  await page.getByRole('button', { name: 'Use as your code' }).click();
  assert.equal((await page.getByLabel('Your code').inputValue()).trim(), better);
  await sameCall('/sandbox/v1/code/refactor');
});

/** A second of silence that a browser plays. */
function silentWav(): Buffer {
  const header = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x80\x3e\0\0\x02\0\x10\0data\0\0\0\0',
    'latin1',
  );
  header.writeUInt32LE(36 + 16_000, 4);
  header.writeUInt32LE(16_000, 40);
  return Buffer.concat([header, Buffer.alloc(16_000)]);
}

walk('a text is spoken and can be played, and a recording is written down', async () => {
  await goTo('Audio');
  await page.getByLabel('Text to speak').fill('Good evening to you all.');
  await page.getByLabel('Format').selectOption('wav');
  await page.getByLabel('Model', { exact: true }).selectOption('voice-of-tests-1');
  await page.getByRole('button', { name: 'Speak' }).click();
  const player = page.locator('audio');
  await player.waitFor();
  await untilInPage(page, 'document.querySelector("audio")?.duration === 1');
  assert.deepEqual(await findBarriers(page), []);
  await sameCall('/sandbox/v1/audio/speech');
  await page.getByRole('radio', { name: 'Transcription' }).check({ force: true });
  await page.getByLabel('Recording').setInputFiles({ name: 'a.wav', mimeType: 'audio/wav', buffer: silentWav() });
  await page.getByLabel('Model', { exact: true }).selectOption('ear-of-tests-1');
  await page.getByRole('button', { name: 'Transcribe' }).click();
  await page.getByText('Good evening to you all.').waitFor();
});

walk('who has no credits is shown the way to buy some', async () => {
  const poor = await signInAs(browser, service, await service.account({ credits: 0 }), { path: '/play/image' });
  await poor.page.getByLabel('Describe the image').fill('A pear');
  await poor.page.getByRole('button', { name: 'Generate', exact: true }).click();
  await poor.page.getByRole('alert').getByRole('link', { name: 'Buy credits' }).click();
  await poor.page.waitForURL(/\/billing/);
  await poor.close();
});
