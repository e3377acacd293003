// A hostile generated page in the service's own browser: it tries to reach this machine, or never ends.
import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import test, { after, before } from 'node:test';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { BrowserLook } from '../../../src/engines/preview/browser-look.ts';
import type { PreviewAnswer, PreviewRequest } from '../../../src/engines/preview/port.ts';

const signal = new AbortController().signal;
const heard: string[] = [];
const server = createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`);
  response.end('a secret of this machine');
});
server.on('upgrade', (request, socket) => {
  heard.push(`upgrade ${request.url}`);
  socket.destroy();
});
server.on('connection', () => heard.push('connection'));
const packets = createSocket('udp4').on('message', ({ length }) => heard.push(`packet of ${length}`));
let look: BrowserLook;
let port = 0;

before(async () => {
  look = new BrowserLook(needProgram('chromium'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  await new Promise<void>((resolve) => packets.bind(port, '127.0.0.1', resolve));
});
after(async () => {
  await look.close();
  server.closeAllConnections();
  server.close();
  packets.close();
});

const seen = (answer: (order: PreviewRequest) => PreviewAnswer) =>
  look.look({ request: async (order) => answer(order) }, signal);
const html = (text: string): PreviewAnswer => ({
  status: 200,
  headers: { 'content-type': 'text/html' },
  body: Buffer.from(`<!doctype html><body>These words can be seen.${text}`),
});

test('nothing that a page makes the browser do reaches this machine', async () => {
  const home = `http://127.0.0.1:${port}`;
  const page = `<link rel="preconnect" href="${home}"><link rel="prefetch" href="${home}/link">
<script type="speculationrules">{"prerender":[{"urls":["${home}/prerender"]}],"prefetch":[{"urls":["${home}/prefetch"]}]}</script>
<img src="${home}/image"><iframe src="${home}/frame"></iframe><object data="${home}/object"></object>
<script>
const attempt = (act) => { try { act(); } catch {} };
attempt(() => new WebSocket('ws://127.0.0.1:${port}/socket'));
attempt(() => new WebSocket('ws://localhost:${port}/name'));
attempt(() => new EventSource('${home}/events'));
attempt(() => navigator.sendBeacon('${home}/beacon', 'x'));
attempt(() => new WebTransport('https://127.0.0.1:${port}/transport'));
attempt(() => { const call = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }, { urls: 'turn:127.0.0.1:${port}?transport=tcp', username: 'a', credential: 'b' }] }); call.createDataChannel('x'); call.createOffer().then((offer) => call.setLocalDescription(offer)); });
attempt(() => new Worker(URL.createObjectURL(new Blob(['new WebSocket("ws://127.0.0.1:${port}/worker"); fetch("${home}/worker").catch(() => {})']))));
attempt(() => open('${home}/window'));
fetch('${home}/fetch', { mode: 'no-cors' }).catch(() => {});
</script>`;
  assert.ok(await seen(() => html(page)));
  assert.deepEqual(heard, []);
});

test('a redirect is not followed to this machine', async () => {
  for (const status of [302, 307]) {
    const location = `http://127.0.0.1:${port}/redirected`;
    const shown = await seen(() => ({ status, headers: { location }, body: Buffer.alloc(0) }));
    assert.match(shown?.problems[0]?.message ?? '', /did not load/);
  }
  assert.deepEqual(heard, []);
});

test('an answer without end is cut', async () => {
  let given = 0;
  const endless = () =>
    Readable.from(
      (function* () {
        for (; given < 1000; given += 1) yield Buffer.alloc(1 << 20, ' ');
      })(),
    );
  await seen(() => ({ status: 200, headers: { 'content-type': 'text/html' }, body: endless() }));
  assert.ok(given < 100, `${given} MB were read`);
});
