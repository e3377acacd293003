// Every program of the examples folder, run as its first lines say.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { newSigningSecret, signatureHeaders, signingKey } from '../../../src/outbox/sign.ts';
import { buildPackage } from '../../support/built-package.ts';
import { runCommandLine } from '../../support/command-line.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { soundBankPath } from '../../support/sound-probe.ts';
import { until } from '../../support/until.ts';
import { bringWeights, EMBEDDING_WEIGHTS } from '../../support/weights.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples');
let service: TestService;
let account: TestAccount;
let folder: string;
const started: ChildProcess[] = [];

before(async () => {
  buildPackage('client');
  await bringWeights(EMBEDDING_WEIGHTS);
  await soundBankPath();
  service = await startService();
  account = await service.account();
  folder = mkdtempSync(join(tmpdir(), 'atelier-examples-'));
});
after(async () => {
  // Those that a failed test left behind.
  for (const child of started) child.kill();
  rmSync(folder, { recursive: true });
  await service.stop();
});

const environment = () => ({ ATELIER_URL: service.origin, ATELIER_API_KEY: account.liveKey });
const runExample = (name: string, args: string[], env: Record<string, string> = {}) =>
  runCommandLine(process.execPath, [join(EXAMPLES, name), ...args], { env: { ...environment(), ...env }, cwd: folder });

test('there is a test here for every example', () => {
  const own = readFileSync(new URL(import.meta.url), 'utf8');
  const programs = readdirSync(EXAMPLES).filter((file) => file.endsWith('.mjs'));
  assert.equal(programs.length, 6);
  for (const program of programs) assert.ok(own.includes(`'${program}'`), program);
});

test('webhook receiver: takes what is signed, once, and refuses the rest', async () => {
  const secret = newSigningSecret();
  const receiver = startExample('webhook-receiver.mjs', { SIGNING_SECRET: secret, PORT: '0' });
  const [, address = ''] = await receiver.said(/Waiting for webhooks at (\S+)/);
  const data = { job_id: 'job_1', service: 'music', output_url: 'https://x/song.mp3', duration_ms: 1 };
  const body = JSON.stringify({ id: 'evt_1', type: 'generation.completed', created_at: 'now', data });
  const timestampSeconds = Math.floor(Date.now() / 1_000);
  const signed = signatureHeaders({ eventId: 'evt_1', timestampSeconds, body, keys: [signingKey(secret)] });
  const post = (headers: Record<string, string>) =>
    fetch(address, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  assert.equal((await post({})).status, 401);
  assert.equal((await post(signed)).status, 200);
  assert.equal((await post(signed)).status, 200);
  await receiver.said(/music is ready: https:\/\/x\/song\.mp3/);
  await receiver.stop();
  assert.equal(receiver.output().match(/is ready/g)?.length, 1);
});

test('chat bot: answers each chat with its own memory', async () => {
  const sent: { chat_id: number; text: string }[] = [];
  const answered = Promise.withResolvers<void>();
  const updates = [1, 2].map((chat) => ({
    update_id: chat,
    message: { chat: { id: chat }, text: `good morning from ${chat}` },
  }));
  const botApi = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const answer = (result: unknown) => response.end(JSON.stringify({ ok: true, result }));
    if (request.url?.endsWith('/getUpdates')) {
      const fresh = updates.filter((one) => one.update_id >= JSON.parse(text).offset);
      return fresh.length > 0 ? answer(fresh) : setTimeout(() => answer([]), 200);
    }
    if (request.url?.endsWith('/sendMessage')) sent.push(JSON.parse(text));
    if (sent.length === 2) answered.resolve();
    return answer(true);
  }).listen(0, '127.0.0.1');
  await once(botApi, 'listening');
  const address = `http://127.0.0.1:${(botApi.address() as AddressInfo).port}`;
  const bot = startExample('chat-bot.mjs', {
    BOT_API: address,
    BOT_TOKEN: '1:x',
    MODEL: 'sandbox-echo-1',
    ATELIER_API_KEY: account.testKey,
  });
  await answered.promise;
  await bot.stop();
  botApi.closeAllConnections();
  botApi.close();
  assert.deepEqual(sent, [
    { chat_id: 1, text: 'good morning from 1' },
    { chat_id: 2, text: 'good morning from 2' },
  ]);
  const { data } = (await service.call('GET', '/sandbox/v1/chat/conversations', { key: account.testKey })).json;
  assert.equal(data.length, 2);
});

test('batch images: one for each line, and none twice', async () => {
  writeFileSync(join(folder, 'prompts.txt'), 'a red ball\n\na blue cube\na green tree\n');
  const first = await runExample('batch-images.mjs', ['prompts.txt', 'pictures'], { SIZE: '64' });
  assert.equal(first.code, 0, first.stderr);
  const files = readdirSync(join(folder, 'pictures'));
  assert.deepEqual(files, ['001.png', '002.png', '003.png']);
  for (const file of files) assert.equal((await sharp(join(folder, 'pictures', file)).metadata()).width, 64);
  const second = await runExample('batch-images.mjs', ['prompts.txt', 'pictures'], { SIZE: '64' });
  assert.equal(second.stdout.match(/is there already/g)?.length, 3);
});

test('song of the day: a song, and the same one again for nothing', async () => {
  const day = { DAY: '2026-11-15' };
  const first = await runExample('song-of-the-day.mjs', ['.'], day);
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /100 %/);
  const song = readFileSync(join(folder, 'song-2026-11-15.mp3'));
  assert.ok(song.length > 100_000);
  const again = await runExample('song-of-the-day.mjs', ['.'], day);
  assert.equal(again.code, 0, again.stderr);
  const { data } = (await service.call('GET', '/v1/jobs?service=music', { key: account.liveKey })).json;
  assert.equal(data.length, 1);
});

test('embed search: finds what is meant', async () => {
  mkdirSync(join(folder, 'texts'), { recursive: true });
  const passages = [
    'Parcels are sent every weekday before noon.',
    'You may send goods back within thirty days and are refunded in full.',
    'Our shop in the old town is closed on Mondays.',
  ];
  writeFileSync(join(folder, 'texts', 'shop.txt'), passages.join('\n\n'));
  const { code, stdout, stderr } = await runExample('embed-search.mjs', [
    'how do I get my money back',
    'texts/shop.txt',
  ]);
  assert.equal(code, 0, stderr);
  assert.match(stdout.split('\n')[0] ?? '', /refunded in full/);
});

test('verify-ledger: the proof of this account, with the published keys', async () => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write('keys.json', (await service.call('GET', '/.well-known/ledger-keys.json')).text);
  write('proof.ndjson', (await service.call('GET', '/v1/payments/ledger-proof', { key: account.liveKey })).text);
  const { code, stdout, stderr } = await runExample('verify-ledger.mjs', ['proof.ndjson', 'keys.json']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /entries are as sealed at/);
});

interface RunningExample {
  output(): string;
  /** Resolves with the match once the program has said it. */
  said(pattern: RegExp): Promise<RegExpExecArray>;
  stop(): Promise<void>;
}

function startExample(name: string, env: Record<string, string>): RunningExample {
  const child: ChildProcess = spawn(process.execPath, [join(EXAMPLES, name)], {
    env: { PATH: process.env.PATH, ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  let output = '';
  child.stdout?.setEncoding('utf8').on('data', (piece) => {
    output += piece;
  });
  return {
    output: () => output,
    async said(pattern) {
      const match = () => {
        const found = pattern.exec(output);
        if (!found && child.exitCode !== null) throw new Error(`${name} ended before it said ${pattern}`);
        return found;
      };
      return until(match, { saying: `${name} says ${pattern}` });
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
