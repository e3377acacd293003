// Small pictures of files: for whoever knows the file, at a few widths, and never in place of what is no picture.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
let picture: string;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
  picture = await upload(await noise(1_200, 800));
});
after(() => service.stop());

/** Noise does not shrink by itself. */
function noise(width: number, height: number): Promise<Buffer> {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

async function upload(bytes: Buffer, name = 'picture.png'): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  form.set('purpose', 'vision');
  const headers = { authorization: `Bearer ${account.liveKey}` };
  const answer = await fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form });
  const { url } = (await answer.json()) as { url: string };
  return url;
}

const bodyOf = async (answer: Response) => Buffer.from(await answer.arrayBuffer());

test('a picture is had in small, keeps its proportions and is cached by its own tag', async () => {
  const answer = await fetch(`${picture}?width=480`);
  equal(answer.status, 200);
  equal(answer.headers.get('content-type'), 'image/webp');
  match(answer.headers.get('cache-control') ?? '', /immutable/);
  match(answer.headers.get('content-security-policy') ?? '', /sandbox/);
  const small = await bodyOf(answer);
  const { width, height } = await sharp(small).metadata();
  deepEqual([width, height], [480, 320]);
  const etag = answer.headers.get('etag') ?? '';
  equal((await fetch(`${picture}?width=480`, { headers: { 'if-none-match': etag } })).status, 304);
  const whole = await fetch(picture);
  notEqual(whole.headers.get('etag'), etag);
  ok((await bodyOf(whole)).length > small.length * 2);
  deepEqual(await bodyOf(await fetch(`${picture}?width=480`)), small, 'the second time it is the kept one');
});

test('other widths than the listed ones get the file as it is', async () => {
  const whole = await bodyOf(await fetch(picture));
  for (const width of ['481', '0', '-1', '1e9', '480px', ''])
    deepEqual(await bodyOf(await fetch(`${picture}?width=${width}`)), whole, width);
});

test('a picture that is small already is not enlarged', async () => {
  const tiny = await upload(await noise(40, 30));
  const { width, height } = await sharp(await bodyOf(await fetch(`${tiny}?width=960`))).metadata();
  deepEqual([width, height], [40, 30]);
});

test('what is no picture, or a broken one, is sent as it is, and not for long', async () => {
  const broken = (await noise(64, 64)).subarray(0, 60);
  const url = await upload(broken);
  const answer = await fetch(`${url}?width=160`);
  equal(answer.status, 200);
  match(answer.headers.get('cache-control') ?? '', /max-age=300/);
  deepEqual(await bodyOf(answer), broken);
});

test('a deleted file has no thumbnail any more', async () => {
  const url = await upload(await noise(300, 200));
  equal((await fetch(`${url}?width=160`)).status, 200);
  const id = /\/files\/([0-9a-z]{26})/.exec(url)?.[1];
  equal((await service.call('DELETE', `/v1/files/${id}`, { key: account.liveKey })).status, 200);
  equal((await fetch(`${url}?width=160`)).status, 404);
});

test('many who ask at once all get an answer', async () => {
  const urls = await Promise.all(Array.from({ length: 8 }, async (_, at) => upload(await noise(400 + at, 300))));
  const answers = await Promise.all(
    urls.flatMap((url) => [160, 480, 480].map((width) => fetch(`${url}?width=${width}`))),
  );
  for (const answer of answers) equal(answer.headers.get('content-type'), 'image/webp');
});
