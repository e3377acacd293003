// Clients that ask for much and read nothing, and bodies that are sent but never ended: both hold memory and connections.
import { ok, strictEqual } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';

const MEGABYTE = 1024 * 1024;
const MAX_CONNECTIONS = 4;
const MAX_MS = 45_000;

let service: TestService;
let customer: TestAccount;
let open: Socket[] = [];

before(async () => {
  service = await startService({
    TEST_WORKER: '0',
    REQUEST_TIMEOUT_SECONDS: '2',
    CONNECTIONS_PER_ADDRESS: String(MAX_CONNECTIONS),
  });
  customer = await service.account();
});
after(() => service.stop());
afterEach(() => {
  for (const socket of open) socket.destroy();
  open = [];
});

/** Opens connections until the service takes no more, sends each a request, and never reads the answer. */
async function askWithoutReading(request: string): Promise<void> {
  for (let count = 0; count < MAX_CONNECTIONS; count += 1) {
    const socket = connect(service.config.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(request);
    open.push(socket);
  }
  await wait(100);
}

/** Whether somebody new is answered before our patience ends. */
async function isAnswered(): Promise<boolean> {
  const endMs = performance.now() + MAX_MS;
  while (performance.now() < endMs) {
    const answer = await fetch(`${service.origin}/healthz`, { headers: { connection: 'close' } }).catch(
      () => undefined,
    );
    await answer?.arrayBuffer().catch(() => undefined);
    if (answer?.status === 200) return true;
    await wait(100);
  }
  return false;
}

function getHead(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
}

function postHead(path: string, key: string, length: number): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

test('a stranger holds every connection with a large file that is never read', { timeout: 90_000 }, async () => {
  const form = new FormData();
  form.append('file', new Blob([wave(19 * MEGABYTE)], { type: 'audio/wav' }), 'long.wav');
  const uploaded = await fetch(`${service.origin}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.liveKey}`, connection: 'close' },
    body: form,
  });
  const { url } = (await uploaded.json()) as { url: string };
  strictEqual(uploaded.status, 201);
  await askWithoutReading(getHead(new URL(url).pathname));
  ok(await isAnswered(), 'the connections were still held');
});

test('a customer holds every connection with a stream that is never read', { timeout: 90_000 }, async () => {
  const content = 'word '.repeat(4_000);
  const body = JSON.stringify({ model: 'sandbox-echo-1', stream: true, n: 16, messages: [{ role: 'user', content }] });
  await askWithoutReading(postHead('/sandbox/v1/chat/completions', customer.testKey, body.length) + body);
  ok(await isAnswered(), 'the connections were still held');
});

test('a customer fills the memory with large bodies that never end', { timeout: 90_000 }, async () => {
  const piece = Buffer.alloc(50 * MEGABYTE, 0x20);
  const answers: string[] = [];
  for (let count = 0; count < MAX_CONNECTIONS; count += 1) {
    const socket = connect(service.config.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('data', (data) => answers.push(String(data)));
    socket.write(postHead('/v1/image/edit', customer.liveKey, 55 * MEGABYTE));
    socket.write(piece);
    open.push(socket);
  }
  const endMs = performance.now() + MAX_MS;
  while (answers.length === 0 && performance.now() < endMs) await wait(50);
  ok(answers[0]?.startsWith('HTTP/1.1 429 '), answers[0] ?? 'all bodies were taken');
});

test('after the large bodies are gone, the account may send again', { timeout: 90_000 }, async () => {
  ok(await isAnswered());
  const body = { image: `data:image/png;base64,${'A'.repeat(3 * MEGABYTE)}`, operation: 'enhance' };
  const { status } = await service.call('POST', '/v1/image/edit', { key: customer.liveKey, body });
  strictEqual(status, 400);
});

/** A silent sound of this size. */
function wave(bytes: number): Buffer {
  const sound = Buffer.alloc(bytes);
  sound.write('RIFF', 0);
  sound.writeUInt32LE(bytes - 8, 4);
  sound.write('WAVEfmt ', 8);
  sound.writeUInt32LE(16, 16);
  sound.writeUInt16LE(1, 20);
  sound.writeUInt16LE(1, 22);
  sound.writeUInt32LE(44_100, 24);
  sound.writeUInt32LE(88_200, 28);
  sound.writeUInt16LE(2, 32);
  sound.writeUInt16LE(16, 34);
  sound.write('data', 36);
  sound.writeUInt32LE(bytes - 44, 40);
  return sound;
}
