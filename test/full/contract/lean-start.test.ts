// A server that only passes calls on loads none of the engines' runtimes and models: what has no use yet takes no memory.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { createTestDatabase } from '../../support/database.ts';
import { startServerProcess } from '../../support/server-process.ts';

const LIST = `import { registerHooks } from 'node:module';
import { appendFileSync } from 'node:fs';
registerHooks({ load(url, context, next) { appendFileSync(process.env.LOADED, url + '\\n'); return next(url, context); } });`;

/** Networks, codecs, renderers, compilers and the language model of the reader. */
const HEAVY =
  /node_modules\/(onnxruntime-\w+|node-llama-cpp|@node-llama-cpp|node-av|@img|sharp|wink-nlp|wink-eng-lite-web-model|web-tree-sitter|esbuild|vite|typescript|pdfkit|pdfjs-dist)\//;

test('a server that has started has loaded no runtime and no model of an engine', async () => {
  const database = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), 'atelier-lean-'));
  const loaded = join(folder, 'loaded');
  const server = await startServerProcess(
    new URL('../../support/paid-server.ts', import.meta.url),
    { DATA_DIR: folder, DATABASE_URL: database.url, LOADED: loaded },
    ['--import', `data:text/javascript,${encodeURIComponent(LIST)}`],
  );
  try {
    assert.equal((await fetch(`${server.origin}/healthz`)).status, 200);
    const urls = (await readFile(loaded, 'utf8')).trim().split('\n');
    assert.ok(urls.length > 500, `${urls.length} modules`);
    assert.deepEqual(
      urls.filter((url) => HEAVY.test(url)),
      [],
    );
  } finally {
    await server.stop();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  }
});
