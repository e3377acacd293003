// "The same call" that playgrounds show really is one: each text is run as it stands against a running service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { type CallToShow, curlOf, pythonOf, typeScriptOf } from '../../../dashboard/src/parts/same-call-text.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const run = promisify(execFile);
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/p0X9jQAAAABJRU5ErkJggg==',
  'base64',
);

let service: TestService;
let account: TestAccount;
let folder: string;
let base: string;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
  folder = await mkdtemp(join(tmpdir(), 'atelier-same-call-'));
  await writeFile(join(folder, 'dot one.png'), PIXEL);
  base = `${service.origin}/sandbox/v1`;
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

const said = `It's "quoted", $HOME \\ and\non two lines: é 🙂`;
const messages = [{ role: 'user', content: said }];
const CALLS: Record<string, { request: CallToShow; answer: RegExp }> = {
  'a read': { request: { method: 'GET', path: '/models' }, answer: /sandbox-echo-1/ },
  'a body with every kind of quote': {
    request: { method: 'POST', path: '/chat/completions', body: { model: 'sandbox-echo-1', messages, n: undefined } },
    answer: /quoted/,
  },
  'a stream': {
    request: { method: 'POST', path: '/chat/completions', body: { model: 'sandbox-echo-1', messages, stream: true } },
    answer: /data: \[DONE\]/,
  },
  'a file': {
    request: { method: 'POST', path: '/files', files: { file: 'dot one.png' } },
    answer: /dot one\.png/,
  },
  'a deletion that is refused': {
    request: { method: 'DELETE', path: '/music/none' },
    answer: /not_found/,
  },
};

for (const [name, { request, answer }] of Object.entries(CALLS)) {
  test(`${name} is the same call in curl, TypeScript and Python`, async (t) => {
    const settings = { cwd: folder, env: { ...process.env, KEY: account.testKey } };
    const curl = await run('bash', ['-c', `${curlOf(base, request)} -s`], settings);
    assert.match(curl.stdout, answer);
    const script = join(folder, 'call.mts');
    await writeFile(script, typeScriptOf(base, request));
    const typeScript = await run(process.execPath, [script], settings);
    assert.match(typeScript.stdout, answer);
    const python = pythonOf(base, request);
    const canRun = await run('python3', ['-c', 'import requests']).then(
      () => true,
      () => false,
    );
    if (canRun) assert.match((await run('python3', ['-c', python], settings)).stdout, answer);
    else {
      t.diagnostic('Python was only parsed: this machine has no requests package');
      await run('python3', ['-c', `import ast, sys; ast.parse(sys.argv[1])`, python]);
    }
  });
}
