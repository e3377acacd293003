// Uploads that are refused before they were read: every client still reads the status, and the refusal carries the limits of its key.
import { deepEqual, ok, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { request } from 'undici';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const UPLOADS_OF_EACH_CLIENT = 52;
const UPLOAD_BYTES = 2 * 1024 * 1024;
const SLICE_BYTES = 64 * 1024;
const MAX_DISCARDED_BYTES = 62 * 1024 * 1024;

let service: TestService;
let customer: TestAccount;
let file: string;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  customer = await service.account();
  file = join(service.config.dataDir, 'upload.bin');
  await writeFile(file, Buffer.alloc(UPLOAD_BYTES, 7));
});
after(() => service.stop());

interface Refusing {
  path: string;
  method: string;
  key: string;
  status: number;
}

/** Doors that refuse at once: no such path, no such method, no such key, a key of the other base, and a body that is too large. */
function refusals(): Refusing[] {
  const { liveKey, testKey } = customer;
  return [
    { path: '/v1/no/such/path', method: 'POST', key: liveKey, status: 404 },
    { path: '/v1/files', method: 'PUT', key: liveKey, status: 405 },
    { path: '/v1/files', method: 'POST', key: `sk_live_${'0'.repeat(40)}`, status: 401 },
    { path: '/v1/files', method: 'POST', key: testKey, status: 403 },
    { path: '/v1/webhooks', method: 'POST', key: liveKey, status: 413 },
    { path: '/no/such/page', method: 'POST', key: liveKey, status: 404 },
  ];
}

async function sendAll(send: (door: Refusing) => Promise<number>): Promise<string[]> {
  const wrong: string[] = [];
  const doors = refusals();
  const sendOne = async (index: number) => {
    const door = doors[index % doors.length];
    if (!door) return;
    const status = await send(door).catch((error: Error & { cause?: Error }) => `${error.cause ?? error}`);
    if (status !== door.status) wrong.push(`${door.method} ${door.path}: ${status}, not ${door.status}`);
  };
  for (let sent = 0; sent < UPLOADS_OF_EACH_CLIENT; sent += 4)
    await Promise.all([0, 1, 2, 3].map((more) => sendOne(sent + more)));
  return wrong;
}

test('fetch reads the status of every refused upload', async () => {
  const content = new Blob([Buffer.alloc(UPLOAD_BYTES, 7)]);
  const wrong = await sendAll(async ({ path, method, key }) => {
    const body = new FormData();
    body.set('file', content, 'upload.bin');
    const answer = await fetch(service.origin + path, { method, headers: { authorization: `Bearer ${key}` }, body });
    ok((await answer.text()).includes('"error"'));
    return answer.status;
  });
  deepEqual(wrong, []);
});

function formOf(content: Buffer): Buffer {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="upload.bin"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]);
}
const FORM_TYPE = 'multipart/form-data; boundary=b';

test('undici reads the status of every refused upload', async () => {
  const body = formOf(Buffer.alloc(UPLOAD_BYTES, 7));
  const wrong = await sendAll(async ({ path, method, key }) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': FORM_TYPE };
    const answer = await request(service.origin + path, { method, headers, body });
    await answer.body.dump();
    return answer.statusCode;
  });
  deepEqual(wrong, []);
});

test('a client that reads only after it has sent everything gets every status', async () => {
  const body = formOf(Buffer.alloc(UPLOAD_BYTES, 7));
  const wrong = await sendAll(async ({ path, method, key }) => {
    const socket = connect(service.config.port, '127.0.0.1').pause();
    const answer = new Promise<string>((resolve, reject) => {
      socket.once('data', (data) => resolve(String(data)));
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('closed without an answer')));
    });
    const head = [
      `${method} ${path} HTTP/1.1`,
      'Host: x',
      `Authorization: Bearer ${key}`,
      `Content-Type: ${FORM_TYPE}`,
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    const send = (at: number) => {
      if (at >= body.length) socket.resume();
      else socket.write(body.subarray(at, at + SLICE_BYTES), () => setImmediate(send, at + SLICE_BYTES));
    };
    send(0);
    const status = Number((await answer).slice(9, 12));
    socket.destroy();
    return status;
  });
  deepEqual(wrong, []);
});

test('curl reads the status of every refused upload', async () => {
  const curl = needProgram('curl');
  const wrong = await sendAll(async ({ path, method, key }) => {
    const options = ['-sS', '-X', method, '-H', `authorization: Bearer ${key}`, '-F', `file=@${file}`];
    const { stdout } = await promisify(execFile)(curl, [
      ...options,
      '-o',
      '/dev/null',
      '-w',
      '%{http_code}',
      service.origin + path,
    ]);
    return Number(stdout);
  });
  deepEqual(wrong, []);
});

test('a refusal with a valid key carries its limits, and counts unless the key was refused', async () => {
  const { liveKey, testKey } = await service.account({ plan: 'free' });
  const state = async (method: string, path: string, key: string) => {
    const { status, headers } = await service.call(method, path, { key });
    return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
  };
  deepEqual(await state('GET', '/v1/no/such/path', liveKey), [404, '10', '9']);
  deepEqual(await state('DELETE', '/v1/models', liveKey), [405, '10', '8']);
  deepEqual(await state('GET', '/v1/models', testKey), [403, '10', '10']);
  deepEqual(await state('GET', '/v1/no/such/path', testKey), [403, '10', '10']);
  for (let call = 8; call > 0; call -= 1) await state('GET', '/v1/nothing', liveKey);
  deepEqual(await state('GET', '/v1/nothing', liveKey), [429, '10', '0']);
  deepEqual(await state('GET', '/v1/nothing', `sk_live_${'0'.repeat(40)}`), [401, null, null]);
  deepEqual(await state('GET', '/v1/nothing', ''), [404, null, null]);
});

test('a stranger who never stops sending is answered, and cut off', async () => {
  const socket = connect(service.config.port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined);
  let status = '';
  socket.once('data', (data) => {
    status = String(data).slice(9, 12);
  });
  let sent = 0;
  const piece = Buffer.alloc(256 * 1024);
  const send = () => {
    while (!socket.destroyed && sent < 2 * MAX_DISCARDED_BYTES) {
      sent += piece.length;
      if (!socket.write(piece)) return;
    }
    socket.destroy();
  };
  socket.on('drain', send);
  socket.write('POST /v1/files HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n', send);
  await closed;
  strictEqual(status, '401');
  ok(sent < MAX_DISCARDED_BYTES, `${sent} bytes were taken`);
});
