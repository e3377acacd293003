// The client and the command line as packages: small, without dependencies, typed, and run by the machine's own Node.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { installPacked, runProgram } from '../../support/built-package.ts';
import { runCommandLine } from '../../support/command-line.ts';
import { startService } from '../../support/service.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const MAX_BYTES = 15 * 1024;
let packed: ReturnType<typeof installPacked>;

before(() => {
  packed = installPacked(['client', 'cli']);
});
after(() => packed.remove());

const installed = (...path: string[]) => join(packed.folder, 'node_modules', '@atelier', 'client', ...path);

test('the bundle is below 15 kB compressed and asks for nothing else', (t) => {
  const bundle = readFileSync(installed('atelier-client.js'));
  const [gzip, brotli] = [gzipSync(bundle).length, brotliCompressSync(bundle).length];
  t.diagnostic(`${bundle.length} bytes, ${gzip} with gzip, ${brotli} with brotli`);
  assert.ok(gzip < MAX_BYTES, `${gzip} bytes`);
  assert.doesNotMatch(bundle.toString(), /\bfrom\s*["']|require\(|node:/);
  const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8'));
  assert.equal(manifest.dependencies, undefined);
});

test('its types hold for a program with the types of Node and for one with those of a browser', () => {
  writeFileSync(join(packed.folder, 'program.ts'), PROGRAM);
  const common = { module: 'esnext', moduleResolution: 'bundler', strict: true, noEmit: true, skipLibCheck: false };
  const environments = {
    node: {
      ...common,
      target: 'es2023',
      lib: ['es2023'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
    },
    browser: { ...common, target: 'es2023', lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'], types: [] },
  };
  for (const [name, compilerOptions] of Object.entries(environments)) {
    const project = join(packed.folder, `tsconfig.${name}.json`);
    writeFileSync(project, JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    runProgram(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', project], {
      cwd: packed.folder,
    });
  }
});

test('the command runs where it was installed, with the machine’s own Node, and in the checkout', (t) => {
  const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(ROOT));
  const env = { ...process.env, PATH: path.join(delimiter) };
  t.diagnostic(`Node ${runProgram('node', ['--version'], { cwd: packed.folder, env }).trim()}`);
  const installed = runProgram('npx', ['--no-install', 'atelier', '--help'], { cwd: packed.folder, env });
  assert.match(installed, /webhooks/);
  assert.equal(runProgram('npx', ['--no-install', 'atelier', '--help'], { cwd: ROOT, env }), installed);
});

test('the installed client talks to a service from the machine’s own Node', async () => {
  const service = await startService();
  const { testKey } = await service.account();
  const env = { PATH: process.env.PATH, ATELIER_URL: service.origin, ATELIER_API_KEY: testKey };
  const said = await runCommandLine('/usr/bin/env', ['node', '--input-type=module', '-e', SPEAK], {
    cwd: packed.folder,
    env,
  });
  await service.stop();
  assert.deepEqual([said.code, said.stdout], [0, 'the sea is wide'], said.stderr);
});

const SPEAK = `
import { Atelier } from '@atelier/client';
const messages = [{ role: 'user', content: 'the sea is wide' }];
for await (const text of new Atelier().chat.streamText({ model: 'sandbox-echo-1', messages })) process.stdout.write(text);
`;

const PROGRAM = `
import { Atelier, RateLimitError, verifyWebhook } from '@atelier/client';
const client = new Atelier({ apiKey: 'sk_test_x' });
export async function run(): Promise<string> {
  for await (const text of client.chat.streamText({ model: 'default', messages: [{ role: 'user', content: 'Hi' }] })) {
    const word: string = text;
    if (!word) break;
  }
  const song = await client.music.generate({ prompt: 'x', genre: 'pop' }).result({ onProgress: (job) => job.progress });
  const sections: { name: string }[] | undefined = song.sections;
  // @ts-expect-error a duration is a number
  client.music.generate({ prompt: 'x', duration: 'long' });
  // @ts-expect-error a prompt is required
  client.image.generate({ width: 64 });
  for await (const { id } of client.jobs.list({ status: 'completed' })) if (id) break;
  const event = await verifyWebhook({ body: '', headers: new Headers(), secret: 'whsec_' });
  if (event.type === 'generation.failed') return event.data.error.message;
  return String(sections?.length) + String(new Error() instanceof RateLimitError);
}
`;
