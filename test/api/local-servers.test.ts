// Model servers that run beside the service: found, told to the operator, and used only after they were connected.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { connectServer, disconnectServer } from '../../src/commands/local-servers.ts';
import { loadConfig } from '../../src/config/config.ts';
import { readConnected } from '../../src/config/connected-file.ts';
import type { Log } from '../../src/core/log.ts';
import { findLocalServers } from '../../src/net/local-servers/find.ts';
import { announceLocalServers, LocalServers } from '../../src/upstreams/local-servers.ts';
import { ATELIER, runCommandLine } from '../support/command-line.ts';
import { comfyUi, llamaCpp, lmStudio, ollama, type StandIn, standIn, vllm, webUi } from '../support/local-stand-ins.ts';
import { type OperatorKit, openDesk } from '../support/operator-kit.ts';
import { startService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const never = new AbortController().signal;
const beside: Record<string, StandIn> = {};
let service: TestService;
let desk: OperatorKit;
let setting: string;

before(async () => {
  Object.assign(beside, {
    ollama: await ollama(),
    'lm-studio': await lmStudio(),
    'llama.cpp': await llamaCpp(),
    vllm: await vllm(),
    comfyui: await comfyUi(),
    'sd-webui': await webUi(),
  });
  setting = Object.entries(beside)
    .map(([id, { port }]) => `${id}:${port}`)
    .join(',');
  service = await startService({ LOCAL_SERVERS: setting, LOG_LEVEL: 'silent' });
  desk = await openDesk(service);
});
after(async () => {
  await service.stop();
  await Promise.all(Object.values(beside).map((one) => one.stop()));
});

const servers = async () => {
  const { data } = (await desk.read('/local-servers')).json;
  return Object.fromEntries(data.map((one: { id: string }) => [one.id, one]));
};
const modelIds = async () => {
  const { json } = await service.call('GET', '/v1/models', { key: desk.owner.liveKey });
  return json.data.map((model: { id: string }) => model.id) as string[];
};

test('every kind is found by its own protocol, with its models, and none is used', async () => {
  const found = await servers();
  const shown = Object.values(
    found as Record<string, { id: string; version: string; models: string[]; state: string }>,
  );
  assert.deepEqual(
    shown.map(({ id, version, models, state }) => [id, version, models.join(), state]),
    [
      ['ollama', '0.12.6', 'llama3.2:3b', 'found'],
      ['lm-studio', null, 'qwen2-vl-7b-instruct', 'found'],
      ['llama.cpp', 'b8681-4f2a1c', 'gemma-3-4b-it-Q4_K_M.gguf', 'found'],
      ['vllm', '0.11.0', 'Qwen/Qwen3-8B', 'found'],
      ['comfyui', '0.7.0', 'SDXL/sd_xl_base_1.0.safetensors', 'found'],
      ['sd-webui', null, 'dreamshaper_8.safetensors [879db523c3]', 'found'],
    ],
  );
  assert.ok(!(await modelIds()).includes('llama3.2:3b'));
  assert.ok(beside.ollama?.asked.every((asked) => asked.startsWith('GET ')));
});

test('a start says what was found and how to connect it', async () => {
  const lines: string[] = [];
  const log = { info: (_facts: object, line: string) => lines.push(line) } as unknown as Log;
  await announceLocalServers(new LocalServers(service.config), log, never);
  assert.match(lines[0] ?? '', /found Ollama 0\.12\.6 at .* with llama3\.2:3b; not used.*models -- connect ollama/);
  assert.equal(lines.length, 6);
});

test('a connected server answers calls at once, is written down, and is disconnected again', async () => {
  const connected = await desk.act('/local-servers/ollama/connect', { reason: 'better answers' });
  assert.equal(connected.status, 200, connected.text);
  assert.equal(connected.json.state, 'connected');
  await until(async () => (await modelIds()).includes('llama3.2:3b'), { saying: 'the model of Ollama is listed' });
  const body = { model: 'llama3.2:3b', messages: [{ role: 'user', content: 'Hello' }] };
  const answer = await service.call('POST', '/v1/chat/completions', { key: desk.owner.liveKey, body });
  assert.equal(answer.json.choices?.[0].message.content, 'Hello from beside.', answer.text);
  assert.equal(Number(answer.headers.get('x-credits-charged')) > 0, true);
  await embedBeside();
  const file = JSON.parse(await readFile(service.config.connectedPath, 'utf8'));
  assert.deepEqual(file.upstreams, [{ name: 'ollama', base_url: `http://127.0.0.1:${beside.ollama?.port}/v1` }]);
  const again = await desk.act('/local-servers/ollama/connect', {});
  assert.equal(again.json.state, 'connected');
  assert.equal(JSON.parse(await readFile(service.config.connectedPath, 'utf8')).upstreams.length, 1);

  const gone = await desk.act('/local-servers/ollama/disconnect', {});
  assert.equal(gone.status, 200, gone.text);
  await until(async () => !(await modelIds()).some((id) => /llama3\.2|nomic/.test(id)), {
    saying: 'the models of Ollama are gone',
  });
  assert.equal((await desk.act('/local-servers/ollama/disconnect', {})).status, 404);
  const { data } = (await desk.read('/audit')).json;
  assert.deepEqual(
    data.slice(0, 3).map((one: { action: string; target: string }) => `${one.action} ${one.target}`),
    ['upstream.disconnect ollama', 'upstream.connect ollama', 'upstream.connect ollama'],
  );
});

async function embedBeside(): Promise<void> {
  const model = 'nomic-embed-text:latest';
  const embed = (body: object) => service.call('POST', '/v1/embeddings', { key: desk.owner.liveKey, body });
  const made = await until(
    async () => {
      const answer = await embed({ model, input: ['one', 'three'] });
      return answer.status === 200 && answer;
    },
    { saying: 'the embedding model of Ollama answers' },
  );
  assert.deepEqual(
    made.json.data.map((one: { embedding: number[] }) => one.embedding),
    [
      [3, 1, 0, 0],
      [5, 1, 0, 0],
    ],
  );
  assert.equal(made.json.usage.prompt_tokens, 6);
  assert.equal(Number(made.headers.get('x-credits-charged')) > 0, true);
  const chat = await embed({ model: 'llama3.2:3b', input: 'one' });
  assert.equal(chat.json.error?.code, 'unknown_model', 'a chat model does not embed');
}

test('an image server that is connected paints, and lasts over a restart', async () => {
  assert.equal((await desk.act('/local-servers/sd-webui/connect', {})).status, 200);
  const body = { prompt: 'a green square', model: 'dreamshaper_8', width: 64, height: 64 };
  const made = await service.call('POST', '/v1/image/generate', {
    key: desk.owner.liveKey,
    body,
    headers: { prefer: 'wait=60' },
  });
  assert.ok(made.status < 300, made.text);
  await until(() => beside['sd-webui']?.asked.includes('POST /sdapi/v1/txt2img'), { saying: 'the web UI painted' });
  const restarted = await startService({
    LOCAL_SERVERS: setting,
    DATA_DIR: service.config.dataDir,
    DATABASE_URL: service.databaseUrl,
    TEST_WORKER: '0',
  });
  const { json } = await restarted.call('GET', '/v1/image/models', { key: desk.owner.liveKey });
  assert.ok(json.data.some((model: { id: string }) => model.id === 'dreamshaper_8'));
  await restarted.app.stop();
});

test('the command line connects beside a running service, which notices', async () => {
  assert.match(await runService('models', 'connect', 'vllm'), /vLLM at .* is connected, with 1 model/);
  await until(async () => (await servers()).vllm?.state === 'connected', { saying: 'vLLM is connected' });
  await until(async () => (await modelIds()).includes('Qwen/Qwen3-8B'), { saying: 'the model of vLLM is listed' });
  const here = new LocalServers(service.config);
  await assert.rejects(connectServer(here, undefined), /Name the server: .*connect ollama/);
  await assert.rejects(connectServer(here, 'photoshop'), /There is no kind of local server "photoshop"/);
  await assert.rejects(disconnectServer(here, undefined), /Name the server/);
});

test('npx atelier lists and connects what the service found', async () => {
  const env = { ATELIER_URL: service.origin, ATELIER_API_KEY: desk.key };
  const atelier = (...args: string[]) => runCommandLine(ATELIER, ['connect', ...args], { env, cwd: '/tmp' });
  // A server that answers late is not listed until the next look.
  const isListed = async () => /comfyui +http:\/\/127\.0\.0\.1:\d+ +found +SDXL/.test((await atelier('--list')).stdout);
  await until(isListed, { saying: 'ComfyUI is listed' });
  assert.match((await atelier('comfyui')).stdout, /ComfyUI at .* is connected\. Its models: SDXL/);
  assert.ok((await modelIds()).includes('sd_xl_base_1.0'));
});

test('doctor lists what was found and what is connected', async () => {
  const told = await runService('doctor');
  assert.match(told, /local model servers: found Ollama 0\.12\.6 .*not used.*connect ollama/);
  assert.match(told, /local model servers: found Stable Diffusion web UI .*; connected/);
});

test('this service and another Atelier are never taken for a model server', async () => {
  assert.deepEqual(await findLocalServers([{ id: 'ollama', port: service.config.port }], never), []);
  // An Atelier behind a proxy that adds a key answers all of Ollama's calls.
  const proxy = createServer(async (request, response) => {
    const headers = { authorization: `Bearer ${desk.owner.liveKey}` };
    const answer = await fetch(`${service.origin}${request.url}`, { headers });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  assert.match(await (await fetch(`http://127.0.0.1:${port}/api/tags`)).text(), /"models":\[\{/);
  assert.deepEqual(await findLocalServers([{ id: 'ollama', port }], never), []);
  proxy.close();
  const own = loadConfig({ PORT: '11434' }, '/nowhere').localServers;
  assert.ok(!own.some(({ id }) => id === 'ollama'), 'our own port is not asked');
});

test('whatever else listens there is not taken for one, and cannot delay or fill the service', async () => {
  const page = await standIn({ '/api/version': () => ({ version: 1 }), '/v1/models': () => ({ data: [] }) });
  const flood = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const pour = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', pour);
    pour();
  });
  const silent = createServer(() => undefined);
  for (const server of [flood, silent]) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ports = [page.port, ...[flood, silent].map((server) => (server.address() as AddressInfo).port), 1];
  const places = ports.flatMap((port) => Object.keys(beside).map((id) => ({ id, port })));
  assert.deepEqual(await findLocalServers(places, never), []);
  for (const server of [flood, silent]) {
    server.closeAllConnections();
    server.close();
  }
  await page.stop();
});

test('what cannot be connected is refused in words', async () => {
  const unknown = await desk.act('/local-servers/photoshop/connect', {});
  assert.deepEqual([unknown.status, unknown.json.error.code], [404, 'not_found']);
  const port = beside['llama.cpp']?.port;
  await beside['llama.cpp']?.stop();
  const away = await desk.act('/local-servers/llama.cpp/connect', {});
  assert.equal(away.status, 503);
  assert.match(away.json.error.message, new RegExp(`does not answer at http://127.0.0.1:${port}. Start it`));
  const customer = await service.account();
  const other = await service.call('GET', '/v1/operator/local-servers', { key: customer.liveKey });
  assert.equal(other.status, 403);
});

test('a connected server that no longer answers is shown as gone, and a broken file stops the start with an explanation', async () => {
  await desk.act('/local-servers/lm-studio/connect', {});
  await beside['lm-studio']?.stop();
  assert.equal((await servers())['lm-studio'].state, 'gone');
  assert.equal((await desk.act('/local-servers/lm-studio/disconnect', {})).status, 200);
  await writeFile(service.config.connectedPath, '{"upstreams": 7}');
  assert.throws(() => readConnected(service.config.connectedPath), /connected\.json: \/upstreams/);
});

/** The command of the service with the settings of this one; resolves with all that it printed. */
function runService(...args: string[]): Promise<string> {
  const { dataDir, modelsDir, port } = service.config;
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    MODELS_DIR: modelsDir,
    PORT: String(port),
    DATABASE_URL: service.databaseUrl,
    LOCAL_SERVERS: setting,
  };
  const child = spawn(process.execPath, ['src/main.ts', ...args], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((resolve) => child.once('close', () => resolve(said)));
}
