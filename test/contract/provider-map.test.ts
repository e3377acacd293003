// The command that fetches a newer map of provider prices: stores what can be read, and leaves the installed one in use otherwise.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'main.ts');
const run = promisify(execFile);
const model = (id: string, input: number) => ({
  id,
  match: { equals: id },
  prices: { input_mtok: input, output_mtok: 4 * input },
});
const NEWER = [
  {
    id: 'openai',
    name: 'OpenAI',
    api_pattern: 'https://api\\.openai\\.com',
    models: [model('gpt-4o-mini', 0.15), model('gpt-99', 7)],
  },
];

let folder: string;
let origin: string;
const server = createServer((request, response) => {
  if (request.url === '/none') response.writeHead(503).end();
  else response.end(request.url === '/newer' ? JSON.stringify(NEWER) : '{"some": "page"}');
});

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-map-'));
  server.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
after(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const prices = async (...args: string[]) => {
  const env = { PATH: process.env.PATH, DATA_DIR: folder, LOCAL_SERVERS: 'off' };
  const { stdout } = await run(process.execPath, [MAIN, 'prices', ...args], { env, cwd: folder });
  return stdout;
};

test('without a network the map of the package stays; a broken map is refused; a newer one is used', async () => {
  const stored = join(folder, 'provider-prices.json');
  assert.match(
    await prices('refresh', `${origin}/none`),
    /cannot be reached \(status 503\).*genai-prices 0\..* stays in use/,
  );
  await assert.rejects(prices('refresh', `${origin}/page`), /no map of provider prices/);
  assert.equal(existsSync(stored), false);
  assert.match(await prices('show', 'openai', 'gpt-99'), /does not know/);
  assert.match(await prices('refresh', `${origin}/newer`), /Stored 2 models/);
  assert.deepEqual(JSON.parse(readFileSync(stored, 'utf8')), NEWER);
  assert.match(await prices('show', 'openai', 'gpt-99'), /"output_per_million_tokens":28/);
});
