// Environment variables and imported data of a project: what an application gets, what nobody gets, and what is refused.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { newId, randomToken } from '../../../src/core/ids.ts';
import { PROJECT_VARIABLES } from '../../../src/modules/builder/variable-service.ts';
import { createSeal } from '../../../src/outbox/seal.ts';
import { addVersion } from '../../../src/store/projects.ts';
import { type BuilderKit, startBuilder } from '../../support/builder-kit.ts';
import { serverOf } from '../../support/hostile-app.ts';
import { needSandbox } from '../../support/sandbox.ts';

let kit: BuilderKit;
let key: string;
let stranger: string;
let accountId: string;

before(async () => {
  await needSandbox();
  kit = await startBuilder();
  ({ key, accountId } = await kit.key());
  ({ key: stranger } = await kit.key());
});
after(() => kit?.close());

interface Stored {
  id: string;
  previewId: string;
  at(path: string): string;
}

async function storeProject(framework: string, files: { path: string; content: string }[]): Promise<Stored> {
  const id = newId('proj');
  const previewId = randomToken();
  await kit.database.transaction((trx) =>
    addVersion(
      trx,
      { id, accountId, environment: 'live', name: 'An app', framework, previewId },
      {
        prompt: 'An app',
        summary: 'An app',
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
  return { id, previewId, at: (path) => `/v1/builder/projects/${id}/${path}` };
}

const put = (project: Stored, name: string, value: unknown, by = key) =>
  kit.call('PUT', project.at(`variables/${name}`), { key: by, body: { value } });

const page = (code: string) => [
  {
    path: 'index.html',
    content:
      '<!doctype html><html><head><title>A</title></head><body><script type="module" src="/src/main.js"></script></body></html>',
  },
  { path: 'src/main.js', content: code },
];

test('a server gets every variable, a page only the public ones, and an export only names', async () => {
  const server = await storeProject('nodejs', serverOf('return process.env'));
  const shown = async () => {
    const answer = await fetch(`${kit.origin}/preview/${server.previewId}/`);
    return (await answer.json()) as Record<string, string | undefined>;
  };
  assert.equal((await shown()).MAIL_KEY, undefined);
  const made = await put(server, 'MAIL_KEY', 'k-123 "ü"\nsecond line');
  assert.deepEqual([made.status, made.json.name, made.json.given_to], [200, 'MAIL_KEY', 'server'], made.text);
  const environment = await shown();
  assert.deepEqual([environment.MAIL_KEY, environment.PORT], ['k-123 "ü"\nsecond line', '8080']);
  await kit.call('DELETE', server.at('variables/MAIL_KEY'), { key });
  assert.equal((await shown()).MAIL_KEY, undefined, 'it is started again without it');

  const code = 'document.title = [import.meta.env.VITE_TITLE, import.meta.env.MAIL_KEY].join();';
  const browser = await storeProject('react', page(code));
  assert.equal((await put(browser, 'VITE_TITLE', 'Hives </script>')).json.given_to, 'page');
  assert.equal((await put(browser, 'MAIL_KEY', 'not for visitors')).json.given_to, 'export');
  await kit.call('PUT', browser.at('publication'), { key, body: { enabled: true, address: 'with-variables' } });
  for (const folder of [`preview/${browser.previewId}`, 'app/with-variables']) {
    const script = await (await fetch(`${kit.origin}/${folder}/main.js`)).text();
    assert.match(script, /Hives/, folder);
    assert.doesNotMatch(script, /not for visitors/);
  }
  const before = await (await fetch(`${kit.origin}/app/with-variables/__preview/version`)).text();
  await put(browser, 'VITE_TITLE', 'Bees');
  assert.match(await (await fetch(`${kit.origin}/app/with-variables/main.js`)).text(), /Bees/);
  const later = await (await fetch(`${kit.origin}/app/with-variables/__preview/version`)).text();
  assert.notEqual(later, before, 'an open page is loaded again');

  const next = await storeProject('nextjs', [
    {
      path: 'app/page.jsx',
      content: 'export default function Page() { return <p>{process.env.NEXT_PUBLIC_TITLE}</p>; }',
    },
  ]);
  assert.equal((await put(next, 'NEXT_PUBLIC_TITLE', 'From Next')).json.given_to, 'page');
  assert.match(await (await fetch(`${kit.origin}/preview/${next.previewId}/main.js`)).text(), /From Next/);

  const zip = await fetch(`${kit.origin}${browser.at('download')}`, { headers: { authorization: `Bearer ${key}` } });
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  assert.equal(Buffer.from(files['.env.example'] ?? []).toString(), 'MAIL_KEY=\nVITE_TITLE=\n');
});

test('a value is encrypted, never shown again, and a changed SECRET does not break the application', async () => {
  const server = await storeProject('nodejs', serverOf('return { has: "MAIL_KEY" in process.env }'));
  const made = await put(server, 'MAIL_KEY', 'very secret');
  const listed = await kit.call('GET', server.at('variables'), { key });
  assert.deepEqual(
    listed.json.data.map(({ name }: { name: string }) => name),
    ['MAIL_KEY'],
  );
  const project = await kit.call('GET', `/v1/builder/projects/${server.id}`, { key });
  for (const { text } of [made, listed, project]) assert.doesNotMatch(text, /very secret/);
  const { rows } = await sql<{ sealed: Buffer }>`
    select sealed from project_variables where project_id = ${server.id}`.execute(kit.database.queries);
  assert.ok(rows[0] && !rows[0].sealed.includes('very secret'));
  const other = createSeal('another secret of a test', PROJECT_VARIABLES).close('very secret');
  await sql`update project_variables set sealed = ${other} where project_id = ${server.id}`.execute(
    kit.database.queries,
  );
  assert.deepEqual(await (await fetch(`${kit.origin}/preview/${server.previewId}/`)).json(), { has: false });
});

test('names, sizes, numbers and owners are checked', async () => {
  const project = await storeProject('python', [{ path: 'app.py', content: 'print(1)' }]);
  const reserved = ['PORT', 'HOST', 'PATH', 'HOME', 'NODE_OPTIONS', 'NODE_ENV', 'LD_PRELOAD', 'PYTHONPATH'];
  for (const name of ['lower', '1A', '_A', 'A-B', 'A%20B', 'A%3DB', `A${'B'.repeat(64)}`, 'Ä', ...reserved])
    assert.equal((await put(project, name, 'x')).status, 400, name);
  for (const value of ['', 'x'.repeat(4_097), 'a\u0000b', 7, null])
    assert.equal((await put(project, 'GOOD', value)).status, 400, JSON.stringify(value));
  assert.equal((await put(project, 'GOOD', 'x', stranger)).status, 404);
  for (const [method, path] of [
    ['GET', 'variables'],
    ['DELETE', 'variables/GOOD'],
  ] as const)
    assert.equal((await kit.call(method, project.at(path), { key: stranger })).status, 404, path);
  assert.equal((await kit.call('DELETE', project.at('variables/GOOD'), { key })).status, 404);
  const many = await Promise.all(Array.from({ length: 55 }, (_unused, at) => put(project, `NAME_${at}`, 'x')));
  assert.equal(many.filter(({ status }) => status === 200).length, 50);
  assert.match(many.find(({ status }) => status === 400)?.text ?? '', /at most 50/);
  const [{ json }] = many.filter(({ status }) => status === 200) as [(typeof many)[number]];
  assert.equal((await put(project, json.name, 'again')).status, 200, 'one that is there can still be changed');
});

test('exported data is imported into another project, and other data is refused', async () => {
  const keep =
    "fs.mkdirSync('data', { recursive: true }); const all = fs.existsSync('data/all') ? fs.readFileSync('data/all', 'utf8') : ''; if (request.method === 'POST') fs.writeFileSync('data/all', all + 'x'); return { all };";
  const [first, second] = [await storeProject('nodejs', serverOf(keep)), await storeProject('nodejs', serverOf(keep))];
  const at = (project: Stored) => `${kit.origin}/preview/${project.previewId}/`;
  for (let times = 0; times < 2; times += 1) await fetch(at(first), { method: 'POST' });
  const { json } = await kit.call('GET', first.at('data'), { key });
  await fetch(at(second), { method: 'POST' });
  const imported = await kit.call('PUT', second.at('data'), { key, body: { files: json.files, storage: null } });
  assert.deepEqual(imported.json.files, json.files, imported.text);
  assert.deepEqual(await (await fetch(at(second))).json(), { all: 'xx' });

  const browser = await storeProject('react', page('localStorage.getItem("hives")'));
  const body = { storage: { hives: '[1,2]' } };
  assert.equal((await kit.call('PUT', browser.at('data'), { key, body })).status, 200);
  assert.match(await (await fetch(at(browser))).text(), /"hives":"\[1,2\]"/);

  const file = (path: string, base64 = 'eA==') => ({ files: [{ path, base64 }] });
  for (const bad of [
    file('server.js'),
    file('data/../server.js'),
    file('/data/x'),
    file('data/x', 'no base64!'),
    { files: [...file('data/x').files, ...file('data/x').files] },
    { published_files: file('data/x', Buffer.alloc(8_000_001).toString('base64')).files },
    { storage: { a: 'x'.repeat(600_000) } },
    { storage: { a: 1 } },
    { storage: 'x' },
  ])
    assert.equal(
      (await kit.call('PUT', browser.at('data'), { key, body: bad })).status,
      400,
      JSON.stringify(bad).slice(0, 90),
    );
  assert.equal((await kit.call('PUT', browser.at('data'), { key: stranger, body })).status, 404);
});
