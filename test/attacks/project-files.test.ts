// Attacks with the files of a project: names that make whoever unpacks them run a command, and contents that take seconds to compare.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { applyAnswer } from '../../src/modules/builder/model-answer.ts';
import { type BuilderKit, startBuilder } from '../support/builder-kit.ts';
import { watchTurns } from '../support/loop-turns.ts';

let kit: BuilderKit;
let key: string;
let id: string;

before(async () => {
  kit = await startBuilder();
  ({ key } = await kit.key());
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'A list of books', preview: false },
  });
  assert.equal(built.status, 200, built.text);
  id = built.json.project_id;
});
after(() => kit?.close());

const COMMAND =
  '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = work\n\tfsmonitor = "touch ../ran ran; false"\n';
const REPOSITORY = [
  { path: 'HEAD', content: 'ref: refs/heads/main\n' },
  { path: 'config', content: COMMAND },
  { path: 'objects/x', content: '' },
  { path: 'refs/x', content: '' },
  { path: 'work/x', content: '' },
];
/** The same, with its objects elsewhere. */
const SPLIT_REPOSITORY = [
  { path: 'HEAD', content: 'ref: refs/heads/main\n' },
  { path: 'commondir', content: 'c\n' },
  { path: 'c/config', content: COMMAND },
  { path: 'c/objects/x', content: '' },
  { path: 'c/refs/x', content: '' },
  { path: 'c/work/x', content: '' },
];

/** Spellings that some file system or program reads as one of the names that are refused. */
const HOSTILE_PATHS = [
  ...[
    '.git',
    '.GIT',
    '.Git',
    '.git ',
    '.git.',
    '.git. .',
    'git~1',
    'GIT~2',
    '.git::$INDEX_ALLOCATION',
    '.g\u200cit',
    '.ｇｉｔ',
    '.gı\u0307t',
  ].map((name) => `${name}/config`),
  ...['a/.git/hooks/post-checkout', '.git', 'a\\.git\\config', './.git/config', 'a/../.git/config', '//.git/config'],
  ...[
    '.hg/hgrc',
    '.svn/entries',
    '.vscode/tasks.json',
    '.VSCode/settings.json',
    '.idea/workspace.xml',
    '.cursor/mcp.json',
  ],
  ...[
    '.gitmodules',
    'sub/.GitModules',
    '.ssh/config',
    '.claude/settings.json',
    'desktop.ini',
    'a/Desktop.INI',
    'readme.lnk',
    'x.URL',
  ],
  ...['../x', '/etc/x', 'a/./b', 'a//b', 'C:x', 'x ', 'x.', ' x', 'a\nb', 'a\0b', 'con:', `${'a/'.repeat(200)}b`],
];

test('no path that a file system or a program obeys enters a project, whoever writes it', async () => {
  for (const path of HOSTILE_PATHS) {
    const saved = await save([{ path, content: COMMAND }]);
    assert.equal(saved.status, 400, `${JSON.stringify(path)}: ${saved.text}`);
    const told = applyAnswer(JSON.stringify({ files: [{ path, content: COMMAND }] }), []);
    assert.deepEqual([told.files.length, told.problems.length], [0, 1], path);
    const data = await kit.call('PUT', at('data'), {
      key,
      body: { files: [{ path: `data/${path}`, base64: Buffer.from('x').toString('base64') }] },
    });
    // Below data/ a leading part is no leading part any more.
    if (!path.startsWith('/')) assert.equal(data.status, 400, `data/${path}: ${data.text}`);
  }
  for (const repository of [REPOSITORY, SPLIT_REPOSITORY])
    for (const folder of ['', 'vendor/', 'A/b/']) {
      const saved = await save(repository.map(({ path, content }) => ({ path: folder + path, content })));
      assert.deepEqual([saved.status, saved.json.error?.param], [400, 'files'], saved.text);
    }
  const fine = [
    '.gitignore',
    '.env.example',
    'src/[...slug]/page.jsx',
    '(group)/@modal/x.js',
    'HEAD',
    'config',
    'docs/objects/x',
  ];
  const saved = await save(fine.map((path) => ({ path, content: '' })));
  assert.equal(saved.status, 200, saved.text);
});

test('a project from before the rule is downloaded without what runs when it is looked at', async () => {
  const version = await versionOf();
  const files = [{ path: 'index.html', content: 'x' }, { path: '.git/x', content: 'x' }, ...REPOSITORY];
  assert.ok(runsWhenLookedAt(Object.fromEntries(files.map(({ path, content }) => [path, Buffer.from(content)]))));
  const packed = await promisify(gzip)(JSON.stringify(files));
  await sql`update project_versions set files = ${packed} where project_id = ${id} and number = ${version}`.execute(
    kit.database.queries,
  );
  const answer = await fetch(`${kit.origin}${at('download')}`, { headers: { authorization: `Bearer ${key}` } });
  assert.equal(answer.status, 200);
  const unpacked = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  assert.deepEqual(
    Object.keys(unpacked).filter((path) => !path.startsWith('.env')),
    ['index.html', 'work/x'],
  );
  assert.ok(!runsWhenLookedAt(unpacked));
});

test('twenty comparisons of the worst texts leave the event loop free', { timeout: 240_000 }, async () => {
  const lines = (seed: number) => Array.from({ length: 60_000 }, (_, at) => `${(at * seed) % 9_973}`).join('\n');
  for (const seed of [7_919, 104_729]) {
    const files = Array.from({ length: 4 }, (_, at) => ({ path: `f${at}.txt`, content: lines(seed + at) }));
    const saved = await save(files);
    assert.equal(saved.status, 200, saved.text);
  }
  const readTurns = watchTurns();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const answer = await fetch(`${kit.origin}${at('diff')}`, { headers: { authorization: `Bearer ${key}` } });
      await answer.arrayBuffer();
      return answer.status;
    }),
  );
  const { longestMs } = readTurns();
  assert.ok(longestMs < 500, `a turn took ${Math.round(longestMs)} ms of CPU time`);
  assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 429), statuses.join(' '));
});

const at = (path: string) => `/v1/builder/projects/${id}/${path}`;

async function versionOf(): Promise<number> {
  return (await kit.call('GET', `/v1/builder/projects/${id}`, { key })).json.version;
}

async function save(files: { path: string; content: string }[]) {
  return kit.call('PUT', at('files'), { key, body: { base_version: await versionOf(), files } });
}

/** Unpacks files and asks Git about them, as a prompt of a shell does. */
function runsWhenLookedAt(files: Record<string, Uint8Array>): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-unpacked-'));
  try {
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    spawnSync('git', ['status'], { cwd: folder, env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() } });
    return readdirSync(folder, { recursive: true }).some((path) => basename(String(path)) === 'ran');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
