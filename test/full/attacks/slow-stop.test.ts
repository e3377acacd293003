// A client that sends its request byte by byte: it may not keep a server from stopping.
import { strictEqual } from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startServerProcess } from '../../support/server-process.ts';
import { startService } from '../../support/service.ts';

test('a request that arrives byte by byte is cut off, and the server stops', async () => {
  const store = await startService({ TEST_WORKER: '0' });
  const server = await startServerProcess(new URL('../../support/paid-server.ts', import.meta.url), {
    DATABASE_URL: store.databaseUrl,
    DATA_DIR: store.config.dataDir,
  });
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1');
  // Not the first request of the connection: one that never held a request is closed at once.
  socket.write('GET /healthz HTTP/1.1\r\nhost: slow\r\n\r\n');
  await once(socket, 'data');
  socket.write('GET /healthz HTTP/1.1\r\nx-slow: ');
  const drip = setInterval(() => socket.write('x'), 500);
  const lost = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => undefined);
  try {
    // Throws if the server still runs after three minutes.
    await server.stop();
    await lost;
    strictEqual(server.child.exitCode, 0);
  } finally {
    clearInterval(drip);
    socket.destroy();
    await store.stop();
  }
});
