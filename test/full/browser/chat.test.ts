// The chat page as people know it: edit, answer again, branches, files, tools, JSON, two models, search, export, speech.
import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import type { Page } from 'playwright-core';
import { type AudioStandIn, startAudioStandIn } from '../../support/audio-stand-in.ts';
import { findBarriers, openBrowser, type SharedBrowser, seeCount, takeScreenshot } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { seeSameCall } from '../../support/menu.ts';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../../support/misbehaving-upstream.ts';
import { startService, type TestService } from '../../support/service.ts';
import { textPdf } from '../../support/text-pdf.ts';
import { until } from '../../support/until.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SIZES = [390, 1440, 1920];

/** The connections that the service in this process has accepted. */
const sockets = new Set<Socket>();
subscribe('net.server.socket', (message) => {
  const { socket } = message as { socket: Socket };
  if (socket.localPort === Number(new URL(service?.origin ?? 'http://localhost:1').port)) sockets.add(socket);
  socket.once('close', () => sockets.delete(socket));
});

let browser: SharedBrowser;
let service: TestService;
let upstream: MisbehavingUpstream;
let audio: AudioStandIn;
let folder: string;
let desk: SignedIn;
let page: Page;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  upstream = await startMisbehavingUpstream();
  audio = await startAudioStandIn(({ path }, response) =>
    path.endsWith('/speech')
      ? void response.end(silentWav())
      : void response.end(JSON.stringify({ text: 'Spoken words.' })),
  );
  folder = await mkdtemp(join(tmpdir(), 'chat-'));
  const server = { name: 'audio', kind: 'openai', base_url: audio.baseUrl };
  const config = {
    speech_upstreams: [{ ...server, models: [{ id: 'voice-of-tests-1' }] }],
    transcription_upstreams: [{ ...server, models: [{ id: 'ear-of-tests-1', timestamps: false }] }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  // Without weights of its own the service speaks and listens through the stand-in.
  const models = { MODELS_DIR: join(folder, 'models') };
  service = await startService({ CONFIG: join(folder, 'config.json'), OPENAI_BASE_URL: upstream.baseUrl, ...models });
  desk = await signInAs(browser, service, await service.account({ credits: 5_000 }), { width: 1440 });
  page = desk.page;
  await page.goto(`${service.origin}/play/chat`);
  await page.getByRole('radio', { name: 'Sandbox' }).click();
});
after(async () => {
  await browser?.close();
  await service?.stop();
  await upstream?.close();
  await audio?.close();
  await rm(folder, { recursive: true, force: true });
});

const log = () => page.getByRole('log').first();
const model = (id: string) => page.getByLabel('Model', { exact: true }).selectOption(id);

async function say(text: string): Promise<void> {
  await page.getByLabel('Message', { exact: true }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** An answer is whole when it says what it cost. */
const answered = (count: number) =>
  log()
    .getByText('tokens in')
    .nth(count - 1)
    .waitFor();

async function begin(id: string): Promise<void> {
  await page.getByRole('button', { name: 'New conversation' }).click();
  await model(id);
}

test('a message is edited, and both ways the conversation took can be seen', async () => {
  await begin('sandbox-echo-1');
  await say('first question');
  await answered(1);
  await say('second question');
  await answered(2);
  await log().getByRole('button', { name: 'Edit' }).last().click();
  await page.getByLabel('Edit the message').fill('another second');
  await page.getByRole('button', { name: 'Send again' }).click();
  await log().getByText('2 / 2').waitFor();
  await seeCount(log().getByText('second question'), 0);
  await log().getByRole('button', { name: 'Previous version' }).click();
  await log().getByText('second question').first().waitFor();
  await log().getByText('1 / 2').waitFor();
  await log().getByRole('button', { name: 'Next version' }).click();
  await log().getByText('another second').first().waitFor();
  await page.reload();
  await log().getByText('another second').first().waitFor();
  await log().getByText('2 / 2').waitFor();
  // Branches are one conversation.
  await seeCount(page.getByRole('button', { name: /^Actions for/ }), 1);
});

test('an answer is given again', async () => {
  await log().getByRole('button', { name: 'Answer again' }).last().click();
  await log().getByText('3 / 3').waitFor();
  await log().getByText('another second').first().waitFor();
});

test('an answer that is interrupted says so, and is tried again without a trace of the first try', async () => {
  await begin('sandbox-stream-break');
  await say('one two three four five six seven eight nine ten');
  await log().getByText('The answer was interrupted.').waitFor();
  await takeScreenshot(page, 'chat interrupted');
  await model('sandbox-echo-1');
  await log().getByRole('button', { name: 'Try again' }).click();
  await answered(1);
  await seeCount(log().getByText('The answer was interrupted.'), 0);
  await say('one more');
  await answered(2);
});

test('a page that is reloaded in the middle of an answer says that its end may be missing, and goes on', async () => {
  await begin('sandbox-slow');
  await say(Array.from({ length: 60 }, (_, at) => `tide${at}`).join(' '));
  await log().getByRole('listitem').last().getByText('tide0 tide1', { exact: false }).waitFor();
  await page.reload();
  await log().getByText('Its end may be missing.', { exact: false }).waitFor();
  await seeCount(log().getByText('tide59'), 1);
  await model('sandbox-echo-1');
  await log().getByRole('button', { name: 'Continue' }).click();
  await log().getByText('Continue exactly where you stopped.').first().waitFor();
  // Once another answer follows, there is nothing to go on with.
  await seeCount(log().getByRole('button', { name: 'Continue' }), 0);
  // The page asks until the service has stored the answer.
  desk.complaints.splice(0, desk.complaints.length, ...desk.complaints.filter((one) => !one.includes('404')));
});

test('a message that the service refuses costs nothing, and says so', async () => {
  await begin('sandbox-fail-429');
  await say('hello');
  await log().getByText('Not answered. Nothing was charged.').waitFor();
  await seeCount(log().getByText('The answer was interrupted.'), 0);
  desk.complaints.splice(0, desk.complaints.length, ...desk.complaints.filter((one) => !one.includes('429')));
});

test('a page that is opened anew has the cursor in its message box', async () => {
  await page.goto(`${service.origin}/play/chat`);
  await page.getByLabel('Message', { exact: true }).waitFor();
  await page.keyboard.type('typed at once');
  assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), 'typed at once');
});

test('a lost connection is told in words, with a button that goes on', async () => {
  await begin('sandbox-slow');
  await say(Array.from({ length: 60 }, (_, at) => `word${at}`).join(' '));
  await log().getByRole('listitem').last().getByText('word0 word1', { exact: false }).waitFor();
  for (const socket of sockets) socket.destroy();
  await log().getByText('The answer was interrupted.').waitFor();
  const words = await page.getByRole('alert').allTextContents();
  assert.match(words.join(' '), /connection was lost|cannot be reached/i);
  await model('sandbox-echo-1');
  await log().getByRole('button', { name: 'Try again' }).click();
  await answered(1);
});

test('text and PDF are read and sent; a picture only to a model that sees', async () => {
  await begin('sandbox-echo-1');
  const pdf = {
    name: 'bill.pdf',
    mimeType: 'application/pdf',
    buffer: textPdf('Invoice of the lighthouse', [['Keeper', 'Ada']]),
  };
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('the tide turns at noon') };
  const broken = { name: 'broken.pdf', mimeType: 'application/pdf', buffer: Buffer.from('not a pdf') };
  await page.getByLabel('Files to attach').setInputFiles([pdf, notes, broken]);
  const list = page.getByRole('list', { name: 'Attached files' });
  await list.getByText('The PDF cannot be read.').waitFor();
  await page.getByRole('button', { name: 'Remove broken.pdf' }).click();
  await list.getByText('Reading…').first().waitFor({ state: 'detached' });
  await say('What do they say?');
  await answered(1);
  await page.getByRole('button', { name: 'Code', exact: true }).click();
  const call = page.getByRole('region', { name: 'The call in curl' });
  await call.getByText('Invoice of the lighthouse').waitFor();
  await call.getByText('the tide turns at noon').waitFor();
  await page.keyboard.press('Escape');
  await log().getByText('bill.pdf', { exact: true }).waitFor();
  const picture = { name: 'dot.png', mimeType: 'image/png', buffer: PIXEL };
  await page.getByLabel('Files to attach').setInputFiles([picture]);
  await page.getByRole('alert').getByText('takes no images').waitFor();
  await page.getByLabel('Message', { exact: true }).fill('What is it?');
  assert.equal(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled(), true);
  await page.getByRole('button', { name: 'Remove dot.png' }).click();
});

test('a picture reaches a model that sees', async () => {
  await page.getByRole('radio', { name: 'Live' }).click();
  await begin('mock-good-1');
  await page.getByLabel('Files to attach').setInputFiles([{ name: 'dot.png', mimeType: 'image/png', buffer: PIXEL }]);
  await page.getByRole('list', { name: 'Attached files' }).getByText('Reading…').waitFor({ state: 'detached' });
  await say('What is it?');
  await answered(1);
  assert.match(JSON.stringify(upstream.calls.at(-1)?.body.messages), /data:image\/png;base64,/);
  await log().getByRole('img', { name: 'Attached image' }).waitFor();
  await page.getByRole('radio', { name: 'Sandbox' }).click();
});

test('a tool is called, its result goes back, and JSON mode is sent', async () => {
  await begin('sandbox-tool-call');
  await page.getByText('Tools', { exact: true }).click();
  await page.getByLabel('Functions as JSON').fill('{"wrong');
  await page.getByText('This is not a JSON array').waitFor();
  await page
    .getByLabel('Functions as JSON')
    .fill(
      '[{"name":"weather","parameters":{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}}]',
    );
  await page.getByLabel('Message', { exact: true }).fill('Weather?');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await log().getByText('Calls weather').waitFor();
  await page.getByLabel('Result of weather').fill('Sunny, 21 degrees');
  await page.getByRole('button', { name: 'Send the result' }).click();
  await log().getByText('Result of a tool').waitFor();
  await answered(2);
  await page.getByLabel('Functions as JSON').fill('');
  await model('sandbox-echo-1');
  await page.getByLabel('Answer as JSON').check();
  await say('An object, please');
  await answered(3);
  await seeSameCall(page, '"json_object"');
  await page.getByLabel('Answer as JSON').uncheck();
});

test('two models answer side by side, on every width', async () => {
  await begin('sandbox-echo-1');
  await page.getByLabel('Compare with').selectOption('sandbox-slow');
  await say('the same question');
  for (const id of ['sandbox-echo-1', 'sandbox-slow'])
    await page
      .getByRole('log', { name: `Conversation with ${id}` })
      .getByText('tokens in')
      .waitFor();
  for (const width of SIZES) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `chat compare ${width} ${colorScheme}`);
    }
    const overflow = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    assert.ok(overflow <= 0, `${overflow} pixels too wide at ${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  assert.deepEqual(await findBarriers(page), []);
  await page.getByLabel('Compare with').selectOption('');
});

test('conversations are found, renamed and exported', async () => {
  await page.getByLabel('Search conversations').fill('another second');
  const acts = page.getByRole('button', { name: /^Actions for “first question/ });
  await acts.waitFor();
  await page
    .getByRole('button', { name: /^Actions for “the same question/ })
    .first()
    .waitFor({ state: 'detached' });
  await acts.click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('Title').fill('A renamed talk');
  await page.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('button', { name: /^Actions for “A renamed talk/ });
  await renamed.waitFor();
  const exported = async (name: string) => {
    await renamed.click();
    const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const markdown = await exported('Export as Markdown');
  assert.equal(markdown.name, 'A-renamed-talk.md');
  assert.match(markdown.text, /^# A renamed talk\n\n## You\n\nfirst question\n/);
  const { text } = await exported('Export as JSON');
  assert.equal(JSON.parse(text).messages[0].content, 'first question');
});

test('an answer is read aloud, and a message dictated', async () => {
  await log().getByRole('button', { name: 'Listen' }).last().click();
  await page.context().grantPermissions(['microphone']);
  await page.getByRole('button', { name: 'Dictate' }).click();
  const stop = page.getByRole('button', { name: 'Stop and write it down' });
  await stop.getByText('0:01').waitFor();
  await stop.click();
  const written = () => page.getByLabel('Message', { exact: true }).inputValue();
  await until(async () => (await written()) === 'Spoken words.', {
    saying: 'what was said is written down',
  });
  await until(() => audio.calls.length === 2, { saying: 'both were asked for' });
  const paths = audio.calls.map(({ path }) => path.split('/').at(-1));
  assert.deepEqual(paths, ['speech', 'transcriptions']);
  assert.deepEqual(
    desk.complaints.filter(
      (complaint) => !/ERR_EMPTY_RESPONSE|ERR_CONNECTION|ERR_INCOMPLETE|ERR_FAILED/.test(complaint),
    ),
    [],
  );
});

function silentWav(): Buffer {
  const wav = Buffer.alloc(44 + 3_200);
  wav.write('RIFF');
  wav.writeUInt32LE(wav.length - 8, 4);
  wav.write('WAVEfmt ', 8);
  wav.writeUInt32LE(16, 16);
  wav.writeUInt16LE(1, 20);
  wav.writeUInt16LE(1, 22);
  wav.writeUInt32LE(16_000, 24);
  wav.writeUInt32LE(32_000, 28);
  wav.writeUInt16LE(2, 32);
  wav.writeUInt16LE(16, 34);
  wav.write('data', 36);
  wav.writeUInt32LE(3_200, 40);
  return wav;
}
