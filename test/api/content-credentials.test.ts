// Content credentials of made images, checked by another implementation of C2PA: signed, chained to their source, shared by all nodes, off by a live setting.
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { JPEG, PNG } from '@trustnxt/c2pa-ts/asset';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import sharp from 'sharp';
import { makeCertificate } from '../../src/marks/signing/certificate.ts';
import { openDesk } from '../support/operator-kit.ts';
import { smallPhoto } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const SIGN = 'jumdc2pa';

let service: TestService;
let account: TestAccount;

before(async () => {
  service = await startService();
  account = await service.account();
});
after(() => service.stop());

async function make(path: string, body: object, at = { service, account }): Promise<{ file: Buffer; url: string }> {
  const { status, text, json } = await at.service.call('POST', `/v1${path}`, { key: at.account.liveKey, body });
  assert.equal(status, 200, text);
  return { url: json.image_url, file: Buffer.from(await (await fetch(json.image_url)).arrayBuffer()) };
}

async function check(made: Buffer) {
  const file = new Uint8Array(made);
  const asset = PNG.canRead(file) ? new PNG(file) : new JPEG(file);
  const box = asset.getManifestJUMBF();
  assert.ok(box, 'there are credentials');
  const store = ManifestStore.read(SuperBox.fromBuffer(new Uint8Array(box)));
  const result = await store.validate(asset);
  return { isValid: result.isValid, manifests: store.manifests.length, bytes: Buffer.from(box) };
}

const drawn = { prompt: 'a secret garden', width: 96, height: 64 };

for (const format of ['png', 'jpeg'] as const)
  test(`an image as ${format} is signed: who made it, with which model, in which call, and not with which prompt`, async () => {
    const { file } = await make('/image/generate', { ...drawn, format });
    const { isValid, manifests, bytes } = await check(file);
    assert.deepEqual([isValid, manifests], [true, 1]);
    for (const wanted of ['c2pa.created', 'digitalsourcetype/algorithmicMedia', 'painter-1', 'Atelier'])
      assert.ok(bytes.includes(wanted), wanted);
    assert.ok(!file.includes('secret garden'));
    assert.equal((await sharp(file).metadata()).width, 96);
  });

test('one changed byte of the pixels makes the signature invalid', async () => {
  const { file } = await make('/image/generate', { ...drawn, format: 'jpeg' });
  const at = file.length - 100;
  file[at] = (file[at] ?? 0) ^ 1;
  assert.equal((await check(file)).isValid, false);
});

test('an edit and its enlargement name the image before them, with its own credentials', async () => {
  const cat = `data:image/png;base64,${Buffer.from(await smallPhoto('chelsea', 64)).toString('base64')}`;
  const edited = await make('/image/edit', { image: cat, operation: 'style', style: 'oil' });
  const first = await check(edited.file);
  assert.deepEqual([first.isValid, first.manifests, first.bytes.includes('c2pa.opened')], [true, 1, true]);
  const enlarged = await make('/image/upscale', { image: edited.url });
  const second = await check(enlarged.file);
  assert.deepEqual([second.isValid, second.manifests], [true, 2]);
});

test('all files of an installation have the same signer, whose key is in the database and encrypted', async () => {
  const { rows } = await service.app.database.pool.query('select certificate, sealed from media_keys');
  assert.equal(rows.length, 1);
  const { file } = await make('/image/generate', drawn);
  assert.ok(file.includes(new X509Certificate(rows[0].certificate).raw));
  assert.ok(!rows[0].sealed.includes('PRIVATE KEY'));
});

test('without credentials by a live setting, the other marks stay', async () => {
  const { key } = await openDesk(service);
  const set = (value: object) =>
    service.call('PUT', '/v1/operator/settings/service', { key, body: { value, reason: 'A test of it' } });
  assert.equal((await set({ media_marks: 'metadata' })).status, 200);
  const { file } = await make('/image/generate', drawn);
  assert.deepEqual([file.includes(SIGN), file.includes('DigitalSourceType')], [false, true]);
  assert.equal((await set({})).status, 200);
  assert.ok((await make('/image/generate', drawn)).file.includes(SIGN));
});

test("the operator's own certificate signs instead, and one without the other stops the start", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'marks-certificate-'));
  const own = await makeCertificate('Studio Ltd');
  const [MEDIA_CERTIFICATE, MEDIA_CERTIFICATE_KEY] = [join(folder, 'media.pem'), join(folder, 'media.key')];
  await writeFile(MEDIA_CERTIFICATE, own.certificate + own.issuer);
  await writeFile(MEDIA_CERTIFICATE_KEY, own.privateKey);
  const other = await startService({ MEDIA_CERTIFICATE, MEDIA_CERTIFICATE_KEY });
  try {
    const { file } = await make('/image/generate', drawn, { service: other, account: await other.account() });
    assert.ok(file.includes(new X509Certificate(own.certificate).raw));
    assert.equal((await check(file)).isValid, true);
    const { rows } = await other.app.database.pool.query('select id from media_keys');
    assert.deepEqual(rows, []);
  } finally {
    await other.stop();
    await rm(folder, { recursive: true });
  }
  await assert.rejects(startService({ MEDIA_CERTIFICATE }), /belong together/);
});
