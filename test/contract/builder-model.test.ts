// Builds with a text model, scripted: broken code is repaired in at most three rounds, or the build fails and is free.
import assert from 'node:assert/strict';
import test from 'node:test';
import { sql } from 'kysely';
import { applyAnswer } from '../../src/modules/builder/model-answer.ts';
import { startBuilder } from '../support/builder-kit.ts';

const PAGE =
  '<!doctype html><html><head><title>T</title></head><body><div id="root"></div><script type="module" src="/src/main.jsx"></script></body></html>';

function appAnswer(main: string): string {
  const files = [
    { path: 'index.html', content: PAGE },
    { path: 'package.json', content: '{"name":"app"}' },
    { path: 'README.md', content: '# Greeting' },
    { path: 'src/main.jsx', content: main },
  ];
  return JSON.stringify({ summary: 'Built it.', files });
}

const GOOD =
  "import { createRoot } from 'react-dom/client';\ncreateRoot(document.getElementById('root')).render(<h1>Hello from the model</h1>);";

async function accountOf(kit: Awaited<ReturnType<typeof startBuilder>>, id: string) {
  const { rows } = await sql<{
    balance: number;
    held: number;
  }>`select balance, held from balances where account_id = ${id} and environment = 'live'`.execute(
    kit.database.queries,
  );
  return rows[0] ?? { balance: 0, held: 0 };
}

test('syntax, an import that is not there, and a blank page are repaired one after the other', async () => {
  const answers = [
    () => appAnswer(GOOD.replace('</h1>', '')),
    () =>
      JSON.stringify({
        summary: 'Fixed',
        files: [{ path: 'src/main.jsx', content: `import _ from 'lodash';\n${GOOD}` }],
      }),
    () =>
      JSON.stringify({
        summary: 'Fixed',
        files: [{ path: 'src/main.jsx', content: "throw new Error('broken at start');" }],
      }),
    () => JSON.stringify({ summary: 'Fixed', files: [{ path: 'src/main.jsx', content: GOOD }] }),
  ];
  const kit = await startBuilder({ answers });
  try {
    const { key } = await kit.key();
    const built = await kit.call('POST', '/v1/builder/build', { key, body: { prompt: 'Greet me' } });
    assert.equal(built.json.status, 'completed', built.text.slice(0, 600));
    const hasBrowser = !built.json.warnings.some((warning: string) => warning.includes('Chromium'));
    assert.equal(built.json.rounds, hasBrowser ? 3 : 2);
    assert.equal(built.json.engine, 'scripted-1');
  } finally {
    await kit.close();
  }
});

test('what stays broken after three repairs fails, costs nothing and leaves no project', async () => {
  const broken = () => appAnswer('const x = ;');
  const kit = await startBuilder({ answers: [broken, broken, broken, broken, broken, broken] });
  try {
    const { key, accountId } = await kit.key();
    const start = await accountOf(kit, accountId);
    const built = await kit.call('POST', '/v1/builder/build', { key, body: { prompt: 'Greet me' } });
    assert.equal(built.json.error.code, 'engine_failed');
    assert.match(built.json.error.message, /src\/main\.jsx/);
    assert.deepEqual(await accountOf(kit, accountId), start);
    assert.equal(start.held, 0);
    assert.equal((await kit.call('GET', '/v1/builder/projects', { key })).json.data.length, 0);
  } finally {
    await kit.close();
  }
});

test('an edit changes what it names and nothing else; a secret in the code is refused and repaired', async () => {
  const answers = [
    () => appAnswer(GOOD),
    () =>
      JSON.stringify({
        summary: 'Louder',
        files: [
          { path: 'src/key.js', content: `export const key = '${['sk', 'live', 'a1b2c3d4e5f6a7b8c9d0'].join('_')}';` },
        ],
        edits: [{ path: 'src/main.jsx', search: 'Hello', replace: 'HELLO' }],
      }),
    () => JSON.stringify({ summary: 'No key', files: [], removed: ['src/key.js'] }),
  ];
  const kit = await startBuilder({ answers });
  try {
    const { key } = await kit.key();
    const built = await kit.call('POST', '/v1/builder/build', { key, body: { prompt: 'Greet me' } });
    const edited = await kit.call('POST', '/v1/builder/build', {
      key,
      body: { prompt: 'Say it louder', project_id: built.json.project_id },
    });
    assert.equal(edited.json.status, 'completed', edited.text.slice(0, 600));
    assert.deepEqual(edited.json.changed, ['src/main.jsx']);
    assert.equal(edited.json.rounds, 1);
  } finally {
    await kit.close();
  }
});

test('paths that leave the project and edits that do not fit are problems, never writes', () => {
  const before = [{ path: 'a.js', content: 'one one' }];
  const evil = applyAnswer(
    JSON.stringify({
      summary: '',
      files: [
        { path: '../x', content: '' },
        { path: '/etc/passwd', content: '' },
        { path: 'a/../../b', content: '' },
      ],
    }),
    before,
  );
  assert.equal(evil.problems.length, 3);
  assert.deepEqual(evil.files, before);
  const twice = applyAnswer(
    JSON.stringify({ summary: '', files: [], edits: [{ path: 'a.js', search: 'one', replace: 'two' }] }),
    before,
  );
  assert.match(twice.problems[0]?.message ?? '', /more than once/);
  assert.equal(applyAnswer('I am sorry', before).problems.length, 1);
});
