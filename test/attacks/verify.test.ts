// Attacks on the check of files: forged, moved and broken credentials, files that take time and memory, and strangers who send many.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { deflateSync } from 'node:zlib';
import { markPng } from '../../src/marks/formats/png.ts';
import { boundMemory } from '../../src/marks/signing/bound-memory.ts';
import { networkOf } from '../../src/modules/files/verify-pages.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { drawHere, drawPng, makeSigner, sendFile, sendToPage, signAs, verified } from '../support/verify-kit.ts';

let service: TestService;
let account: TestAccount;
let ours: Buffer;

before(async () => {
  service = await startService();
  account = await service.account();
  ours = (await drawHere(service, account)).file;
});
after(() => service.stop());

const origin = async (file: Buffer) => {
  const { made_here: madeHere, reason, credentials } = await verified(service, account, file);
  return { madeHere, reason, credentials };
};

/** The chunk that holds the credentials of a PNG. */
function credentialsOf(png: Buffer): { start: number; end: number } {
  for (let at = 8; at + 8 <= png.length; ) {
    const end = at + 12 + png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'caBX') return { start: at, end };
    at = end;
  }
  throw new Error('the file has no credentials');
}

test('changed pixels make a file one that was not made here', async () => {
  const changed = Buffer.from(ours);
  const at = changed.length - 30;
  changed[at] = (changed[at] ?? 0) ^ 1;
  const found = await origin(changed);
  assert.deepEqual([found.madeHere, found.reason, found.credentials.status], ['no', 'changed', 'invalid']);
  assert.match(found.credentials.failures[0].message, /changed after it was signed/);
});

test('bytes behind the end of a file are a change, too', async () => {
  const found = await origin(Buffer.concat([ours, Buffer.from('more')]));
  assert.deepEqual([found.madeHere, found.reason], ['no', 'changed']);
});

test('our signature moved to another file proves nothing there', async () => {
  const { start, end } = credentialsOf(ours);
  const other = await drawPng('red', 96);
  const forged = Buffer.concat([other.subarray(0, 33), ours.subarray(start, end), other.subarray(33)]);
  const found = await origin(forged);
  assert.deepEqual([found.madeHere, found.reason], ['no', 'changed']);
});

test('a claim with our name, our generator and our words by another key is not ours', async () => {
  const found = await origin(await signAs(await makeSigner(), await drawPng()));
  assert.deepEqual([found.madeHere, found.reason, found.credentials.status], ['no', 'signed_elsewhere', 'valid']);
  const { signer, generator } = found.credentials;
  assert.deepEqual([signer.name, signer.this_service, generator], ['Atelier', false, 'Atelier/0.2.0']);
});

test('a file of ours that somebody signed again is theirs, and names ours as its source', async () => {
  const found = await origin(await signAs(await makeSigner(), ours, { parent: ours }));
  assert.deepEqual([found.madeHere, found.reason], ['no', 'signed_elsewhere']);
  assert.equal(found.credentials.ingredients[0].signed_by, 'Atelier');
});

test('a statement of ours that was changed is found, wherever it stands in the credentials', async () => {
  const { start, end } = credentialsOf(ours);
  for (const text of ['painter-1', 'Atelier', 'c2pa.created', 'algorithmicMedia']) {
    const at = ours.indexOf(text, start);
    assert.ok(at > start && at < end, text);
    const changed = Buffer.from(ours);
    changed[at] = (changed[at] ?? 0) ^ 1;
    assert.notEqual((await origin(changed)).madeHere, 'yes', text);
  }
});

test('no single changed byte of the credentials leaves a file that was made here, unless it means nothing', async () => {
  const { start, end } = credentialsOf(ours);
  for (let at = start; at < end; at += 97) {
    const changed = Buffer.from(ours);
    changed[at] = (changed[at] ?? 0) ^ 0x55;
    const { status, json } = await sendFile(service, account.liveKey, changed);
    assert.ok(status === 200 || status === 400, `${at}: ${status}`);
    if (json.made_here === 'yes') assert.equal(json.credentials.made.model, 'painter-1', `byte ${at}`);
  }
});

test('a long chain of sources is cut', async () => {
  const signer = await makeSigner();
  let file = await drawPng();
  for (let depth = 0; depth < 12; depth += 1) file = await signAs(signer, file, depth > 0 ? { parent: file } : {});
  const { credentials } = await origin(file);
  assert.equal(credentials.ingredients_cut, true);
  assert.equal(Math.max(...credentials.ingredients.map(({ depth }: { depth: number }) => depth)), 8);
});

test('credentials at another address are not fetched', async () => {
  let calls = 0;
  const server = createServer((_, response) => {
    calls += 1;
    response.end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="http://127.0.0.1:${port}/a.c2pa"/></rdf:RDF></x:xmpmeta><?xpacket end="r"?>`;
  try {
    const found = await origin(markPng(await drawPng(), xmp));
    assert.deepEqual([found.madeHere, found.reason, found.credentials.elsewhere], ['unknown', 'elsewhere', true]);
    assert.equal(calls, 0);
  } finally {
    server.close();
  }
});

test('a file at the address of this machine is not fetched either', async () => {
  for (const file of [
    'https://127.0.0.1/a.png',
    'http://example.com/a.png',
    'https://169.254.169.254/a',
    'file:///etc/passwd',
  ]) {
    const { status, json } = await service.call('POST', '/v1/verify', { key: account.liveKey, body: { file } });
    assert.deepEqual([status, json.error.code], [400, 'unsafe_url'], file);
  }
});

function chunk(type: string, content: Buffer, length = content.length): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(length >>> 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content, Buffer.alloc(4)]);
}

/** Boxes inside boxes, each as long as all that follows. */
function nestedBoxes(depth: number): Buffer {
  const boxes = Buffer.alloc(8 * depth);
  for (let level = 0; level < depth; level += 1) {
    boxes.writeUInt32BE(8 * (depth - level), 8 * level);
    boxes.write('jumb', 8 * level + 4, 'latin1');
  }
  return boxes;
}

test('truncated and hostile containers are answered, and the service goes on', async () => {
  const { start, end } = credentialsOf(ours);
  const head = ours.subarray(0, 33);
  const box = (size: number, type: string) => {
    const bytes = Buffer.alloc(16);
    bytes.writeUInt32BE(size);
    bytes.write(type, 4, 'latin1');
    bytes.writeBigUInt64BE(2n ** 63n, 8);
    return bytes;
  };
  const ftyp = Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex');
  const hostile: Record<string, Buffer> = {
    'half of the credentials': ours.subarray(0, Math.floor((start + end) / 2)),
    'only a head': ours.subarray(0, 12),
    'a chunk of four gigabytes': Buffer.concat([head, chunk('caBX', Buffer.from('jumb'), 0xffff_ffff)]),
    'boxes 100,000 deep': Buffer.concat([head, chunk('caBX', nestedBoxes(100_000)), chunk('IEND', Buffer.alloc(0))]),
    'a bomb of text': Buffer.concat([
      head,
      chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(200_000_000))])),
      ours.subarray(33),
    ]),
    'a box of many exabytes': Buffer.concat([ftyp, box(1, 'uuid')]),
    'a box without an end': Buffer.concat([ftyp, box(0, 'uuid'), Buffer.alloc(64)]),
    'a JPEG of empty segments': Buffer.concat([
      Buffer.from('ffd8', 'hex'),
      Buffer.alloc(4_000_000, Buffer.from('ffeb0002', 'hex')),
    ]),
    'a JPEG that ends in a segment': Buffer.from('ffd8ffebffff4a50', 'hex'),
    'a WAV of nothing': Buffer.from('RIFF\xff\xff\xff\xffWAVEC2PA\xff\xff\xff\xff', 'latin1'),
    'a tag of 256 MB': Buffer.from('ID3\x03\x00\x00\x7f\x7f\x7f\x7fGEOB\x7f\x7f\x7f\x7f', 'latin1'),
    'a FLAC of blocks': Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(1_000_000, Buffer.from('01000000', 'hex'))]),
    'an SVG of open elements': Buffer.from(`<svg>${'<a>'.repeat(300_000)}`),
    'XMP without an end': Buffer.from(`<svg>${'<x:xmpmeta Iptc4xmpExt:DigitalSourceType="'.repeat(50_000)}`),
    'a WebM of tags': Buffer.concat([
      Buffer.from('1a45dfa3', 'hex'),
      Buffer.from('DIGITALSOURCETYPED\x87\xff\xff'.repeat(50_000), 'latin1'),
    ]),
  };
  for (const [what, file] of Object.entries(hostile)) {
    const { status, json } = await sendFile(service, account.liveKey, file);
    assert.ok(status === 200 || (status === 400 && json.error.param === 'file'), `${what}: ${JSON.stringify(json)}`);
    assert.notEqual(json.made_here, 'yes', what);
  }
  assert.equal((await origin(ours)).madeHere, 'yes');
});

test('the words of a file are text on the page, and short', async () => {
  const words = '<script>alert(1)</script>';
  const xmp = `<x:xmpmeta Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia" Iptc4xmpExt:AISystemUsed="${words.replaceAll('<', '&#60;').replaceAll('>', '&#62;')}" xmp:CreatorTool="${'x'.repeat(100_000)}"/></x:xmpmeta>`;
  const file = markPng(await drawPng(), xmp);
  const found = await verified(service, account, file);
  assert.equal(found.mark.model, words);
  assert.ok((found.mark.generator ?? '').length <= 200);
  const html = await (await sendToPage(service, file)).text();
  assert.ok(!html.includes('<script>') && html.includes('&#60;script&#62;'));
});

test('the library has no more memory than it was given', () => {
  const empty = Buffer.from('0061736d01000000' + '0503010001', 'hex');
  const bound = boundMemory(empty, 4 * 64 * 1024);
  assert.equal(Buffer.from(bound).toString('hex'), '0061736d01000000' + '050401010104');
});

test('files that are too large are refused before they are read', async () => {
  const { status, json } = await sendFile(service, account.liveKey, Buffer.alloc(65 * 1024 * 1024));
  assert.deepEqual([status, json.error.code], [413, 'payload_too_large']);
  assert.equal((await sendToPage(service, Buffer.alloc(16 * 1024 * 1024))).status, 413);
});

test('a hundred at once are answered or told to wait, and other calls go on', async () => {
  const many = Array.from({ length: 100 }, () => sendFile(service, account.liveKey, ours));
  const alive = await fetch(`${service.origin}/healthz`);
  assert.equal(alive.status, 200);
  const answers = await Promise.all(many);
  const done = answers.filter(({ status }) => status === 200);
  assert.ok(done.length >= 8 && done.every(({ json }) => json.made_here === 'yes'));
  for (const { status, headers } of answers.filter((one) => one.status !== 200)) {
    assert.equal(status, 429);
    assert.ok(Number(headers.get('retry-after')) > 0);
  }
  assert.equal((await origin(ours)).madeHere, 'yes');
});

test('a visitor without a key checks a few files and then waits; a key does not', async () => {
  const other = await startService();
  try {
    const file = await drawPng();
    const statuses: number[] = [];
    for (let nth = 0; nth < 11; nth += 1) statuses.push((await sendToPage(other, file)).status);
    assert.deepEqual(statuses, [...Array(10).fill(200), 429]);
    const refused = await sendToPage(other, file);
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    assert.equal((await sendFile(other, (await other.account()).liveKey, file)).status, 200);
  } finally {
    await other.stop();
  }
});

test('addresses of one IPv6 network are one visitor', () => {
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:0:9%eth0'];
  assert.deepEqual(new Set(same.map(networkOf)), new Set(['2001:db8:1:2']));
  assert.notEqual(networkOf('2001:db8:1:3::1'), networkOf('2001:db8:1:2::1'));
  assert.equal(networkOf('::1'), '0:0:0:0');
  assert.deepEqual(['192.0.2.7', '::ffff:192.0.2.7'].map(networkOf), ['192.0.2.7', '192.0.2.7']);
});
