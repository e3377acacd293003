// OpenAI's own package with variations of images: made by an upstream that can repaint images, refused if there is
// none.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { configWith } from '../support/config-file.ts';
import { plain } from '../support/pictures.ts';
import { startService, type TestService } from '../support/service.ts';

const asked: { path: string; body: string }[] = [];
let painter: Server;
let painting: TestService;
let bare: TestService;
let picture: Buffer;
let fails = false;

before(async () => {
  picture = Buffer.from(await plain(64, 64, '#00aa00'));
  painter = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    asked.push({ path: request.url ?? '', body: Buffer.concat(pieces).toString('latin1') });
    response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ data: [{ b64_json: picture.toString('base64') }] }));
  });
  await new Promise<void>((resolve) => painter.listen(0, '127.0.0.1', resolve));
  const base_url = `http://127.0.0.1:${(painter.address() as AddressInfo).port}/v1`;
  const entry = { name: 'far', kind: 'openai', base_url, models: [{ id: 'far-1', upstream_id: 'inner' }] };
  painting = await startService({ CONFIG: await configWith([], { image_upstreams: [entry] }) });
  bare = await startService({ TEST_WORKER: '0' });
});
after(async () => {
  await Promise.all([painting.stop(), bare.stop()]);
  painter.close();
});

async function clientOf(service: TestService) {
  const { liveKey } = await service.account();
  return new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: liveKey, maxRetries: 0 });
}

const cat = () => toFile(picture, 'cat.png', { type: 'image/png' });

test('a variation is painted by a model that paints images anew, and charged as an edit is', async () => {
  const client = await clientOf(painting);
  const { data, response } = await client.images
    .createVariation({ image: await cat(), model: 'far-1', response_format: 'b64_json' })
    .withResponse();
  ok(data.data?.[0]?.b64_json, 'there is no image');
  equal(response.headers.get('x-model'), 'far-1');
  const charged = Number(response.headers.get('x-credits-charged'));
  const edited = await client.images.edit({ image: await cat(), prompt: 'a hill', model: 'far-1' }).asResponse();
  ok(charged > 0);
  equal(charged, Number(edited.headers.get('x-credits-charged')));
  const [variation] = asked;
  match(variation?.path ?? '', /images\/edits$/);
  match(variation?.body ?? '', /A variation of this image/);
});

test('a variation without a model finds one, and one that fails costs nothing', async () => {
  const client = await clientOf(painting);
  const found = await client.images.createVariation({ image: await cat() }).asResponse();
  equal(found.headers.get('x-model'), 'far-1');
  const before = (await client.get('/payments/balance')) as { balance: number };
  fails = true;
  await rejects(
    client.images.createVariation({ image: await cat() }),
    (error: { status: number }) => error.status >= 500,
  );
  fails = false;
  deepEqual(await client.get('/payments/balance'), before);
});

test('what a variation cannot be is said by its name', async () => {
  const client = await clientOf(painting);
  await rejects(client.images.createVariation({ image: await cat(), n: 2 }), { status: 400, param: 'n' });
  await rejects(client.images.createVariation({ image: await cat(), size: '256x256' }), { status: 400, param: 'size' });
  await rejects(client.images.createVariation({ image: await cat(), model: 'studio-2' }), {
    status: 400,
    param: 'model',
  });
  const bareClient = await clientOf(bare);
  await rejects(bareClient.images.createVariation({ image: await cat() }), { status: 501, code: 'not_implemented' });
});
