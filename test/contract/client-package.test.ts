// The client as a package: small, without dependencies, and typed for whoever installs it.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { installPacked, runProgram } from '../support/built-package.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MOST_BYTES = 15 * 1024;
let packed: ReturnType<typeof installPacked>;

before(() => {
  packed = installPacked(['client']);
});
after(() => packed.remove());

const installed = (...path: string[]) => join(packed.folder, 'node_modules', '@atelier', 'client', ...path);

test('the bundle is below 15 kB compressed and asks for nothing else', (t) => {
  const bundle = readFileSync(installed('dist', 'atelier-client.js'));
  const [gzip, brotli] = [gzipSync(bundle).length, brotliCompressSync(bundle).length];
  t.diagnostic(`${bundle.length} bytes, ${gzip} with gzip, ${brotli} with brotli`);
  assert.ok(gzip < MOST_BYTES, `${gzip} bytes`);
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
