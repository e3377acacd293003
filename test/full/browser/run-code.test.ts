// The code page runs what a model wrote: a program in the service's sandbox, a page in a frame that reaches nothing.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { examine, openBrowser, type SharedBrowser } from '../../support/browser.ts';
import { buildPages, type SignedIn, signInAs } from '../../support/desk-browser.ts';
import { needSandbox } from '../../support/sandbox.ts';
import { startService, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let service: TestService;
let desk: SignedIn;

before(async () => {
  await needSandbox();
  needProgram('python');
  browser = await openBrowser();
  await buildPages();
  service = await startService({ TEST_WORKER: '0' });
  desk = await signInAs(browser, service, await service.account({ credits: 100 }), { path: '/play/code' });
});
after(async () => {
  await browser?.close();
  await service?.stop();
});

/** The model of the sandbox repeats what it is asked for. */
async function write(language: string, code: string): Promise<void> {
  const { page } = desk;
  await page.getByLabel('Language').selectOption(language);
  await page.getByLabel('What the code should do').fill(code);
  await page.getByRole('button', { name: 'Generate', exact: true }).last().click();
}

test('Python is run, and what it printed is shown', async () => {
  const { page } = desk;
  await page.getByRole('radio', { name: 'Sandbox' }).click();
  await page.getByText('More settings').click();
  await page.getByLabel('Model', { exact: true }).selectOption('sandbox-echo-1');
  await write('python', '```python\nprint(6 * 7)\n```');
  await page.getByRole('button', { name: 'Run it' }).click();
  await page.getByText(/^Ended with 0 after/).waitFor();
  await page.getByRole('region', { name: 'Output' }).getByText('42').waitFor();
  await examine(page, 'code run');
  assert.deepEqual(desk.complaints.splice(0), []);
});

test('HTML is shown with its scripts, and reaches neither the page around it nor the service', async () => {
  const { page } = desk;
  const attack =
    '<p id=said>begun</p><script>const said = document.getElementById("said"); let top_ = "closed"; try { top_ = String(parent.document.title); } catch {} fetch("/v1/account").then(() => "open", () => "closed").then((net) => { let jar = "none"; try { jar = document.cookie || jar; } catch {} said.textContent = ["top", top_, "net", net, "cookie", jar].join(" "); });</script>';
  await write('html', `\`\`\`html\n${attack}\n\`\`\``);
  await page.getByRole('button', { name: 'Show the page' }).click();
  await page.frameLocator('iframe').getByText('top closed net closed cookie none').waitFor();
  // Its refusals are what is wanted.
  desk.complaints.splice(0);
  const alone = await fetch(`${service.origin}/html-frame`);
  assert.match(alone.headers.get('content-security-policy') ?? '', /^sandbox allow-scripts; default-src 'none'/);
});
