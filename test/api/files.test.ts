// Files in OpenAI's shape, through OpenAI's own client: uploaded, listed, read and deleted by their account only.
import { deepEqual, equal, match, ok, rejects } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { openArtifacts } from '../../src/app/store.ts';
import { upkeepChores } from '../../src/app/upkeep.ts';
import { silentLog } from '../../src/core/log.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const LINE = '{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{}}\n';
const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

let service: TestService;
let account: TestAccount;
let client: OpenAI;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
  client = clientFor(account);
});
after(() => service.stop());

function clientFor({ liveKey }: TestAccount): OpenAI {
  return new OpenAI({ baseURL: `${service.origin}/v1`, apiKey: liveKey, maxRetries: 0 });
}

function jsonl(text: string, name = 'requests.jsonl') {
  return toFile(Buffer.from(text), name, { type: 'application/jsonl' });
}

async function statusOf(work: Promise<unknown>): Promise<number | undefined> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  ok(error instanceof OpenAI.APIError, 'the call was not refused');
  return error.status;
}

test("OpenAI's client uploads a batch file, finds it, reads it and deletes it", async () => {
  const file = await client.files.create({ file: await jsonl(LINE), purpose: 'batch' });
  equal(file.object, 'file');
  equal(file.purpose, 'batch');
  equal(file.status, 'processed');
  equal(file.filename, 'requests.jsonl');
  equal(file.bytes, LINE.length);
  equal(file.expires_at, file.created_at + 30 * 24 * 3600);
  deepEqual(await client.files.retrieve(file.id), file);
  deepEqual(await client.files.waitForProcessing(file.id), file);
  const content = await client.files.content(file.id);
  equal(await content.text(), LINE);
  match(content.headers.get('content-disposition') ?? '', /^attachment/);
  equal(content.headers.get('x-content-type-options'), 'nosniff');
  match(content.headers.get('content-security-policy') ?? '', /sandbox/);
  const deleted = await client.files.delete(file.id);
  deepEqual([deleted.id, deleted.object, deleted.deleted], [file.id, 'file', true]);
  equal(await statusOf(client.files.retrieve(file.id)), 404);
});

test('files are listed by purpose, in both orders and page by page', async () => {
  const own = clientFor(await service.account());
  const ids: string[] = [];
  for (const purpose of ['batch', 'user_data', 'batch'] as const) {
    const file = purpose === 'batch' ? await jsonl(LINE) : await toFile(PNG, 'a.png');
    ids.push((await own.files.create({ file, purpose })).id);
  }
  const listed = async (query: OpenAI.FileListParams): Promise<string[]> => {
    const found: string[] = [];
    for await (const file of own.files.list(query)) found.push(file.id);
    return found;
  };
  deepEqual(await listed({ order: 'asc' }), ids);
  deepEqual(await listed({ limit: 1 }), ids.toReversed());
  deepEqual(await listed({ limit: 2, order: 'asc' }), ids);
  deepEqual(await listed({ purpose: 'batch', order: 'asc' }), [ids[0], ids[2]]);
});

test('expires_after ends a file, and a chore removes it', async () => {
  const file = await client.files.create({
    file: await jsonl(LINE),
    purpose: 'batch',
    expires_after: { anchor: 'created_at', seconds: 3600 },
  });
  ok(Math.abs((file.expires_at ?? 0) - file.created_at - 3600) <= 1, JSON.stringify(file));
  const { queries, pool } = service.app.database;
  await pool.query("update artifacts set expires_at = now() - interval '1 second' where id = $1", [file.id]);
  equal(await statusOf(client.files.retrieve(file.id)), 404);
  equal(await statusOf(client.files.content(file.id)), 404);
  const stored = await openArtifacts(service.config, queries);
  for (const chore of upkeepChores({
    config: service.config,
    prices: service.app.prices,
    database: service.app.database,
    files: stored,
    log: silentLog,
  }))
    await chore.run();
  equal((await pool.query('select 1 from artifacts where id = $1', [file.id])).rowCount, 0);
});

test('wrong purposes, lives and contents are refused in words', async () => {
  const upload = async (content: Uint8Array | string, fields: Record<string, string>) => {
    const form = new FormData();
    form.set('file', new Blob([Buffer.from(content)]), 'a.jsonl');
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const headers = { authorization: `Bearer ${account.liveKey}` };
    const response = await fetch(`${service.origin}/v1/files`, { method: 'POST', headers, body: form });
    const { error } = (await response.json()) as { error: { code: string; param: string } };
    return [response.status, error.code, error.param];
  };
  const batch = { purpose: 'batch' };
  deepEqual(await upload('no JSON', batch), [400, 'invalid_parameter', 'file']);
  deepEqual(await upload('[1]\n', batch), [400, 'invalid_parameter', 'file']);
  deepEqual(await upload(Buffer.from([0x7b, 0xff, 0x7d]), batch), [400, 'invalid_parameter', 'file']);
  deepEqual(await upload('', batch), [400, 'invalid_parameter', 'file']);
  deepEqual(await upload(PNG, batch), [400, 'invalid_parameter', 'file']);
  deepEqual(await upload(LINE, { purpose: 'vision' }), [415, 'unsupported_media_type', 'file']);
  deepEqual(await upload(Buffer.from([0x61, 0, 0x62]), {}), [415, 'unsupported_media_type', 'file']);
  deepEqual(await upload(Buffer.from([0x61, 0xff, 0x62]), {}), [415, 'unsupported_media_type', 'file']);
  deepEqual(await upload(LINE, { purpose: 'fine-tune' }), [400, 'invalid_parameter', 'purpose']);
  const life = { ...batch, 'expires_after[anchor]': 'created_at' };
  deepEqual(await upload(LINE, { ...life, 'expires_after[seconds]': '60' }), [
    400,
    'invalid_parameter',
    'expires_after.seconds',
  ]);
  deepEqual(await upload(LINE, { ...batch, expires_after: '60' }), [400, 'invalid_parameter', 'expires_after']);
});

test('the file of a batch has no public URL, and no other account sees it', async () => {
  const file = await client.files.create({ file: await jsonl(LINE), purpose: 'batch' });
  equal((await fetch(`${service.origin}/files/${file.id}.jsonl`)).status, 404);
  const stranger = clientFor(await service.account());
  equal(await statusOf(stranger.files.retrieve(file.id)), 404);
  equal(await statusOf(stranger.files.content(file.id)), 404);
  equal(await statusOf(stranger.files.delete(file.id)), 404);
  deepEqual((await stranger.files.list({ after: file.id })).data, []);
  const sandbox = new OpenAI({ baseURL: `${service.origin}/sandbox/v1`, apiKey: account.testKey, maxRetries: 0 });
  await rejects(sandbox.files.content(file.id), OpenAI.NotFoundError);
});

test('a document is text or PDF: a page of HTML is no page of this origin, and only a key reads it', async () => {
  const html = '<script>alert(document.cookie)</script>';
  const file = await client.files.create({ file: await toFile(Buffer.from(html), 'page.html'), purpose: 'assistants' });
  const { content_type: type, url } = file as typeof file & { content_type: string; url: string };
  deepEqual([file.filename, file.purpose, type], ['page.html', 'assistants', 'text/plain; charset=utf-8']);
  equal((await fetch(`${service.origin}/files/${file.id}.txt`)).status, 404);
  equal((await fetch(url)).status, 401);
  const content = await client.files.content(file.id);
  equal(await content.text(), html);
  match(content.headers.get('content-type') ?? '', /^text\/plain/);
  match(content.headers.get('content-disposition') ?? '', /^attachment/);
  const pdf = await client.files.create({
    file: await toFile(Buffer.from('%PDF-1.7\n'), 'a.pdf'),
    purpose: 'user_data',
  });
  equal((pdf as typeof pdf & { content_type: string }).content_type, 'application/pdf');
  equal((await fetch(`${service.origin}/files/${pdf.id}.pdf`)).status, 404);
});
