// Code over HTTP: bare code, true word on its syntax, one repair, a diff that applies.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { type MisbehavingUpstream, startMisbehavingUpstream } from '../support/misbehaving-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { chunkText, readEvents } from '../support/sse.ts';

const run = promisify(execFile);
const ADD = 'def add(a, b):\n    return a + b';

let upstream: MisbehavingUpstream;
let service: TestService;
let account: TestAccount;

before(async () => {
  upstream = await startMisbehavingUpstream();
  service = await startService({ OPENAI_BASE_URL: upstream.baseUrl });
  account = await service.account();
});

after(async () => {
  await upstream.close();
  await service.stop();
});

test('code that does not parse is repaired once; fences and chatter are gone', async () => {
  const { status, json } = await post('/code/generate', {
    prompt: 'a function that adds two numbers',
    language: 'python',
  });
  assert.equal(status, 200, JSON.stringify(json));
  assert.equal(json.object, 'code.generation');
  assert.equal(json.code, ADD);
  assert.equal(json.language, 'python');
  assert.equal(json.repaired, true);
  assert.deepEqual(json.syntax, { checked: true, ok: true, errors: [] });
  assert.ok(json.usage.credits > 0);
});

test('what stays broken is said to be broken, and where', async () => {
  const { json } = await post('/code/generate', { prompt: 'add in Python', model: 'mock-code-stubborn-1' });
  assert.equal(json.language, 'python');
  assert.equal(json.syntax.checked, true);
  assert.equal(json.syntax.ok, false);
  assert.ok([1, 2].includes(json.syntax.errors[0].line), JSON.stringify(json.syntax));
  assert.equal(json.repaired, undefined);
});

test('words instead of code are no code: nothing is called correct', async () => {
  const { json } = await post('/code/generate', { prompt: 'add', language: 'python', model: 'mock-code-talk-1' });
  assert.equal(json.code, '');
  assert.match(json.explanation, /sum of the two numbers/);
  assert.deepEqual(json.syntax, { checked: false, ok: false, errors: [] });
  assert.match(json.warnings[0], /wrote no code/);
});

test('a language without a grammar is said to be unchecked', async () => {
  const { json } = await post('/code/generate', { prompt: 'add', language: 'COBOL' });
  assert.equal(json.language, 'cobol');
  assert.equal(json.syntax.checked, false);
});

test('a stream sends the bare code in pieces, then the whole reply', async () => {
  const response = await fetch(`${service.origin}/v1/code/refactor`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code: 'def f(x):\n  return sum(x)\n', language: 'py', model: 'mock-code-1', stream: true }),
  });
  const events = await readEvents(response);
  assert.equal(events.at(-1), '[DONE]');
  const parts = events.slice(0, -1).map((event) => JSON.parse(event));
  const whole = parts.at(-1);
  assert.equal(parts.slice(0, -1).map(chunkText).join('').trimEnd(), whole.code.trimEnd());
  assert.equal(whole.object, 'code.refactoring');
  assert.ok(whole.usage.credits > 0);
});

test('the diff of a refactoring applies with git, and with patch where there is one', async () => {
  const hasPatch = await run('patch', ['--version']).then(
    () => true,
    () => false,
  );
  const tools = [['git', 'apply', 'change.diff'], ...(hasPatch ? [['patch', '-p1', '-i', 'change.diff']] : [])];
  for (const before of [
    'def f(v):\n  t = 0\n  for x in v:\n    t = t + x\n  return t\n',
    'def f(v):\n  return sum(v)',
  ]) {
    const { json } = await post('/code/refactor', { code: before, language: 'python', goal: 'readability' });
    assert.match(json.diff, /^--- a\/code\.py\n\+\+\+ b\/code\.py\n@@ /);
    for (const [command = '', ...parameters] of tools) {
      const folder = await mkdtemp(join(tmpdir(), 'atelier-diff-'));
      await writeFile(join(folder, 'code.py'), before);
      await writeFile(join(folder, 'change.diff'), json.diff);
      await run(command, parameters, { cwd: folder });
      assert.equal(await readFile(join(folder, 'code.py'), 'utf8'), json.code);
      await rm(folder, { recursive: true });
    }
  }
});

test('a completion gives what comes next, and the whole', async () => {
  const { json } = await post('/code/complete', { code: 'def add(a, b):\n', language: 'python' });
  assert.equal(json.completion, '    return a + b');
  assert.equal(json.code, ADD);
  assert.equal(json.syntax.ok, true);
});

test('an explanation leaves the code as it was', async () => {
  const { json } = await post('/code/explain', { code: ADD, detail: 'brief' });
  assert.equal(json.explanation, 'It adds two numbers.');
  assert.equal(json.code, ADD);
  assert.equal(json.language, 'python', 'found out from the code');
});

test('bad fields are named', async () => {
  const cases: [string, object, string][] = [
    ['/code/generate', { language: 'python' }, 'prompt'],
    ['/code/generate', { prompt: 'x', language: 'klingon' }, 'language'],
    ['/code/complete', { code: 'x', cursor: 99 }, 'cursor'],
    ['/code/explain', { code: 'x', detail: 'epic' }, 'detail'],
    ['/code/refactor', { code: '' }, 'code'],
  ];
  for (const [path, body, param] of cases) {
    const { status, json } = await post(path, body);
    assert.equal(status, 400, JSON.stringify(json));
    assert.equal(json.error.param, param);
  }
});

test('there are 50 languages or more, 20 or more of them checked', async () => {
  const { json } = await service.call('GET', '/v1/code/languages', { key: account.liveKey });
  assert.ok(json.data.length >= 50);
  assert.ok(json.data.filter(({ checked }: { checked: boolean }) => checked).length >= 20);
  assert.equal(new Set(json.data.map(({ id }: { id: string }) => id)).size, json.data.length);
});

function post(path: string, body: object) {
  return service.call('POST', `/v1${path}`, { key: account.liveKey, body: { model: 'mock-code-1', ...body } });
}

test('max_tokens bounds everything that a call does, the repair included', async () => {
  const { status, json } = await post('/code/generate', { prompt: 'add', language: 'python', max_tokens: 20 });
  assert.equal(status, 200, JSON.stringify(json));
  assert.ok(json.usage.completion_tokens <= 20, JSON.stringify(json.usage));
  assert.equal(json.finish_reason, 'length');
  const wide = await post('/code/generate', { prompt: 'add', language: 'python', max_tokens: 90 });
  assert.equal(wide.json.repaired, true);
  assert.ok(wide.json.usage.completion_tokens <= 90, JSON.stringify(wide.json.usage));
});
