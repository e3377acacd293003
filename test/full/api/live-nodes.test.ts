// Live settings on two nodes, each a process of its own: a change at one is used by the next calls at the other, nothing is restarted.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type ObedientUpstream, startObedientUpstream } from '../../support/obedient-upstream.ts';
import { openDesk } from '../../support/operator-kit.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { type SongServer, startSongServer } from '../../support/song-server.ts';
import { until } from '../../support/until.ts';

let upstream: ObedientUpstream;
let songs: SongServer;
let service: TestService;
let nodes: ServerProcess[];
let customer: TestAccount;
let operatorKey: string;

before(async () => {
  upstream = await startObedientUpstream(['big-1']);
  songs = await startSongServer();
  service = await startService({ TEST_WORKER: '0' });
  operatorKey = (await openDesk(service)).key;
  customer = await service.account({ credits: 1_000, plan: 'unlimited' });
  const settings = { DATABASE_URL: service.databaseUrl, DATA_DIR: service.config.dataDir, LOCAL_SERVERS: 'off' };
  const entry = new URL('../../support/paid-server.ts', import.meta.url);
  nodes = await Promise.all([
    startServerProcess(entry, settings),
    startServerProcess(entry, { ...settings, TEST_ROLE: 'both' }),
  ]);
});
after(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  await service.stop();
  await upstream.close();
  songs.close();
});

// biome-ignore lint/suspicious/noExplicitAny: the shape is what the test checks.
type Json = any;

async function send(node: ServerProcess | undefined, call: string, sent: { key: string; body?: object }) {
  const { key, body } = sent;
  const [method = 'GET', path = ''] = call.split(' ');
  const response = await fetch(`${node?.origin}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, headers: response.headers, json: (await response.json()) as Json };
}

const chat = (node: ServerProcess | undefined) =>
  send(node, 'POST /chat/completions', {
    key: customer.liveKey,
    body: { model: 'house-1', max_tokens: 3, messages: [{ role: 'user', content: 'Hello' }] },
  });
const operate = (node: ServerProcess | undefined, call: string, body?: object) =>
  send(node, call, { key: operatorKey, ...(body ? { body } : {}) });
const settingsAt = (price: number) => ({
  base_url: upstream.baseUrl,
  list_models: false,
  models: [
    { id: 'house-1', upstream_id: 'big-1', price: { input: price, output: price }, cost: { input: 10, output: 10 } },
  ],
});
const chargedAt = async (node: ServerProcess | undefined, price: number) => {
  const { status, headers, json } = await chat(node);
  const micro = Math.round(Number(headers.get('x-credits-charged')) * 1e6);
  return status === 200 && micro === json.usage.total_tokens * price;
};

test('an upstream added, priced anew and reverted at one node is felt by the other within moments', async () => {
  const [one, other] = nodes;
  assert.equal((await chat(other)).status, 400);
  const pids = nodes.map(({ child }) => child.pid);
  const body = { name: 'house', settings: settingsAt(1_000), api_key: 'sk-1', reason: 'On two nodes' };
  assert.equal((await operate(one, 'POST /operator/upstreams', body)).status, 201);
  const isFelt = (price: number) => () => chargedAt(other, price);
  await until(isFelt(1_000), { saying: 'the other node serves the new upstream', withinMs: 10_000 });
  assert.equal(upstream.headers.at(-1)?.authorization, 'Bearer sk-1');
  const change = { settings: settingsAt(5_000), reason: 'A new price' };
  assert.equal((await operate(other, 'PUT /operator/upstreams/house', change)).status, 200);
  await until(() => chargedAt(one, 5_000), { saying: 'the first node has the new price', withinMs: 10_000 });
  const { json: changes } = await operate(one, 'GET /operator/settings/changes');
  const path = `POST /operator/settings/changes/${changes.data[0].id}/revert`;
  assert.equal((await operate(one, path, { reason: 'It was too much' })).status, 200);
  await until(isFelt(1_000), { saying: 'the other node has the old price again', withinMs: 10_000 });
  const { json: usage } = await operate(other, 'GET /operator/usage?group_by=model');
  const row = usage.data.find((line: { group: string }) => line.group === 'house-1');
  assert.equal(Math.round(row.cost * 1e6), (row.prompt_tokens + row.completion_tokens) * 10);
  assert.equal(Math.round(row.margin * 1e6), Math.round(row.credits * 1e6) - Math.round(row.cost * 1e6));
  assert.deepEqual(
    nodes.map(({ child }) => [child.pid, child.exitCode]),
    pids.map((pid) => [pid, null]),
  );
});

test('a music upstream added at one node makes the song of a worker at the other, at its price and cost', async () => {
  const [one, other] = nodes;
  const settings = { kind: 'ace-step', base_url: songs.baseUrl, price: { per_request: 3 }, cost: { per_second: 0.05 } };
  const body = { name: 'ace', makes: 'music', settings, api_key: 'sk-music-1', reason: 'Songs on two nodes' };
  assert.equal((await operate(one, 'POST /operator/upstreams', body)).status, 201);
  const engineAt = async (node: ServerProcess | undefined) => {
    const { json } = await send(node, 'GET /models', { key: customer.liveKey });
    return json.data.find(({ id }: { id: string }) => id === 'composer-1')?.engine;
  };
  await until(async () => (await engineAt(other)) === 'upstream', { saying: 'the other node has the music upstream' });
  const started = await send(one, 'POST /music/generate', {
    key: customer.liveKey,
    body: { prompt: 'Waves', duration: 30 },
  });
  const song = await until(
    async () => {
      const { json } = await send(one, `GET /music/${started.json.id}`, { key: customer.liveKey });
      return json.status === 'processing' ? undefined : json;
    },
    { saying: 'the song is made', withinMs: 600_000 },
  );
  assert.equal(song.status, 'completed', JSON.stringify(song));
  assert.deepEqual([songs.tasks.length, songs.tasks[0]?.authorization], [1, 'Bearer sk-music-1']);
  const { json: usage } = await operate(one, 'GET /operator/usage?group_by=model');
  const row = usage.data.find((line: { group: string }) => line.group === 'composer-1');
  assert.deepEqual([row.credits, row.cost, row.margin], [3, 0.05, 2.95]);
  const { json: changes } = await operate(other, 'GET /operator/settings/changes');
  const revert = `POST /operator/settings/changes/${changes.data[0].id}/revert`;
  assert.equal((await operate(other, revert, { reason: 'Enough songs' })).status, 200);
  await until(async () => (await engineAt(one)) !== 'upstream', { saying: 'the first node has no music upstream' });
});
