// Requests that never end: headers and bodies that come a byte at a time, connections that say nothing, and too many of them.
import { ok, strictEqual } from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const TIMEOUT_SECONDS = 1;
const MAX_MS = 60_000;

let service: TestService;
let customer: TestAccount;

before(async () => {
  service = await startService({
    TEST_WORKER: '0',
    REQUEST_TIMEOUT_SECONDS: String(TIMEOUT_SECONDS),
    CONNECTIONS_PER_ADDRESS: '40',
  });
  customer = await service.account();
});
after(() => service.stop());

interface Slow {
  answer: string;
  /** Closed by the service, not by our patience. */
  closed: boolean;
}

/** Sends the head at once, then a letter now and then, until the service closes the connection. */
function sendSlowly(head: string, everyMs = 100): Promise<Slow> {
  return new Promise((resolve) => {
    const socket = connect(service.config.port, '127.0.0.1');
    let answer = '';
    const drip = setInterval(() => socket.write('a'), everyMs);
    const patience = setTimeout(() => finish(false), MAX_MS);
    const finish = (closed: boolean) => {
      clearInterval(drip);
      clearTimeout(patience);
      socket.destroy();
      resolve({ answer, closed });
    };
    socket.on('data', (piece) => {
      answer += piece;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => finish(true));
    socket.write(head);
  });
}

const headOf = (path: string, more: string[]) =>
  [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...more, '', ''].join('\r\n');

const TARGETS: [string, string, string[]][] = [
  ['sign-in', '/auth/sign-in/email', ['Content-Length: 5000']],
  ['the checkout', '/checkout/none', ['Content-Length: 5000']],
  ['an unknown path', '/nothing/here', ['Content-Length: 5000']],
  ['a chunked sign-in', '/auth/sign-in/email', ['Transfer-Encoding: chunked']],
];

// Each waits for the service to lose its patience: at the same time.
describe('single connections', { concurrency: true }, () => {
  for (const [what, path, more] of TARGETS)
    test(`a stranger holds a connection with a slow body to ${what}`, async () => {
      const { closed } = await sendSlowly(headOf(path, more));
      ok(closed, 'the connection was still open');
    });

  test('a customer holds a connection with a slow body to the API, and gets the reason before it is disconnected', async () => {
    const key = `Authorization: Bearer ${customer.liveKey}`;
    const { closed, answer } = await sendSlowly(headOf('/v1/chat/completions', [key, 'Content-Length: 5000']));
    ok(closed, 'the connection was still open');
    ok(answer.startsWith('HTTP/1.1 408 '), answer);
  });

  test('a stranger holds a connection with headers that never end', async () => {
    const { closed } = await sendSlowly('GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ');
    ok(closed, 'the connection was still open');
  });

  test('a stranger holds a connection without a word', async () => {
    const socket = connect(service.config.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const closed = await new Promise<boolean>((resolve) => {
      const patience = setTimeout(() => resolve(false), MAX_MS);
      socket.resume();
      socket.once('close', () => {
        clearTimeout(patience);
        resolve(true);
      });
    });
    socket.destroy();
    ok(closed, 'the connection was still open');
  });
});

test('a stranger holds a hundred connections with slow bodies', async () => {
  const all = await Promise.all(
    Array.from({ length: 100 }, () => sendSlowly(headOf('/auth/sign-in/email', ['Content-Length: 5000']), 300)),
  );
  strictEqual(all.filter(({ closed }) => !closed).length, 0);
  strictEqual((await service.call('GET', '/healthz')).status, 200);
});

test('a body that is slow but not too slow is read', async () => {
  const key = `Authorization: Bearer ${customer.liveKey}`;
  const body = JSON.stringify({ model: 'no-such-model', messages: [{ role: 'user', content: 'x'.repeat(240_000) }] });
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(service.config.port, '127.0.0.1');
    socket.on('error', () => resolve(''));
    socket.once('data', (piece) => resolve(String(piece)));
    socket.once('close', () => resolve(''));
    socket.write(headOf('/v1/chat/completions', [key, `Content-Length: ${body.length}`]));
    // These bytes may take twelve seconds. The rest comes after the grace period, and in time even if this process stands still for a while.
    let at = 200_000;
    socket.write(body.slice(0, at));
    const drip = setInterval(() => {
      socket.write(body.slice(at, at + 4_000));
      at += 4_000;
      if (at >= body.length) clearInterval(drip);
    }, 150);
  });
  ok(answer.includes('unknown_model'), answer);
});

test('one address takes every connection that there is', async () => {
  const sockets = await Promise.all(
    Array.from(
      { length: 120 },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(service.config.port, '127.0.0.1', () => resolve(socket));
          socket.on('error', () => resolve(socket));
        }),
    ),
  );
  const answers = await Promise.all(sockets.map(isAnswered));
  for (const socket of sockets) socket.destroy();
  const answered = answers.filter(Boolean).length;
  ok(answered > 0 && answered <= 40, `${answered} connections were answered`);
});

function isAnswered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    socket.once('data', () => resolve(true));
    socket.once('close', () => resolve(false));
    if (socket.destroyed) resolve(false);
    else socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  });
}
