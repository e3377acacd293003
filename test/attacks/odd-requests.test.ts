// Requests of odd form: forms of thousands of parts, packed bodies, images that unpack to gigabytes, floods of parameters and headers, odd ranges.
import { deepEqual, ok, strictEqual } from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { plain } from '../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const BOUNDARY = 'atelier-boundary';

let service: TestService;
let customer: TestAccount;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  customer = await service.account();
});
after(() => service.stop());

interface Refusal {
  status: number;
  code: string | undefined;
}

async function post(path: string, contentType: string, body: Buffer | string, more = {}): Promise<Refusal> {
  const answer = await fetch(`${service.origin}/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.liveKey}`, 'content-type': contentType, ...more },
    body: typeof body === 'string' ? body : new Uint8Array(body),
    signal: AbortSignal.timeout(30_000),
  });
  const json = (await answer.json()) as { error?: { code: string } };
  return { status: answer.status, code: json.error?.code };
}

const form = (body: Buffer | string, path = '/files') => post(path, `multipart/form-data; boundary=${BOUNDARY}`, body);
const part = (headers: string, content: string) => `--${BOUNDARY}\r\n${headers}\r\n\r\n${content}\r\n`;
const END = `--${BOUNDARY}--\r\n`;
const FIELD = 'Content-Disposition: form-data; name="a"';

const UNREADABLE = { status: 400, code: 'invalid_parameter' };
const TOO_LARGE = { status: 413, code: 'payload_too_large' };

test('an attacker sends a form of 200,000 parts', async () => {
  deepEqual(await form(part(FIELD, 'x').repeat(200_000) + END), TOO_LARGE);
});

test('an attacker sends a small form of 1,000 parts', async () => {
  deepEqual(await form(part(FIELD, 'x').repeat(1_000) + END), TOO_LARGE);
});

test('an attacker sends a part whose headers have 10 MB', async () => {
  deepEqual(await form(part(`${FIELD}\r\nX-Long: ${'x'.repeat(10_000_000)}`, 'x') + END), UNREADABLE);
});

test('an attacker sends a part whose headers never end', async () => {
  deepEqual(await form(`--${BOUNDARY}\r\n${FIELD}\r\n`), UNREADABLE);
});

test('an attacker names no boundary, an empty one, or one that does not occur', async () => {
  const body = part(FIELD, 'x') + END;
  for (const type of ['', '; boundary=', '; boundary=""', '; boundary=other', `; boundary=${'x'.repeat(5_000)}`])
    deepEqual(await post('/files', `multipart/form-data${type}`, body), UNREADABLE, type.slice(0, 30));
});

test('an attacker hides the boundary from what counts the parts', async () => {
  const body = Buffer.from(part(FIELD, 'x').repeat(20_000) + END);
  const types = [
    `; x="; boundary=elsewhere"; boundary=${BOUNDARY}`,
    '; boundary="atelier-boundar\\y"',
    `; boundary=${BOUNDARY}; boundary=elsewhere`,
    `; BOUNDARY=${BOUNDARY}`,
    `;;; charset=utf-8;boundary=${BOUNDARY};`,
  ];
  for (const type of types) deepEqual(await post('/files', `multipart/form-data${type}`, body), TOO_LARGE, type);
});

test('an attacker names form fields like properties of every object', async () => {
  const names = ['__proto__', 'constructor', 'toString', 'operation'];
  const parts = names.map((name) => part(`Content-Disposition: form-data; name="${name}"`, '{"operation":"crop"}'));
  const { status, code } = await form(parts.join('') + END, '/image/edit');
  deepEqual([status, code], [400, 'invalid_parameter']);
});

test('an attacker sends odd files and names in a form: none of them is a failure of the service', async () => {
  const file = (disposition: string, content = 'x', more = '') =>
    part(`Content-Disposition: form-data; ${disposition}\r\nContent-Type: image/png${more}`, content);
  const inner = `--inner\r\n${FIELD}\r\n\r\nx\r\n--inner--\r\n`;
  const bodies: Record<string, string | Buffer> = {
    'nothing at all': '',
    'only the end': END,
    'no end': part(FIELD, 'x'),
    'an end and more': END + part(FIELD, 'x').repeat(50),
    'an empty file': file('name="file"; filename="a.png"', ''),
    'a path as its name': file('name="file"; filename="../../../etc/passwd"'),
    'a NUL in its name': file('name="file"; filename="a\0.png"'),
    'a name that turns around': file('name="file"; filename="\u202Egnp.exe"'),
    'a name of 7,000 letters': file(`name="file"; filename="${'n'.repeat(7_000)}"`),
    'a name with line breaks': file('name="file"; filename="a%0D%0AX-Injected: 1.png"'),
    'a name in two forms': file('name="file"; filename="a"; filename*=UTF-8\'\'b.png'),
    'no name of the field': file('filename="a.png"'),
    'one field fifty times': file('name="file"; filename="a.png"').repeat(50),
    'a form in a form': part(
      'Content-Disposition: form-data; name="file"\r\nContent-Type: multipart/mixed; boundary=inner',
      inner,
    ),
    'a packed part': Buffer.concat([
      Buffer.from(file('name="file"; filename="a.png"', '', '\r\nContent-Encoding: gzip').slice(0, -2)),
      gzipSync(Buffer.alloc(1_000_000)),
      Buffer.from(`\r\n${END}`),
    ]),
    'a part in base64': file('name="file"; filename="a.png"', 'eA==', '\r\nContent-Transfer-Encoding: base64'),
    'bytes that are no text': Buffer.concat([
      Buffer.from(part(FIELD, '').slice(0, -2)),
      Buffer.from([0xff, 0xfe, 0x00]),
      Buffer.from(`\r\n${END}`),
    ]),
    'single line breaks': (part(FIELD, 'x') + END).replaceAll('\r\n', '\n'),
  };
  for (const [what, body] of Object.entries(bodies)) {
    const sent =
      typeof body === 'string' && !body.includes(END) && what !== 'no end' && body !== '' ? body + END : body;
    for (const path of ['/files', '/image/edit', '/audio/transcriptions']) {
      const { status, code } = await form(sent, path);
      ok([201, 400, 413, 415].includes(status), `${what} to ${path}: ${status} ${code}`);
    }
  }
});

test('a large form is read like a small one', async () => {
  const file = `${FIELD.replace('"a"', '"file"')}; filename="x.png"\r\nContent-Type: image/png`;
  for (const size of [10, 2_000_000])
    strictEqual((await form(part(file, '\0'.repeat(size)) + END)).code, 'unsupported_media_type');
});

test('an attacker sends a body packed with gzip', async () => {
  const packed = gzipSync(Buffer.alloc(50_000_000, 0x20));
  const refused = await post('/chat/completions', 'application/json', packed, { 'content-encoding': 'gzip' });
  deepEqual(refused, TOO_LARGE);
});

/** The image's header claims this size; its pixels are zeros, which pack a thousandfold. */
function pngBomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(data.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([size, named, sum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(side * (Math.ceil(side / 8) + 1)));
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([magic, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

/** A WebP header that claims 16,383 pixels a side and brings none. */
function webpBomb(): Buffer {
  const head = Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\xff\xff\xff\x0f\0\0\0\0\0\0\0\0', 'latin1');
  return head;
}

for (const [name, bytes] of [
  ['PNG', pngBomb(30_000)],
  ['WebP', webpBomb()],
] as const)
  test(`an attacker sends a ${name} that unpacks to gigabytes`, async () => {
    const type = `image/${name.toLowerCase()}`;
    const image = `data:${type};base64,${bytes.toString('base64')}`;
    const edit = await post('/image/edit', 'application/json', JSON.stringify({ image, operation: 'enhance' }));
    deepEqual(edit, UNREADABLE);
    const upscale = await post('/image/upscale', 'application/json', JSON.stringify({ image, scale: 2 }));
    deepEqual(upscale, UNREADABLE);
  });

/** Sends these lines as they are; the status of the answer. */
function sendRaw(lines: string[]): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(service.config.port, '127.0.0.1');
    socket.setTimeout(20_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.once('data', (data) => {
      resolve(Number(String(data).slice(9, 12)));
      socket.destroy();
    });
    socket.once('close', () => resolve(0));
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

test('a stranger sends floods of headers and parameters', async () => {
  const floods: [string, string[], number[]][] = [
    [
      '5,000 headers',
      ['GET /healthz HTTP/1.1', 'Host: x', ...Array.from({ length: 5_000 }, (_, i) => `X-${i}: 1`)],
      [400, 431],
    ],
    ['one header of 1 MB', ['GET /healthz HTTP/1.1', 'Host: x', `X-Long: ${'x'.repeat(1_000_000)}`], [400, 431]],
    [
      '900 short headers',
      ['GET /healthz HTTP/1.1', 'Host: x', ...Array.from({ length: 900 }, (_, i) => `X${i}: 1`)],
      [200],
    ],
    ['10,000 parameters', [`GET /healthz?${'a=1&'.repeat(10_000)} HTTP/1.1`, 'Host: x'], [400, 414, 431]],
    ['3,000 parameters', [`GET /v1/jobs?${'a=1&'.repeat(3_000)} HTTP/1.1`, 'Host: x'], [401]],
    ['an address of 15,000 slashes', [`GET ${'/'.repeat(15_000)} HTTP/1.1`, 'Host: x'], [404]],
    ['an address of 5,000 percent signs', [`GET /${'%25'.repeat(5_000)} HTTP/1.1`, 'Host: x'], [404]],
  ];
  for (const [what, lines, wanted] of floods) {
    const status = await sendRaw(lines);
    ok(wanted.includes(status), `${what}: ${status}`);
  }
});

test('a customer repeats a parameter 3,000 times', async () => {
  const { status } = await service.call('GET', `/v1/jobs?${'limit=1&'.repeat(1_500)}`, { key: customer.liveKey });
  strictEqual(status, 400);
});

test('a stranger asks for odd ranges of a file', async () => {
  const upload = new FormData();
  upload.append('file', new Blob([new Uint8Array(await plain(64, 64, '#888888'))], { type: 'image/png' }), 'x.png');
  const made = await fetch(`${service.origin}/v1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.liveKey}` },
    body: upload,
  });
  const { url, bytes } = (await made.json()) as { url: string; bytes: number };
  strictEqual(made.status, 201);
  const address = `${service.origin}${new URL(url).pathname}`;
  const many = Array.from({ length: 1_000 }, (_, index) => `${index}-${index + 1}`).join(',');
  const ranges: [string, number, number][] = [
    ['bytes=0-0', 206, 1],
    ['bytes=-1', 206, 1],
    ['bytes=-0', 416, 0],
    [`bytes=${bytes}-`, 416, 0],
    ['bytes=5-2', 416, 0],
    ['bytes=0-99999999999999999999999', 206, bytes],
    ['bytes=99999999999999999999999-', 416, 0],
    [`bytes=${many}`, 200, bytes],
    ['bytes=a-b', 200, bytes],
    ['bytes=-', 200, bytes],
  ];
  for (const [range, status, length] of ranges) {
    const answer = await fetch(address, { headers: { range } });
    const got = (await answer.arrayBuffer()).byteLength;
    deepEqual([answer.status, got], [status, length], range.slice(0, 40));
  }
});
