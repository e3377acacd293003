// The check of files: what a file says of itself, what of that is proven, and whether this service made it; by the API and on the page.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { needProgram } from '../../packages/kit/test/support/programs.ts';
import { markStream } from '../../src/marks/mark-stream.ts';
import { readMark } from '../../src/marks/verify/read-mark.ts';
import { writeMark } from '../../src/marks/write-mark.ts';
import { createTestDatabase } from '../support/database.ts';
import { smallPhoto } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { beep } from '../support/small-wav.ts';
import { drawHere, drawPng, MARK, makeSigner, sendFile, sendToPage, signAs, verified } from '../support/verify-kit.ts';

let service: TestService;
let account: TestAccount;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-'));
  service = await startService();
  account = await service.account();
});
after(async () => {
  await service.stop();
  await rm(folder, { recursive: true });
});

const name = (file: unknown, key = account.liveKey) => service.call('POST', '/v1/verify', { key, body: { file } });

test('a file that was made here is recognised, with its model and its call, and without its prompt and its account', async () => {
  const { file, call } = await drawHere(service, account);
  const found = await verified(service, account, file);
  assert.deepEqual(
    [found.made_here, found.reason, found.format, found.bytes],
    ['yes', 'signed_here', 'image/png', file.length],
  );
  const { status, signer, made, failures, actions, ingredients } = found.credentials;
  assert.deepEqual([status, failures, ingredients], ['valid', [], []]);
  assert.deepEqual([signer.name, signer.this_service, signer.trust_list], ['Atelier', true, 'unknown']);
  assert.deepEqual(made, { model: 'painter-1', call });
  assert.deepEqual(
    actions.map((one: { action: string }) => one.action),
    ['c2pa.created'],
  );
  assert.deepEqual(
    [found.mark.digital_source_type, found.mark.model, found.mark.call],
    ['algorithmicMedia', 'painter-1', call],
  );
  const said = JSON.stringify(found);
  assert.ok(!said.includes('secret garden') && !said.includes(account.id) && !said.includes(account.email));
});

test('a file is named by its id, its URL or as data, and another account has no such file', async () => {
  const { url, file } = await drawHere(service, account, { format: 'jpeg' });
  const id = /files\/([0-9a-z]{26})/.exec(url)?.[1];
  for (const given of [id, url, `/files/${id}.jpg`, `data:image/jpeg;base64,${file.toString('base64')}`]) {
    const { status, json, text } = await name(given);
    assert.equal(status, 200, text);
    assert.deepEqual([json.made_here, json.format], ['yes', 'image/jpeg']);
  }
  const stranger = await service.account();
  for (const given of [id, url]) assert.equal((await name(given, stranger.liveKey)).status, 404);
  const options = { key: account.testKey, body: { file: id } };
  assert.equal((await service.call('POST', '/sandbox/v1/verify', options)).status, 404);
});

test('whoever uploads a file that another account made learns that it was made here, and nothing of that account', async () => {
  const { file } = await drawHere(service, account);
  const stranger = await service.account();
  const found = await verified(service, stranger, file);
  assert.equal(found.made_here, 'yes');
  assert.ok(!JSON.stringify(found).includes(account.id));
});

test('an edit names the file that it was made of', async () => {
  const cat = `data:image/png;base64,${Buffer.from(await smallPhoto('chelsea', 64)).toString('base64')}`;
  const edit = await service.call('POST', '/v1/image/edit', {
    key: account.liveKey,
    body: { image: cat, operation: 'style', style: 'oil' },
  });
  const enlarged = await service.call('POST', '/v1/image/upscale', {
    key: account.liveKey,
    body: { image: edit.json.image_url },
  });
  const { json } = await name(enlarged.json.image_url);
  assert.equal(json.made_here, 'yes');
  const { actions, ingredients } = json.credentials;
  assert.deepEqual(
    actions.map((one: { action: string }) => one.action),
    ['c2pa.opened', 'c2pa.edited'],
  );
  assert.deepEqual(
    ingredients.map((one: { depth: number; relationship: string; signed_by: string | null }) => [
      one.depth,
      one.relationship,
      one.signed_by,
    ]),
    [
      [1, 'parentOf', 'Atelier'],
      [2, 'parentOf', null],
    ],
  );
});

test('a file without credentials and mark says nothing; a mark alone proves nothing', async () => {
  const plain = await verified(service, account, await drawPng());
  assert.deepEqual(
    [plain.made_here, plain.reason, plain.mark, plain.credentials.status],
    ['unknown', 'nothing_found', null, 'absent'],
  );
  const marked = await verified(service, account, writeMark(await drawPng(), 'image/png', MARK));
  assert.deepEqual([marked.made_here, marked.reason], ['unknown', 'unsigned_mark']);
  assert.match(marked.message, /proves nothing/);
  assert.deepEqual(marked.mark, {
    digital_source_type: 'trainedAlgorithmicMedia',
    model: 'painter-1',
    call: 'req_stranger',
    generator: 'Atelier/0.2.0',
    time: '2026-01-02T03:04:05.000Z',
  });
  const drawing = await drawHere(service, account, { prompt: 'a logo of a fox', format: 'svg' });
  const svg = await verified(service, account, drawing.file);
  assert.deepEqual([svg.format, svg.reason, svg.mark.call], ['image/svg+xml', 'unsigned_mark', drawing.call]);
  const text = await verified(service, account, Buffer.from('nothing of this kind'));
  assert.deepEqual([text.format, text.reason], [null, 'nothing_found']);
});

const MARKED = {
  'audio/mpeg': ['mp3', 'sine=duration=1'],
  'audio/aac': ['adts', 'sine=duration=1'],
  'audio/wav': ['wav', 'sine=duration=1'],
  'audio/flac': ['flac', 'sine=duration=1'],
  'audio/ogg': ['opus', 'sine=duration=1'],
  'image/webp': ['webp', 'color=duration=0.1:size=64x64:rate=10', '-frames:v', '1'],
  'video/mp4': ['mp4', 'testsrc=duration=1:size=64x64', '-pix_fmt', 'yuv420p'],
  'video/webm': ['webm', 'testsrc=duration=1:size=64x64', '-c:v', 'libvpx'],
} as const;

for (const [contentType, [extension, filter, ...options]] of Object.entries(MARKED))
  test(`the mark of ${contentType} is read`, async () => {
    const path = join(folder, `plain.${extension}`);
    execFileSync(needProgram('ffmpeg'), ['-v', 'error', '-y', '-f', 'lavfi', '-i', filter, ...options, path]);
    const file = await readFile(path);
    assert.equal(readMark(file), undefined);
    const { model, call, generator, sourceType } = readMark(writeMark(file, contentType, MARK)) ?? {};
    assert.deepEqual([model, call, generator, sourceType], [MARK.model, MARK.call, MARK.generator, MARK.source]);
    const found = await verified(service, account, writeMark(file, contentType, MARK));
    assert.deepEqual([found.format, found.reason], [contentType, 'unsigned_mark']);
  });

test('speech that was sent while it was made has the sentence of its head', () => {
  const marker = markStream('audio/wav', MARK);
  const sent = Buffer.concat([marker.push(beep(1)), marker.flush()]);
  const { model, call, generator, sourceType } = readMark(sent) ?? {};
  assert.deepEqual([model, call, generator, sourceType], [MARK.model, MARK.call, MARK.generator, MARK.source]);
});

test('a file of another key is not of this service, and its authority is looked up in the list of the operator', async () => {
  const [listed, unlisted] = await Promise.all([makeSigner(), makeSigner()]);
  const path = join(folder, 'list.pem');
  await writeFile(path, listed.issuer);
  const other = await startService({ MEDIA_TRUST_LIST: path });
  try {
    const caller = await other.account();
    for (const [signer, wanted] of [
      [listed, 'listed'],
      [unlisted, 'unlisted'],
    ] as const) {
      const found = await verified(other, caller, await signAs(signer, await drawPng()));
      assert.deepEqual([found.made_here, found.reason], ['no', 'signed_elsewhere']);
      assert.deepEqual([found.credentials.signer.this_service, found.credentials.signer.trust_list], [false, wanted]);
    }
  } finally {
    await other.stop();
  }
  await assert.rejects(startService({ MEDIA_TRUST_LIST: join(folder, 'none.pem') }), /MEDIA_TRUST_LIST/);
});

test("files of the operator's earlier certificate are recognised after a change", async () => {
  const files = ['first', 'second'].map((one) => ({
    MEDIA_CERTIFICATE: join(folder, `${one}.pem`),
    MEDIA_CERTIFICATE_KEY: join(folder, `${one}.key`),
  }));
  const first = await makeSigner();
  for (const [signer, paths] of [
    [first, files[0]],
    [await makeSigner(), files[1]],
  ] as const) {
    await writeFile(paths?.MEDIA_CERTIFICATE ?? '', signer.certificate + signer.issuer);
    await writeFile(paths?.MEDIA_CERTIFICATE_KEY ?? '', signer.privateKey);
  }
  const database = await createTestDatabase();
  const before = await startService({ ...files[0], DATABASE_URL: database.url });
  const made = await drawHere(before, await before.account());
  await before.stop();
  assert.ok(made.file.includes(new X509Certificate(first.certificate).raw));
  const later = await startService({ ...files[1], DATABASE_URL: database.url });
  try {
    const found = await verified(later, await later.account(), made.file);
    assert.deepEqual([found.made_here, found.credentials.signer.this_service], ['yes', true]);
  } finally {
    await later.stop();
    await database.drop();
  }
});

test('a check costs nothing, counts as a request, and leaves no file behind', async () => {
  const caller = await service.account({ credits: 0 });
  const files = () =>
    service.app.database.pool.query('select count(*)::int as n from artifacts where account_id = $1', [caller.id]);
  const { headers } = await sendFile(service, caller.liveKey, await drawPng());
  assert.ok(Number(headers.get('x-ratelimit-remaining')) < Number(headers.get('x-ratelimit-limit')));
  assert.equal((await files()).rows[0].n, 0);
  const { json } = await service.call('GET', '/v1/payments/balance', { key: caller.liveKey });
  assert.equal(json.balance ?? json.credits ?? 0, 0);
});

test('keys that keep nothing may check files', async () => {
  const made = await service.call('POST', '/v1/account/keys', {
    key: account.liveKey,
    body: { name: 'quiet', scopes: ['files:read'], zero_retention: true },
  });
  assert.equal(made.status, 201, made.text);
  const { status } = await sendFile(service, made.json.key ?? made.json.secret, await drawPng());
  assert.equal(status, 200);
});

test('missing and empty files are refused by name', async () => {
  assert.equal((await name(undefined)).json.error.code, 'missing_parameter');
  assert.equal((await name('not a file')).json.error.param, 'file');
  assert.equal((await name('data:image/png,abc')).status, 400);
  assert.equal((await sendFile(service, account.liveKey, Buffer.alloc(0))).status, 400);
});

test('the page asks for a file and answers in plain words, in English and German', async () => {
  const form = await (await fetch(`${service.origin}/verify`)).text();
  assert.match(form, /Was this file made here\?/);
  assert.match(form, /not kept/);
  const { file } = await drawHere(service, account);
  const answer = await sendToPage(service, file);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert.match(await answer.text(), /Yes, Atelier made it[\s\S]*nothing was changed since[\s\S]*painter-1/);
  const german = await sendToPage(service, await drawPng(), { 'accept-language': 'de' });
  assert.match(await german.text(), /lang="de"[\s\S]*Nicht bekannt[\s\S]*weder Inhaltsnachweise/);
});

test('the page says what is wrong with a request', async () => {
  const none = await fetch(`${service.origin}/verify`, { method: 'POST', body: new FormData() });
  assert.equal(none.status, 400);
  assert.match(await none.text(), /Choose a file first/);
});
