// Pushes of a project to a real Git remote, and to remotes that do their worst.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { newId, randomToken } from '../../src/core/ids.ts';
import { addVersion } from '../../src/store/projects.ts';
import { type BuilderKit, startBuilder } from '../support/builder-kit.ts';
import { type GitServer, startGitServer, TOKEN } from '../support/git-server.ts';

let kit: BuilderKit;
let remote: GitServer;
let key: string;
let stranger: string;
let accountId: string;

before(async () => {
  remote = await startGitServer();
  kit = await startBuilder();
  kit.settings.allowPrivateGit = true;
  ({ key, accountId } = await kit.key());
  ({ key: stranger } = await kit.key());
});
after(async () => {
  await kit?.close();
  await remote?.close();
});

async function newProject(): Promise<string> {
  const id = newId('proj');
  await store(id, 'Make an app', [
    { path: 'README.md', content: '# Bees\n' },
    { path: 'src/App.jsx', content: 'export const App = 1;\n' },
    { path: 'src/näme.txt', content: 'ü' },
  ]);
  return id;
}

async function store(id: string, prompt: string, files: { path: string; content: string }[]): Promise<void> {
  const project = { id, accountId, environment: 'live', name: 'Bees', framework: 'react', previewId: randomToken() };
  await kit.database.transaction((trx) =>
    addVersion(
      trx,
      { ...project, environment: 'live' },
      {
        prompt,
        summary: 'Done',
        engine: 'editor',
        files,
        changed: [],
        projectId: id,
        blueprint: null,
        requested: null,
        archivePath: null,
        archiveId: null,
        jobId: null,
      },
    ),
  );
}

const push = (id: string, body: object, by = key) =>
  kit.call('POST', `/v1/builder/projects/${id}/push`, { key: by, body: { token: TOKEN, ...body } });

/** A server that answers as the test says. */
async function withServer<T>(listener: RequestListener, work: (origin: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

test('all versions are commits in a clone; a second push sends only what is new, a third nothing', async () => {
  const id = await newProject();
  const url = await remote.create('bees');
  await store(id, 'Write more\n\nwith "quotes" and ü', [
    { path: 'README.md', content: '# Bees\n\nMore.\n' },
    { path: 'src/App.jsx', content: 'export const App = 1;\n' },
  ]);
  const first = await push(id, { url });
  assert.deepEqual([first.status, first.json.pushed, first.json.branch], [200, 2, 'main'], first.text);
  assert.ok(!first.text.includes(TOKEN));
  await store(id, 'Third', [{ path: 'src/deep/er/x.txt', content: 'x'.repeat(100_000) }]);
  const second = await push(id, { url: `${url}/` });
  assert.deepEqual([second.status, second.json.pushed], [200, 1], second.text);
  const third = await push(id, { url });
  assert.deepEqual([third.status, third.json.pushed, third.json.commit], [200, 0, second.json.commit], third.text);

  const clone = await remote.clone('bees');
  await remote.git(clone, 'fsck', '--strict', '--full');
  assert.equal(await remote.git(clone, 'rev-parse', 'HEAD'), second.json.commit);
  const subjects = await remote.git(clone, 'log', '--reverse', '--format=%s');
  assert.deepEqual(subjects.split('\n'), ['Make an app', 'Write more', 'Third']);
  assert.equal(await readFile(join(clone, 'src/deep/er/x.txt'), 'utf8'), 'x'.repeat(100_000));
  assert.equal(await remote.git(clone, 'show', 'HEAD~1:README.md'), '# Bees\n\nMore.');
  assert.equal(await remote.git(clone, 'show', 'HEAD~2:src/näme.txt'), 'ü');
  const other = await push(id, { url, branch: 'feature/bees-1.0' });
  assert.deepEqual([other.status, other.json.pushed], [200, 3], other.text);
  assert.equal(
    await remote.git(await remote.clone('bees', 'feature/bees-1.0'), 'rev-parse', 'HEAD'),
    second.json.commit,
  );
});

test('commits of others are never overwritten', async () => {
  const id = await newProject();
  const url = await remote.create('shared');
  assert.equal((await push(id, { url })).status, 200);
  const clone = await remote.clone('shared');
  await remote.git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'By hand');
  await remote.git(clone, 'push', '--quiet', 'origin', 'main');
  const theirs = await remote.git(clone, 'rev-parse', 'HEAD');
  await store(id, 'Second', [{ path: 'a.txt', content: 'a' }]);
  const refused = await push(id, { url });
  assert.deepEqual([refused.status, refused.json.error.param], [400, 'branch'], refused.text);
  assert.match(refused.text, /commits that this project lacks/);
  assert.equal(await remote.git(await remote.clone('shared'), 'rev-parse', 'HEAD'), theirs);
});

test('a wrong token, no repository and bad names are refused in words', async () => {
  const id = await newProject();
  const url = await remote.create('mine');
  const wrong = await push(id, { url, token: 'wrong' });
  assert.deepEqual([wrong.status, wrong.json.error.param], [400, 'token'], wrong.text);
  const missing = await push(id, { url: `${remote.origin}/none.git` });
  assert.deepEqual([missing.status, missing.json.error.param], [400, 'url'], missing.text);
  for (const branch of [
    'a..b',
    'a//b',
    '.a',
    'a/.b',
    'a.lock',
    'a/',
    'a b',
    'a:b',
    'HEAD~1',
    '-x',
    'x'.repeat(101),
    '',
  ])
    assert.equal((await push(id, { url, branch })).json.error.param, 'branch', branch);
  for (const token of ['', 'a b', 'a\nb', 'ü', 'x'.repeat(1_001)])
    assert.equal((await push(id, { url, token })).json.error.param, 'token', token);
  assert.equal((await push(id, { url, username: 'a:b' })).json.error.param, 'username');
  assert.equal((await push(id, { url }, stranger)).status, 404);
  await assert.rejects(remote.clone('mine'), 'nothing was pushed');
});

test('the token goes to no other server, and a redirect leads to no other address', async () => {
  const id = await newProject();
  const url = await remote.create('moved');
  let inside = 0;
  await withServer(
    (_request, response) => {
      inside += 1;
      response.end();
    },
    (secret) =>
      withServer(
        (request, response) => {
          const target = request.url?.startsWith('/far')
            ? `${secret}/x/info/refs?service=git-receive-pack`
            : request.url;
          response.writeHead(302, { location: target }).end();
        },
        async (origin) => {
          const far = await push(id, { url: `${origin}/far` });
          assert.deepEqual([far.status, far.json.error.param], [400, 'url'], far.text);
          assert.match(far.text, /redirects to another server/);
          assert.match((await push(id, { url: `${origin}/loop` })).text, /redirects too often/);
        },
      ),
  );
  assert.equal(inside, 0);
  // On one server a redirect is followed, as GitLab does it for a name without .git.
  const { port } = new URL(url);
  await withServer(
    (request, response) => {
      if (!request.url?.includes('.git')) {
        response.writeHead(301, { location: request.url?.replace('/moved', '/moved.git') }).end();
        return;
      }
      const body: Buffer[] = [];
      request.on('data', (chunk: Buffer) => body.push(chunk));
      request.on('end', async () => {
        const { authorization = '', 'content-type': type = '' } = request.headers;
        const passed = await fetch(`http://127.0.0.1:${port}${request.url}`, {
          method: request.method ?? 'GET',
          headers: { authorization, 'content-type': type },
          ...(request.method === 'POST' ? { body: Buffer.concat(body) } : {}),
        });
        response.writeHead(passed.status, { 'content-type': passed.headers.get('content-type') ?? '' });
        response.end(Buffer.from(await passed.arrayBuffer()));
      });
    },
    async (origin) => {
      const moved = await push(id, { url: `${origin}/moved` });
      assert.deepEqual([moved.status, moved.json.url], [200, `${origin}/moved.git`], moved.text);
    },
  );
});

test('answers that are huge, endless, broken or lies are refused within bounds', async () => {
  const id = await newProject();
  const type = { 'content-type': 'application/x-git-receive-pack-advertisement' };
  const line = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`;
  const empty = `${line(`${'0'.repeat(40)} capabilities^{}\0report-status\n`)}0000`;
  const answers: [string, RequestListener, RegExp][] = [
    [
      'endless',
      (_request, response) => {
        response.writeHead(200, type);
        const more = () => response.write(Buffer.alloc(256 * 1024, 'f')) && setImmediate(more);
        response.on('drain', more);
        more();
      },
      /too many branches and tags/,
    ],
    ['no packets', (_request, response) => response.writeHead(200, type).end('hello'), /does not speak the protocol/],
    ['a cut packet', (_request, response) => response.writeHead(200, type).end('ffff'), /does not speak the protocol/],
    ['a page', (_request, response) => response.end('<html>'), /no Git repository/],
    ['no refs', (_request, response) => response.writeHead(200, type).end('0000'), /whether a push worked/],
    ['an error', (_request, response) => response.writeHead(500).end(), /status 500/],
    ['a closed line', (request) => request.socket.destroy(), /cannot be reached/],
    [
      'a lie about the push',
      (request, response) => {
        request.resume();
        response.writeHead(200, type).end(request.method === 'GET' ? empty : line('unpack ok\n'));
      },
      /did not confirm/,
    ],
    [
      'a refusal with control characters',
      (request, response) => {
        request.resume();
        const no = line(`ng refs/heads/main \x1b[31mhook ${'x'.repeat(5000)}\n`);
        response.writeHead(200, type).end(request.method === 'GET' ? empty : `${line('unpack ok\n')}${no}0000`);
      },
      /refused the push: ng refs\/heads\/main {2}\[31mhook x{1,200}"/,
    ],
  ];
  for (const [name, listener, expected] of answers) {
    const { text, status } = await withServer(listener, (origin) => push(id, { url: origin }));
    assert.match(text, expected, name);
    assert.ok(status >= 400 && status !== 500, `${name}: ${status}`);
    assert.ok(text.length < 1_000, name);
  }
});

test('one push of a project at a time; a client that leaves ends it', async () => {
  const id = await newProject();
  let leave: () => void = () => {};
  const gone = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const arrived = Promise.withResolvers<void>();
  await withServer(
    (request) => {
      request.socket.on('close', leave);
      arrived.resolve();
    },
    async (origin) => {
      const client = new AbortController();
      const first = fetch(`${kit.origin}/v1/builder/projects/${id}/push`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ url: origin, token: TOKEN }),
        signal: client.signal,
      }).catch(() => null);
      await arrived.promise;
      const second = await push(id, { url: origin });
      assert.equal(second.status, 429, second.text);
      client.abort();
      await first;
      await gone;
    },
  );
});

test('without the setting, private addresses and plain http are refused before anything is sent', async () => {
  const id = await newProject();
  const port = new URL(remote.origin).port;
  const before = remote.asked.length;
  kit.settings.allowPrivateGit = false;
  for (const url of [
    'http://github.com/x/y.git',
    `http://127.0.0.1:${port}/bees.git`,
    `https://127.0.0.1:${port}/bees.git`,
    `https://localhost:${port}/bees.git`,
    'https://[::1]/x.git',
    'https://10.0.0.1/x.git',
    'https://169.254.169.254/x.git',
    'https://2130706433/x.git',
    'https://user:pass@8.8.8.8/x.git',
    'ssh://git@github.com/x/y.git',
    'git@github.com:x/y.git',
    'file:///etc/passwd',
    'x',
  ]) {
    const answer = await push(id, { url });
    assert.deepEqual([answer.status, answer.json.error.code], [400, 'unsafe_url'], `${url}: ${answer.text}`);
  }
  assert.equal(remote.asked.length, before);
});
