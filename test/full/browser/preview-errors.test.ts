// An application that does not start, or throws, in a browser: its author reads what is wrong and what to do, a visitor who can help.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { startService, type TestService } from '../../support/service.ts';

const BROKEN = 'const bees = ;';
const THROWING = "throw new Error('The bees are asleep <b>now</b>');";
const DRAWING = "document.getElementById('root').textContent = 'The hives are well';";
const WIDE = { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' } as const;

let browser: SharedBrowser;
let service: TestService;

before(async () => {
  browser = await openBrowser();
  service = await startService();
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** A project, and how its only script is replaced. */
async function build() {
  const { liveKey: key } = await service.account();
  const body = { prompt: 'A simple calculator', preview: true };
  const built = await service.call('POST', '/v1/builder/build', { key, body });
  assert.equal(built.status, 200, built.text);
  const { project_id: id, preview_url: url } = built.json;
  let version = 1;
  return {
    key,
    id,
    url,
    async write(content: string) {
      const files = [{ path: 'src/main.jsx', content }];
      const body = { base_version: version, files };
      const saved = await service.call('PUT', `/v1/builder/projects/${id}/files`, { key, body });
      assert.equal(saved.status, 200, saved.text);
      version += 1;
    },
  };
}

test('an application that does not compile says so with its message, and is shown once it is mended', async () => {
  const { id, url, write } = await build();
  await write(BROKEN);
  const page = await browser.newPage(WIDE);
  assert.equal((await page.goto(url))?.status(), 502);
  await page.getByRole('heading', { name: 'The application does not start' }).waitFor();
  await page.getByRole('region', { name: 'Message' }).getByText('src/main.jsx').waitFor();
  await page.getByText('paste the message into the chat').waitFor();
  const link = page.getByRole('link', { name: 'Open the builder' });
  assert.equal(await link.getAttribute('href'), `${service.origin}/play/builder#${id}`);
  await examine(page, 'preview that does not start');
  await write(DRAWING);
  await page.getByText('The hives are well').waitFor();
  const answer = await fetch(url, { headers: { accept: '*/*' } });
  assert.equal(answer.status, 200);
  await write(BROKEN);
  const forPrograms = await service.call('GET', new URL(url).pathname);
  assert.equal(forPrograms.json.error.code, 'engine_failed');
});

test('an application that throws leaves no empty page', async () => {
  const { url, write } = await build();
  await write(THROWING);
  const page = await browser.newPage(WIDE);
  await page.goto(url);
  const alert = page.getByRole('alert');
  await alert.getByRole('heading', { name: 'The application stopped with an error' }).waitFor();
  await alert.getByText('The bees are asleep <b>now</b>').waitFor();
  await examine(page, 'preview that throws');
  // An application that draws after all is not covered.
  await page.evaluate("document.getElementById('root').textContent = 'Awake again'");
  await alert.waitFor({ state: 'detached' });
  await write(DRAWING);
  await page.getByText('The hives are well').waitFor();
});

test('a visitor reads in German what to do, and nothing of the code', async () => {
  const { key, id, write } = await build();
  await write(BROKEN);
  const published = await service.call('PUT', `/v1/builder/projects/${id}/publication`, {
    key,
    body: { enabled: true },
  });
  assert.equal(published.status, 200, published.text);
  const page = await browser.newPage({ ...WIDE, locale: 'de-DE' });
  await page.goto(published.json.url);
  await page.getByRole('heading', { name: 'Die Anwendung startet nicht' }).waitFor();
  await page.getByText('Nur wer sie gemacht hat, kann sie reparieren.').waitFor();
  assert.equal(await page.getAttribute('html', 'lang'), 'de');
  assert.doesNotMatch(await page.content(), /main\.jsx|play\/builder/);
  await examine(page, 'german published page that does not start');
});
