// Reading an upstream piece by piece: it waits for a slow reader, and a reader that leaves is felt at once.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';
import { dispatchStream } from '../../src/net/streamed-answer.ts';
import { until } from '../support/until.ts';

const PIECE = Buffer.alloc(64 * 1024, 'x');
const PIECES = 800;
let server: Server;
let pool: Pool;
let sent = 0;
let answers: ServerResponse[] = [];

before(async () => {
  server = createServer(async (request, response) => {
    answers.push(response);
    if (request.url === '/silent') return;
    if (request.url === '/broken') {
      response.write('half');
      setImmediate(() => response.destroy());
      return;
    }
    for (sent = 0; sent < PIECES && !response.destroyed; sent += 1) if (!response.write(PIECE)) await drained(response);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: 4 });
});
after(async () => {
  await pool.destroy();
  server.closeAllConnections();
  server.close();
});

const get = (path: string, signal = new AbortController().signal) =>
  dispatchStream(pool, { method: 'GET', path }, signal);

test('an upstream waits for a slow reader, and nothing is lost', async () => {
  const { status, body } = await get('/large');
  assert.equal(status, 200);
  // Until the upstream has stopped by itself: what the sockets hold is there, and no more.
  for (let before = -1; before !== sent; await wait(200)) before = sent;
  assert.ok(sent < PIECES / 2, `${sent} of ${PIECES} pieces were taken from the upstream although nobody read`);
  let bytes = 0;
  for await (const piece of body) bytes += piece.length;
  assert.equal(bytes, PIECES * PIECE.length);
});

test('leaving before the head, after it, or in the middle closes the connection', async () => {
  answers = [];
  const early = new AbortController();
  const silent = get('/silent', early.signal);
  await until(() => answers.length > 0, { saying: 'the upstream is asked' });
  early.abort(new Error('gone'));
  await assert.rejects(silent, /gone/);
  await closed(answers[0]);

  const late = new AbortController();
  const { body } = await get('/large', late.signal);
  late.abort(new Error('gone later'));
  await assert.rejects(async () => {
    for await (const _piece of body);
  }, /gone later/);
  await closed(answers[1]);

  const { body: left } = await get('/large');
  for await (const _piece of left) break;
  await closed(answers[2]);
});

test('an answer that breaks off is an error after what came', async () => {
  const { body } = await get('/broken');
  let text = '';
  await assert.rejects(async () => {
    for await (const piece of body) text += piece.toString();
  });
  assert.equal(text, 'half');
});

test('a signal that was aborted before asks nobody', async () => {
  await assert.rejects(get('/large', AbortSignal.abort(new Error('never began'))), /never began/);
});

async function closed(response: ServerResponse | undefined): Promise<void> {
  if (response && !response.destroyed) await once(response, 'close');
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
}
