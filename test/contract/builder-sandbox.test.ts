// Hostile generated apps: each does its worst inside the sandbox, and nothing of it is felt outside.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { Sandbox } from '@atelier/kit';
import { createPreviewEngine } from '../../src/engines/preview/engine.ts';
import type { PreviewEngine, RunningPreview } from '../../src/engines/preview/port.ts';
import { askApp as ask, serverOf } from '../support/hostile-app.ts';
import { needSandbox } from '../support/sandbox.ts';

let engine: PreviewEngine;
let folder = '';
const signal = new AbortController().signal;

before(async () => {
  await needSandbox();
  folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  engine = createPreviewEngine({ folder });
});
after(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

async function withApp(
  files: { path: string; content: string }[],
  work: (preview: RunningPreview) => Promise<void>,
): Promise<void> {
  const preview = await engine.start({ files, framework: 'nodejs' }, signal);
  try {
    await work(preview);
  } finally {
    await preview.stop();
  }
}

test('without a sandbox nothing is run: the start is refused', async () => {
  const bare = createPreviewEngine({ folder, sandbox: new Sandbox(null) });
  await assert.rejects(bare.start({ files: serverOf('return {}'), framework: 'nodejs' }, signal), {
    code: 'engine_unavailable',
  });
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
  // Others write on this disk meanwhile, but no ten gigabytes.
  assert.ok(before - (await free()) < 4 * 1024 ** 3);
});

test('after all that the doors are cleaned up', async () => {
  assert.deepEqual(await readdir(folder), []);
});
