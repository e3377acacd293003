// The MCP server with the official client: tools by scope, real work with progress, cancellation, errors and refusals.
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before, beforeEach } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import sharp from 'sharp';
import { type Answer, type AudioStandIn, startAudioStandIn } from '../support/audio-stand-in.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const ALL_TOOLS = [
  'build_application',
  'cancel_job',
  'edit_image',
  'generate_image',
  'get_balance',
  'get_job',
  'list_models',
  'make_song',
  'make_video',
  'speak',
  'transcribe',
];

let upstream: AudioStandIn;
let service: TestService;
let account: TestAccount;
let folder: string;
const open: Client[] = [];

const speak: Answer = (_call, response) => void response.end('sound of tests');

before(async () => {
  upstream = await startAudioStandIn(speak);
  folder = await mkdtemp(join(tmpdir(), 'mcp-'));
  const server = { name: 'stand-in', kind: 'openai', base_url: upstream.baseUrl };
  const config = {
    speech_upstreams: [{ ...server, models: [{ id: 'parrot-1' }] }],
    image_upstreams: [{ ...server, models: [{ id: 'slow-brush-1' }] }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({ CONFIG: join(folder, 'config.json') });
  account = await service.account();
});
after(async () => {
  for (const client of open) await client.close();
  await service.stop();
  await upstream.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  upstream.calls = [];
  upstream.answer = speak;
});

async function connect(key: string, path = '/mcp'): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  const transport = new StreamableHTTPClientTransport(new URL(path, service.origin), { requestInit });
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<Client['connect']>[0]);
  open.push(client);
  return client;
}

async function keyWith(scopes: string[]): Promise<string> {
  const made = await service.call('POST', '/v1/account/keys', { key: account.liveKey, body: { name: 'mcp', scopes } });
  assert.equal(made.status < 300, true, made.text);
  return made.json.secret ?? made.json.key;
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}) =>
  (await client.callTool({ name, arguments: args })) as CallToolResult;
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name).sort();

function textOf({ content }: CallToolResult): string {
  const [first] = content;
  return first?.type === 'text' ? first.text : '';
}

/** As a bare HTTP client sends it. */
const post = (message: unknown, headers: Record<string, string> = {}) =>
  service.call('POST', '/mcp', {
    key: account.liveKey,
    body: message,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  });
const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

async function creditsOf(who: TestAccount): Promise<number> {
  return (await service.call('GET', '/v1/payments/balance', { key: who.liveKey })).json.credits;
}

test('a key for everything sees every tool, each with the fields of its route', async () => {
  const client = await connect(account.liveKey);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map(({ name }) => name).sort(), ALL_TOOLS);
  const image = tools.find(({ name }) => name === 'generate_image');
  assert.deepEqual(image?.inputSchema.required, ['prompt']);
  assert.ok(image?.inputSchema.properties?.width);
  for (const { name, description, inputSchema } of tools) {
    assert.ok(description, name);
    assert.equal(inputSchema.properties?.stream, undefined, name);
  }
});

test('a key sees and calls only the tools that its scopes allow', async () => {
  const client = await connect(await keyWith(['payments:read']));
  assert.deepEqual(await namesOf(client), ['get_balance']);
  assert.equal((await call(client, 'get_balance')).isError, undefined);
  await assert.rejects(call(client, 'generate_image', { prompt: 'A pear' }), /no tool "generate_image"/);
});

test('without a valid key nothing opens, and a key of the sandbox opens the sandbox only', async () => {
  await assert.rejects(connect(`sk_live_${'0'.repeat(40)}`), /not valid/);
  const bare = await fetch(`${service.origin}/mcp`, { method: 'POST', body: JSON.stringify(PING) });
  assert.equal(bare.status, 401);
  await assert.rejects(connect(account.testKey), /wrong_environment|test key/);
  assert.deepEqual(await namesOf(await connect(account.testKey, '/sandbox/mcp')), ALL_TOOLS);
});

test('an image is made and charged as by the API, and comes as a link', async () => {
  const who = await service.account({ credits: 10 });
  const client = await connect(who.liveKey);
  const made = await call(client, 'generate_image', {
    model: 'painter-1',
    prompt: 'a red balloon',
    width: 64,
    height: 64,
  });
  const link = made.content.find(({ type }) => type === 'resource_link');
  assert.ok(link?.type === 'resource_link');
  assert.equal(link.mimeType, 'image/png');
  const file = await fetch(link.uri);
  assert.equal(file.headers.get('content-type'), 'image/png');
  assert.equal(JSON.parse(textOf(made)).credits_charged, 2);
  assert.equal(await creditsOf(who), 8);
});

test('a client that asks for progress gets it while the job runs', async () => {
  const client = await connect(account.liveKey);
  const told: number[] = [];
  const order = {
    name: 'generate_image',
    arguments: { model: 'painter-1', prompt: 'a blue balloon', width: 64, height: 64, count: 2 },
  };
  const onprogress = ({ progress, total }: { progress: number; total?: number | undefined }) => {
    assert.equal(total, 1);
    told.push(progress);
  };
  const made = (await client.callTool(order, undefined, { onprogress })) as CallToolResult;
  assert.equal(made.content.filter(({ type }) => type === 'resource_link').length, 2);
  assert.ok(told.length >= 1);
  assert.deepEqual(
    told,
    [...new Set(told)].sort((a, b) => a - b),
  );
  const { id } = JSON.parse(textOf(made));
  const job = JSON.parse(textOf(await call(client, 'get_job', { id })));
  assert.equal(job.status, 'completed');
});

test('an uploaded image is edited, and comes as a link', async () => {
  const client = await connect(account.liveKey);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await plain(64, 64, '#4080c0'))]), 'sea.png');
  const headers = { authorization: `Bearer ${account.liveKey}` };
  const stored = await fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form });
  const { id: image } = (await stored.json()) as { id: string };
  const made = await call(client, 'edit_image', { image, operation: 'adjust', prompt: 'brighter' });
  const link = made.content.find(({ type }) => type === 'resource_link');
  assert.ok(link?.type === 'resource_link' && link.mimeType === 'image/png', textOf(made));
  const { data } = await sharp(Buffer.from(await (await fetch(link.uri)).arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.ok((data[0] ?? 0) > 0x40 && (data[1] ?? 0) > 0x80, `${data.subarray(0, 3)}`);
});

test('a cancelled call ends its job, which pays for what it has done', async () => {
  const who = await service.account({ credits: 10 });
  const client = await connect(who.liveKey);
  upstream.answer = () => undefined;
  const leaving = new AbortController();
  const order = { name: 'generate_image', arguments: { prompt: 'a balloon', model: 'slow-brush-1' } };
  const calling = client.callTool(order, undefined, { signal: leaving.signal, onprogress: () => undefined });
  calling.catch(() => undefined);
  await until(() => upstream.calls.length === 1, { saying: 'the upstream paints' });
  leaving.abort();
  await assert.rejects(calling);
  await until(() => upstream.calls[0]?.isBroken, { saying: 'the upstream call ended' });
  const jobs = await service.call('GET', '/v1/jobs', { key: who.liveKey });
  const [{ status, usage }] = jobs.json.data;
  assert.equal(status, 'cancelled');
  assert.ok(usage.credits < 1, `${usage.credits} credits`);
  assert.equal(await creditsOf(who), 10 - usage.credits);
});

test('a cancelled call that is no job ends its work', async () => {
  const client = await connect(account.liveKey);
  upstream.answer = () => undefined;
  const leaving = new AbortController();
  const order = { name: 'speak', arguments: { input: 'Good evening.', model: 'parrot-1' } };
  const calling = client.callTool(order, undefined, { signal: leaving.signal });
  calling.catch(() => undefined);
  await until(() => upstream.calls.length === 1, { saying: 'the upstream speaks' });
  leaving.abort();
  await until(() => upstream.calls[0]?.isBroken, { saying: 'the upstream call ended' });
});

test('speech is stored and linked, and charged by the character', async () => {
  const who = await service.account({ credits: 10 });
  const client = await connect(who.liveKey);
  const made = await call(client, 'speak', { input: 'x'.repeat(1000), model: 'parrot-1' });
  const link = made.content.find(({ type }) => type === 'resource_link');
  assert.ok(link?.type === 'resource_link');
  assert.equal(await (await fetch(link.uri)).text(), 'sound of tests');
  assert.equal(await creditsOf(who), 8.5);
});

test('what the API refuses is a tool error in the same words', async () => {
  const client = await connect(account.liveKey);
  const poor = await connect((await service.account({ credits: 0 })).liveKey);
  const cases: [Client, string, Record<string, unknown>, RegExp][] = [
    [client, 'generate_image', {}, /"prompt" is required/],
    [client, 'generate_image', { prompt: 'A pear', count: 9 }, /count/],
    [client, 'transcribe', { file: 'data:', stream: true }, /no field "stream"/],
    [client, 'speak', { input: 'Hello', voice: 'nobody', model: 'atelier-voice-1' }, /no voice "nobody"/],
    [client, 'transcribe', { file: '0'.repeat(26) }, /no file|not on this machine/],
    [client, 'get_job', { id: 'job_none' }, /no job/],
    [poor, 'generate_image', { prompt: 'A pear' }, /credits/],
  ];
  for (const [who, name, args, message] of cases) {
    const result = await call(who, name, args);
    assert.equal(result.isError, true, name);
    assert.match(textOf(result), message);
  }
});

test('tool calls and other messages count against the limits of the plan', async () => {
  const who = await service.account({ plan: 'free' });
  const client = await connect(who.liveKey);
  // Two minutes' worth and more: the calls may begin in one minute of the clock and end in the next.
  const balances = async () => {
    for (let calls = 0; calls < 40; calls += 1) await call(client, 'get_balance');
  };
  await assert.rejects(balances(), /requests a minute/i);
});

test('a page of another site is refused, and what is no message too', async () => {
  const pong = await post(PING);
  assert.equal(pong.status, 200);
  assert.ok(pong.headers.get('x-attribution'));
  assert.equal((await post(PING, { origin: service.origin })).status, 200);
  const foreign = await post(PING, { origin: 'https://evil.example' });
  assert.deepEqual([foreign.status, foreign.json.error.code], [403, 'access_denied']);
  assert.equal((await post([PING])).status, 400);
  assert.equal((await service.call('GET', '/mcp', { key: account.liveKey })).status, 405);
});
