// Hostile content in the browser of somebody signed in: an application in the builder's preview, and a model's answer.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { addVersion, type ProjectFile } from '../../../src/store/projects.ts';
import { openBrowser, type SharedBrowser, takeScreenshot, untilInPage } from '../../support/browser.ts';
import { buildPages, signInAs } from '../../support/desk-browser.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

let browser: SharedBrowser;
let service: TestService;
let victim: TestAccount;

before(async () => {
  browser = await openBrowser();
  await buildPages();
  service = await startService();
  victim = await service.account();
});
after(async () => {
  await browser?.close();
  await service.stop();
});

const ATTACKS: Record<string, string> = {
  'read the page around': 'parent.document.body.innerText',
  'read where the page is': 'parent.location.href',
  'read what the browser keeps for us': 'parent.localStorage.getItem("environment")',
  'call into the page': 'parent.eval("1")',
  'read our cookies': 'if (!document.cookie) throw new Error("none"); return document.cookie',
  'read the account': 'return text("/v1/account")',
  'read the session': 'return text("/auth/get-session")',
  'make a key':
    'return text("/v1/account/keys", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name: "stolen" }) })',
  'make a key without asking first':
    'await fetch(home + "/v1/account/keys", { method: "POST", mode: "no-cors", credentials: "include", headers: { "content-type": "text/plain" }, body: JSON.stringify({ name: "stolen" }) }); throw new Error("nothing to read")',
  'show the keys in a frame': 'return framed("/keys")',
  'lead the whole page away': 'top.location = home + "/docs"',
};

function hostileScript(): string {
  const attacks = Object.entries(ATTACKS).map(([name, code]) => {
    const body = code.includes('return') || code.includes(';') || code.startsWith('top.') ? code : `return ${code}`;
    return `attack(${JSON.stringify(name)}, async () => { ${body}; })`;
  });
  return `
const home = location.href.split('/preview/')[0];
const loot = {};
const attack = async (name, act) => {
  try { loot[name] = { got: String(await act()) }; } catch (error) { loot[name] = { refused: error.name }; }
};
const text = async (path, init) => {
  const response = await fetch(home + path, { credentials: 'include', ...init });
  const body = await response.text();
  if (!response.ok || body === 'null') throw new Error('refused');
  return body;
};
const framed = (path) => new Promise((resolve, reject) => {
  const frame = document.createElement('iframe');
  frame.src = home + path;
  frame.onload = () => { try { resolve(frame.contentDocument.body.innerText); } catch (error) { reject(error); } };
  document.body.append(frame);
});
Promise.all([${attacks.join(',\n')}]).then(() => { globalThis.loot = loot; });
`;
}

async function plantHostileProject(): Promise<string> {
  const built = await service.call('POST', '/v1/builder/build', {
    key: victim.liveKey,
    body: { prompt: 'A todo list', framework: 'react' },
  });
  assert.equal(built.status, 200, built.text);
  const { project_id: id, preview_url: url, files } = built.json;
  const entry = /src="\/?(src\/main\.[jt]sx?)"/.exec(
    files.find((file: ProjectFile) => file.path === 'index.html').content,
  );
  const hostile = files.map(({ path, content }: ProjectFile) => ({
    path,
    content: path === entry?.[1] ? `${content}\n${hostileScript()}` : content,
  }));
  const previewId = /preview\/(\w+)/.exec(url)?.[1] ?? '';
  const owner = { accountId: victim.id, environment: 'live' as const };
  const changes = { prompt: '', summary: 'hostile', engine: 'test', changed: [], blueprint: null, requested: null };
  await service.app.database.transaction((trx) =>
    addVersion(
      trx,
      { ...owner, id, name: 'Innocent app', framework: 'react', previewId },
      { ...changes, projectId: id, archivePath: null, archiveId: null, jobId: null, files: hostile },
    ),
  );
  return id;
}

test('a hostile preview reads nothing, calls nothing and goes nowhere', async (t) => {
  const id = await plantHostileProject();
  const keysBefore = (await service.call('GET', '/v1/account/keys', { key: victim.liveKey })).json.data.length;
  const { page, close } = await signInAs(browser, service, victim, { path: `/play/builder#${id}` });
  await page.locator('iframe').waitFor();
  const frame = await (await page.locator('iframe').elementHandle())?.contentFrame();
  assert.ok(frame);
  await untilInPage(frame, 'globalThis.loot');
  const loot = (await frame.evaluate('globalThis.loot')) as Record<string, { got?: string; refused?: string }>;
  await takeScreenshot(page, 'hostile preview');
  assert.deepEqual(Object.keys(loot).sort(), Object.keys(ATTACKS).sort());
  for (const [name, { got, refused }] of Object.entries(loot)) {
    assert.equal(got, undefined, `it could ${name}: ${got}`);
    t.diagnostic(`${name}: ${refused}`);
    // Refused, not mistyped.
    assert.ok(refused === 'SecurityError' || refused === 'TypeError' || refused === 'Error', `${name}: ${refused}`);
  }
  // The page around it is where it was, and what was refused to the frame is answered to the page itself.
  assert.equal(new URL(page.url()).pathname, '/play/builder');
  assert.equal(await page.evaluate("fetch('/v1/account').then((response) => response.status)"), 200);
  const keysAfter = (await service.call('GET', '/v1/account/keys', { key: victim.liveKey })).json.data.length;
  assert.equal(keysAfter, keysBefore);
  await close();
});

/** Shown as they are, because to render them would take the page minutes. */
const HARD: Record<string, string> = {
  'a table of millions of cells': `${'|a'.repeat(800)}\n${'|-'.repeat(800)}\n${'|b\n'.repeat(1_200)}`,
  'brackets that never close': '['.repeat(7_000),
};

const ANSWERS: Record<string, string> = {
  html: '<script>document.title = "taken"</script><img src="/v1/account" onerror="document.title = \'taken\'">',
  addresses:
    '[a](javascript:alert(1)) [b](JaVaScRiPt:alert(1)) [c](data:text/html,x) [d](/keys) [e](//evil.test) <javascript:alert(1)>',
  image: '![who reads this](http://tracker.test/pixel.png)',
  nesting: `${'> '.repeat(400)}deep\n\n${'- '.repeat(400)}deep\n\n${'**a '.repeat(100)}`,
};

test('a hostile answer runs nothing, loads nothing, leads nowhere in the dashboard and does not break the page', async () => {
  const { page, close } = await signInAs(browser, service, victim);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.evaluate("localStorage.setItem('environment', 'test')");
  for (const [name, content] of Object.entries(ANSWERS)) {
    const { json } = await service.call('POST', '/sandbox/v1/chat/completions', {
      key: victim.testKey,
      body: {
        model: 'sandbox-echo-1',
        conversation_id: 'new',
        messages: [{ role: 'user', content: `${content}\n\n**the end**` }],
      },
    });
    await page.goto(`${service.origin}/play/chat#${json.conversation_id}`);
    await page.reload();
    const log = page.getByRole('log');
    await log.locator('strong').getByText('the end').waitFor();
    const addresses = await log.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    assert.deepEqual(addresses, name === 'image' ? ['http://tracker.test/pixel.png'] : [], name);
    assert.equal(await log.locator('img, script, iframe').count(), 0, name);
  }
  assert.doesNotMatch(await page.title(), /taken/);
  assert.deepEqual(
    asked.filter((url) => !url.startsWith(service.origin)),
    [],
  );
  await close();
});

test('an answer that would stall the page is shown as it is', async () => {
  const { page, close } = await signInAs(browser, service, victim);
  await page.evaluate("localStorage.setItem('environment', 'test')");
  for (const [name, content] of Object.entries(HARD)) {
    const { json, text } = await service.call('POST', '/sandbox/v1/chat/completions', {
      key: victim.testKey,
      body: {
        model: 'sandbox-echo-1',
        conversation_id: 'new',
        messages: [{ role: 'user', content: `${content}\n\n**the end**` }],
      },
    });
    assert.ok(json.conversation_id, text);
    await page.goto(`${service.origin}/play/chat#${json.conversation_id}`);
    await page.reload();
    const log = page.getByRole('log');
    await log.getByText('**the end**').last().waitFor();
    assert.equal(await log.locator('td, strong').count(), 0, name);
  }
  await close();
});
