// Hostile generated apps: each does its worst inside the sandbox, and nothing of it is felt outside.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { Sandbox } from '@atelier/kit';
import { createPreviewEngine } from '../../src/engines/preview/engine.ts';
import type { PreviewEngine, RunningPreview } from '../../src/engines/preview/port.ts';
import { WATCH_LIMITS } from '../../src/engines/preview/watchdog.ts';
import { needSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

let engine: PreviewEngine;
let folder = '';
const signal = new AbortController().signal;

before(async () => {
  await needSandbox();
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  // On a busy machine a loop gets less than the share that a preview may use for ever: here nothing comes back.
  engine = createPreviewEngine({ folder, watchLimits: { ...WATCH_LIMITS, burstSeconds: 4, recoveryShare: 0 } });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

/** Serves what `answer` evaluates to; `atStart` runs before it listens. */
function serverOf(answer: string, atStart = ''): { path: string; content: string }[] {
  const content = `import { createServer } from 'node:http';
import fs from 'node:fs';
import os from 'node:os';
import net from 'node:net';
import { spawn, spawnSync } from 'node:child_process';
${atStart}
createServer(async (request, response) => {
  let body;
  try { body = await (async () => { ${answer} })(); } catch (error) { body = { refused: error.code ?? error.message }; }
  response.end(JSON.stringify(body));
}).listen(Number(process.env.PORT), '127.0.0.1');
`;
  return [
    { path: 'package.json', content: '{"type":"module","scripts":{"start":"node server.js"}}' },
    { path: 'server.js', content },
  ];
}

async function ask(preview: RunningPreview): Promise<Record<string, unknown>> {
  const { body } = await preview.request({ method: 'GET', path: '/', headers: {} }, signal);
  const chunks: Uint8Array[] = [];
  if (body instanceof Uint8Array) chunks.push(body);
  else for await (const chunk of body) chunks.push(chunk as Uint8Array);
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>;
}

async function withApp(
  files: { path: string; content: string }[],
  work: (preview: RunningPreview) => Promise<void>,
): Promise<void> {
  const preview = await engine.start(files, 'nodejs', null, signal);
  try {
    await work(preview);
  } finally {
    await preview.stop();
  }
}

test('without a sandbox nothing is run: the start is refused', async () => {
  const bare = createPreviewEngine({ folder, sandbox: new Sandbox(null) });
  await assert.rejects(bare.start(serverOf('return {}'), 'nodejs', null, signal), { code: 'engine_unavailable' });
  await bare.close();
});

test('it sees neither our environment nor our files', async () => {
  process.env.BUILDER_TEST_SECRET = 'do not tell';
  const here = new URL('../../package.json', import.meta.url).pathname;
  const answer = `const tried = {}; for (const path of ${JSON.stringify([here, '/etc/passwd', '/etc/shadow', '/root', '/home', '/proc/1/environ', folder])}) { try { tried[path] = fs.statSync(path).isDirectory() ? fs.readdirSync(path).length : fs.readFileSync(path, 'utf8').length; } catch (error) { tried[path] = error.code; } } return { environment: process.env, tried, processes: fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name)).length, uid: process.getuid() };`;
  await withApp(serverOf(answer), async (preview) => {
    const seen = (await ask(preview)) as {
      environment: Record<string, string>;
      tried: Record<string, unknown>;
      processes: number;
      uid: number;
    };
    assert.deepEqual(
      Object.keys(seen.environment).sort(),
      ['HOME', 'HOST', 'LANG', 'NODE_ENV', 'PATH', 'PORT', 'PWD', 'PYTHONDONTWRITEBYTECODE'].filter(
        (name) => name in seen.environment,
      ),
    );
    assert.ok(!JSON.stringify(seen.environment).includes('do not tell'));
    for (const path of [here, '/etc/passwd', '/etc/shadow', '/home', folder])
      assert.equal(seen.tried[path], 'ENOENT', `${path} must not exist inside`);
    assert.ok(seen.tried['/root'] === 'ENOENT' || typeof seen.tried['/root'] === 'number');
    assert.ok(seen.processes < 20, 'only its own processes are visible');
    assert.notEqual(seen.uid, 0);
  });
});

test('it reaches no network: not the metadata address, not our ports, not a name', async () => {
  const ours = createServer((_request, response) => response.end('secret'));
  await new Promise<void>((resolve) => ours.listen(0, '127.0.0.1', resolve));
  const { port } = ours.address() as AddressInfo;
  const answer = `const tries = {}; for (const url of ['http://169.254.169.254/latest/meta-data/', 'http://127.0.0.1:${port}/', 'http://example.com/']) { try { tries[url] = (await fetch(url, { signal: AbortSignal.timeout(1500) })).status; } catch (error) { tries[url] = error.cause?.code ?? error.name; } } return { tries, addresses: Object.values(os.networkInterfaces()).flat().map((each) => each.address) };`;
  await withApp(serverOf(answer), async (preview) => {
    const { tries, addresses } = (await ask(preview)) as { tries: Record<string, unknown>; addresses: string[] };
    for (const [url, outcome] of Object.entries(tries))
      assert.equal(typeof outcome, 'string', `${url} must not answer`);
    assert.ok(addresses.every((address) => address === '127.0.0.1' || address === '::1'));
  });
  ours.close();
});

test('a 10 GB write ends at its small disk, and none of it is on ours', async () => {
  const free = async () => Number((await statfs(folder)).bavail) * Number((await statfs(folder)).bsize);
  const before = await free();
  const answer = `const block = Buffer.alloc(1 << 20); const outcome = {}; for (const place of ['/app/big', '/tmp/big', '/dev/shm/big', '/big', '/usr/big', '/door/big']) { let written = 0; try { const file = fs.openSync(place, 'w'); try { while (written < 10240) { fs.writeSync(file, block); written += 1; } } finally { fs.closeSync(file); } } catch (error) { outcome[place] = [written, error.code]; } } return outcome;`;
  await withApp(serverOf(answer), async (preview) => {
    const outcome = (await ask(preview)) as Record<string, [number, string]>;
    for (const [place, [megabytes, code]] of Object.entries(outcome)) {
      assert.ok(megabytes <= 64, `${place} took ${megabytes} MB`);
      assert.match(code, /ENOSPC|EFBIG|EROFS|EACCES|EPERM|EIO/);
    }
    assert.equal(Object.keys(outcome).length, 6);
  });
  assert.ok(before - (await free()) < 512 * 1024 * 1024);
});

test('a fork bomb meets its limit, the service goes on, and no process is left', async () => {
  const mark = `bomb-${process.pid}-${Date.now()}`;
  const bomb = `const args = ['-e', "const {spawn} = require('child_process'); setInterval(() => { for (let i = 0; i < 8; i += 1) { try { spawn(process.execPath, process.argv.slice(1), { stdio: 'ignore' }).on('error', () => {}); } catch {} } }, 20)", '${mark}']; for (let i = 0; i < 4; i += 1) spawn(process.execPath, ['-e', args[1], '${mark}'], { stdio: 'ignore' }).on('error', () => {});`;
  const preview = await engine.start(serverOf('return { alive: true }', bomb), 'nodejs', null, signal);
  const other = await engine.start(serverOf('return { alive: true }'), 'nodejs', null, signal);
  const started = Date.now();
  assert.deepEqual(await ask(other), { alive: true }, 'another preview answers meanwhile');
  await Promise.race([preview.ended, new Promise((resolve) => setTimeout(resolve, 8000).unref())]);
  await preview.stop();
  await other.stop();
  assert.ok(Date.now() - started < 30_000);
  // The kernel takes a whole process table down by itself, a moment after its first process.
  await until(async () => (await countProcesses(mark)) === 0, { saying: 'nothing of the bomb is left' });
});

test('an endless loop and a memory hog are ended, with the reason said', async () => {
  const loop = await engine.start(
    serverOf(
      'return {}',
      "setTimeout(() => { for (let i = 0; i < 3; i += 1) spawn(process.execPath, ['-e', 'for(;;);']); for (;;); }, 100);",
    ),
    'nodejs',
    null,
    signal,
  );
  const hog = await engine.start(
    serverOf('return {}', 'const kept = []; setInterval(() => kept.push(Buffer.alloc(40 << 20, 1)), 30);'),
    'nodejs',
    null,
    signal,
  );
  assert.match(await hog.ended, /memory/);
  assert.match(await loop.ended, /CPU time|The app ended/);
});

test('after all that the doors are cleaned up', async () => {
  assert.deepEqual(await readdir(folder), []);
});

async function countProcesses(mark: string): Promise<number> {
  if (!existsSync('/proc')) return 0;
  const { readFile } = await import('node:fs/promises');
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(mark)).length;
}
