// Behind an HTTP proxy: the store of weights downloads through it, and reaches this machine itself without it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { startWeightsServer, type WeightsServer } from '../support/weights-server.ts';

const WEIGHTS = randomBytes(200_000);
const STORE = new URL('../../src/models/store.ts', import.meta.url).href;

let folder: string;
let weights: WeightsServer;
/** The hosts that the proxy was asked to connect to. */
const asked: string[] = [];
const proxy = createServer().on('connect', (request, socket) => {
  asked.push(request.url ?? '');
  const { hostname, port } = new URL(weights.url);
  const upstream = connect(Number(port), hostname, () => {
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    upstream.pipe(socket).pipe(upstream);
  });
  for (const one of [upstream, socket]) one.on('error', () => [upstream, socket].forEach((end) => void end.destroy()));
});

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'atelier-proxy-'));
  weights = await startWeightsServer();
  weights.files.set('someone/model/resolve/main/weights.bin', WEIGHTS);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  proxy.closeAllConnections();
  proxy.close();
  await weights.close();
  await rm(folder, { recursive: true, force: true });
});

test('a host on the internet is asked through the proxy', async () => {
  assert.deepEqual(await pull('far-1', 'http://hub.example.com'), WEIGHTS);
  assert.deepEqual([...new Set(asked.splice(0))], ['hub.example.com:80']);
});

test('this machine is asked without the proxy', async () => {
  assert.deepEqual(await pull('near-1', weights.url), WEIGHTS);
  assert.deepEqual(asked, []);
});

/** In a process of its own: the variables are those of the service's start. */
async function pull(id: string, hubUrl: string): Promise<Buffer> {
  const file = { bytes: WEIGHTS.length, sources: ['hf:someone/model/weights.bin'] };
  const entry = { id, kind: 'other', title: 'Test', ownedBy: 'test', licence: 'MIT', files: { 'weights.bin': file } };
  const options = { modelsDir: folder, hubUrl, extraModels: [entry] };
  const program = `import { createModelStore } from '${STORE}';
    await createModelStore(${JSON.stringify(options)}).ensure('${id}');
    process.exit(0);`;
  const env = { PATH: process.env.PATH, HTTP_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env });
  return readFile(join(folder, id, 'weights.bin'));
}
