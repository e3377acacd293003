// A previewed server answers what no client expects, keeps others from starting, or tells visitors what only its owner may know.
import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type BuilderKit, startBuilder } from '../../support/builder-kit.ts';
import { needSandbox } from '../../support/sandbox.ts';

let kit: BuilderKit;
before(async () => {
  await needSandbox();
  kit = await startBuilder();
});
after(() => kit.close());

interface Planted {
  id: string;
  previewId: string;
  path: string;
}

async function plant(key: string, server: string): Promise<Planted> {
  const body = { prompt: 'A list of books', framework: 'react', preview: false };
  const built = await kit.call('POST', '/v1/builder/build', { key, body });
  assert.equal(built.status, 200, built.text);
  const id = built.json.project_id as string;
  const files = await promisify(gzip)(Buffer.from(JSON.stringify([{ path: 'server.js', content: server }])));
  await kit.database.pool.query('update project_versions set files = $2, number = 2 where project_id = $1', [
    id,
    files,
  ]);
  const { rows } = await kit.database.pool.query(
    `update projects set version = 2, framework = 'nodejs' where id = $1 returning preview_id`,
    [id],
  );
  return { id, previewId: rows[0].preview_id, path: `/preview/${rows[0].preview_id}/` };
}

/** Ends at once where an answer is cut. */
function visit(path: string, limitMs = 60_000): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { agent: false, signal: AbortSignal.timeout(limitMs) };
    const call = httpRequest(`${kit.origin}${path}`, options, async (answer) => {
      let text = '';
      try {
        for await (const chunk of answer) text += chunk;
      } catch {
        text += ' (cut)';
      }
      resolve({ status: answer.statusCode ?? 0, text });
    });
    call.once('error', reject).end();
  });
}

const ALIVE = `require('node:http').createServer((_, answer) => answer.end('alive')).listen(8080, '127.0.0.1');`;

const RAW: Record<string, string> = {
  upgrade: 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nframes',
  low: 'HTTP/1.1 099 Low\r\nContent-Length: 2\r\n\r\nhi',
  zero: 'HTTP/1.1 000 Zero\r\nContent-Length: 2\r\n\r\nhi',
  high: 'HTTP/1.1 999 High\r\nContent-Length: 2\r\n\r\nhi',
  both: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  lengths: 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 5\r\n\r\nhello',
  headers: `HTTP/1.1 200 OK\r\n${Array.from({ length: 3000 }, (_, at) => `X${at}: y\r\n`).join('')}\r\n`,
  words: 'no HTTP at all',
  hints: 'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(1000),
  silent: '',
};

test('an answer that is none is a failure of the app: no visitor waits for it, and the app goes on', async () => {
  const { key } = await kit.key();
  const server = `const RAW = ${JSON.stringify(RAW)};
require('node:net').createServer((socket) => socket.on('error', () => {}).once('data', (data) => {
  const name = /^GET \\/(\\w+)/.exec(data)?.[1];
  socket.end(name in RAW ? RAW[name] : 'HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nalive');
})).listen(8080, '127.0.0.1');`;
  const { path } = await plant(key, server);
  assert.equal((await visit(`${path}first`)).text, 'alive');
  for (const name of Object.keys(RAW)) {
    const { status, text } = await visit(`${path}${name}`, 20_000);
    assert.equal(status, 502, `${name}: ${text}`);
    assert.equal(JSON.parse(text).error.code, 'engine_failed', name);
  }
  assert.equal((await visit(`${path}last`)).text, 'alive');
});

test('previews of several accounts that are visited at the same moment all start', async () => {
  const planted: Planted[] = [];
  for (let at = 0; at < 12; at += 1) planted.push(await plant((await kit.key()).key, ALIVE));
  const answers = await Promise.all(planted.map(({ path }) => visit(path, 120_000)));
  assert.deepEqual(
    answers.map(({ text }) => text),
    planted.map(() => 'alive'),
  );
});

test("an account's many previews end none of another account", async () => {
  const counted = (path: string) => visit(path).then(({ text }) => Number(text));
  const counting = `let count = 0; require('node:http').createServer((_, answer) => answer.end(String(count += 1))).listen(8080, '127.0.0.1');`;
  const victim = await plant((await kit.key()).key, counting);
  assert.equal(await counted(victim.path), 1);
  const { key } = await kit.key();
  for (let at = 0; at < 10; at += 1) assert.equal((await visit((await plant(key, ALIVE)).path)).text, 'alive');
  assert.equal(await counted(victim.path), 2, 'it was not started anew');
});

test('what a published app says when it fails is not for its visitors', async () => {
  const { key } = await kit.key();
  const leaking = `console.error('the card of the visitor before is 4242');
require('node:http').createServer((request, answer) => { if (request.url === '/') return answer.end('alive'); console.error('key of the app: hunter2'); request.socket.destroy(); }).listen(8080, '127.0.0.1');`;
  const { id, path } = await plant(key, leaking);
  const shared = await kit.call('POST', `/v1/builder/projects/${id}/shares`, { key, body: {} });
  const published = await kit.call('PUT', `/v1/builder/projects/${id}/publication`, { key, body: { enabled: true } });
  for (const { json, text } of [shared, published]) {
    assert.ok(json.url, text);
    const { pathname } = new URL(json.url);
    assert.equal((await visit(pathname)).text, 'alive');
    const failed = await visit(`${pathname}fail`);
    assert.equal(failed.status, 502);
    assert.doesNotMatch(failed.text, /hunter2|4242/);
  }
  assert.match((await visit(`${path}fail`)).text, /hunter2/, 'its owner reads why');
});
