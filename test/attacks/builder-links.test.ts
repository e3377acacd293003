// Attacks through pages that strangers see, and through files that are saved by hand.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { type BuilderKit, startBuilder } from '../support/builder-kit.ts';
import { meetAt } from '../support/meet-at.ts';

let kit: BuilderKit;
let key: string;
let stranger: string;
let id: string;
let previewId: string;

before(async () => {
  kit = await startBuilder();
  ({ key } = await kit.key());
  ({ key: stranger } = await kit.key());
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'An app to track my bee hives', preview: false },
  });
  assert.equal(built.status, 200, built.text);
  id = built.json.project_id;
  const { json } = await kit.call('GET', `/v1/builder/projects/${id}`, { key });
  previewId = json.preview_url.split('/').at(-2);
});
after(() => kit?.close());

const at = (path: string) => `/v1/builder/projects/${id}/${path}`;

test('a stranger neither sees nor makes the links, the publication, the messages or the data of a project', async () => {
  const calls: [string, string, object?][] = [
    ['PUT', 'files', { base_version: 1, files: [{ path: 'a.txt', content: 'x' }] }],
    ['GET', 'messages'],
    ['GET', 'data'],
    ['DELETE', 'data'],
    ['GET', 'shares'],
    ['POST', 'shares', {}],
    ['DELETE', 'shares/share_x'],
    ['GET', 'publication'],
    ['PUT', 'publication', { enabled: true }],
  ];
  for (const [method, path, body] of calls) {
    const answer = await kit.call(method, at(path), { key: stranger, ...(body ? { body } : {}) });
    assert.equal(answer.status, 404, `${method} ${path}: ${answer.text}`);
  }
});

test('a share link ends when it is revoked or expires, and no other link is guessed from it', async () => {
  const made = await kit.call('POST', at('shares'), { key, body: { expires_in_hours: 1 } });
  assert.equal(made.status, 200, made.text);
  assert.match(made.json.url, /\/share\/[0-9a-z]{26}\/$/);
  assert.equal((await fetch(made.json.url)).status, 200);
  for (const guess of [
    '',
    '/share/x/',
    `/share/${'0'.repeat(26)}/`,
    `/share/${previewId}/`,
    '/share/%2e%2e/',
    '/app/../',
  ])
    if (guess) assert.notEqual((await fetch(`${kit.origin}${guess}`)).status, 200, guess);
  const second = await kit.call('POST', at('shares'), { key, body: {} });
  await sql`update project_shares set expires_at = now() - interval '1 second' where id = ${second.json.id}`.execute(
    kit.database.queries,
  );
  assert.equal((await fetch(second.json.url)).status, 404, 'expired');
  assert.deepEqual(
    (await kit.call('GET', at('shares'), { key })).json.data.map((share: { id: string }) => share.id),
    [made.json.id],
  );
  await kit.call('DELETE', at(`shares/${made.json.id}`), { key });
  assert.equal((await fetch(made.json.url)).status, 404, 'revoked');
  for (const hours of [0, -1, 9_000, 1.5, '7'])
    assert.equal((await kit.call('POST', at('shares'), { key, body: { expires_in_hours: hours } })).status, 400);
});

test('the number of share links is bounded, also for links that are made at once', async () => {
  const share = () => kit.call('POST', at('shares'), { key, body: {} });
  for (let made = 0; made < 18; made += 1) assert.equal((await share()).status, 200);
  // A new link checks its project after the others were counted.
  const lock = sql`select 1 from projects where id = ${id} for update`;
  const calls = Array.from({ length: 8 }, () => share);
  const answers = await meetAt(kit.database, lock, calls);
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 200, 400, 400, 400, 400, 400, 400]);
  assert.equal((await kit.call('GET', at('shares'), { key })).json.data.length, 20);
});

test('a published page has no origin, no cookies, no way to the API, and says nothing of the preview', async () => {
  const made = await kit.call('PUT', at('publication'), { key, body: { enabled: true, address: 'bee-keeping' } });
  assert.equal(made.status, 200, made.text);
  assert.equal(made.json.url, `${kit.origin}/app/bee-keeping/`);
  const page = await fetch(made.json.url, { headers: { cookie: 'atelier_session=secret' } });
  const html = await page.text();
  assert.equal(page.status, 200, html);
  const policy = page.headers.get('content-security-policy') ?? '';
  assert.match(policy, /sandbox allow-scripts/);
  assert.doesNotMatch(policy, /allow-same-origin|allow-top-navigation|'self'(?! http)/);
  assert.match(policy, new RegExp(`default-src ${made.json.url} data:`), 'its code reaches its own folder only');
  assert.equal(page.headers.get('set-cookie'), null);
  assert.ok(!html.includes(previewId) && !html.includes(id), 'the page names neither the preview nor the project');
  const stored = await fetch(`${made.json.url}__preview/storage`, { method: 'POST', body: '{"theme":"evil"}' });
  assert.equal(stored.status, 403, 'a visitor writes no data of the owner');
  assert.doesNotMatch(html, /preview-console/, 'only the dashboard hears the console');
});

test('an address belongs to one project, is checked, shows the published version, and is off at once', async () => {
  const other = await kit.call('POST', '/v1/builder/build', {
    key: stranger,
    body: { prompt: 'A simple calculator', preview: false },
  });
  const theirs = `/v1/builder/projects/${other.json.project_id}/publication`;
  const taken = await kit.call('PUT', theirs, { key: stranger, body: { enabled: true, address: 'bee-keeping' } });
  assert.deepEqual([taken.status, taken.json.error.param], [400, 'address'], taken.text);
  for (const address of ['../../v1', 'A', 'Bee', 'a b', '-bee', 'bee-', 'b', 'x'.repeat(60), 'bee/../x', 'bé'])
    assert.equal(
      (await kit.call('PUT', theirs, { key: stranger, body: { enabled: true, address } })).status,
      400,
      address,
    );
  const race = await Promise.all([
    kit.call('PUT', theirs, { key: stranger, body: { enabled: true, address: 'wanted-by-two' } }),
    kit.call('PUT', at('publication'), { key, body: { enabled: true, address: 'wanted-by-two' } }),
  ]);
  assert.deepEqual(race.map(({ status }) => status).sort(), [200, 400]);

  await kit.call('PUT', at('publication'), { key, body: { enabled: true, address: 'bee-keeping' } });
  await kit.call('PUT', at('files'), { key, body: { base_version: 1, files: [{ path: 'NOTES.md', content: 'new' }] } });
  const shown = async (path: string) => (await fetch(`${kit.origin}${path}__preview/version`)).text();
  assert.equal(await shown('/app/bee-keeping/'), '1-0', 'a later version is not published by itself');
  await kit.call('PUT', at('publication'), { key, body: { enabled: true } });
  assert.equal(await shown('/app/bee-keeping/'), '2-0');
  assert.equal((await kit.call('PUT', at('publication'), { key, body: { enabled: true, version: 99 } })).status, 404);
  const off = await kit.call('PUT', at('publication'), { key, body: { enabled: false } });
  assert.deepEqual([off.json.enabled, off.json.address], [false, 'bee-keeping']);
  assert.equal((await fetch(`${kit.origin}/app/bee-keeping/`)).status, 404);
});

test('files that are saved by hand stay inside of the project, within its bounds, and overwrite no newer version', async () => {
  const save = (files: object[], base = 2) =>
    kit.call('PUT', at('files'), { key, body: { base_version: base, files } });
  for (const path of ['../x', '/etc/passwd', 'a/../../x', 'a//b', '.', 'a/./b', 'x\u0000', 'a\\b', 'x'.repeat(301)])
    assert.equal((await save([{ path, content: 'x' }])).status, 400, path);
  assert.equal((await save([{ path: 'big.txt', content: 'x'.repeat(1_000_001) }])).status, 400);
  const many = Array.from({ length: 199 }, (_unused, at) => ({ path: `f${at}.txt`, content: '' }));
  assert.equal((await save(many)).status, 400, 'more files than a project may have');
  assert.equal((await save([{ path: 'a.txt', content: 'x' }], 1)).json.error.param, 'base_version');
  const both = await Promise.all([
    save([{ path: 'src/App.jsx', content: 'export function App() { return <p>One</p>; }' }]),
    save([{ path: 'src/App.jsx', content: 'export function App() { return <p>Two</p>; }' }]),
  ]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400], 'one of two edits of the same version');
  const broken = await save([{ path: 'src/App.jsx', content: 'export function App( {' }], 3);
  assert.equal(broken.status, 200, broken.text);
  assert.equal(broken.json.problems[0].file, 'src/App.jsx');
  const removed = await save([{ path: 'NOTES.md', content: null }], 4);
  assert.deepEqual(removed.json.changed, ['NOTES.md']);
  const same = await save([{ path: 'NOTES.md', content: null }], 5);
  assert.deepEqual([same.json.version, same.json.changed], [5, []], 'nothing changed: no version');
});

test('messages and data of a project are kept and exported, and its data can be deleted', async () => {
  const said = await kit.call('POST', '/v1/builder/chat', {
    key,
    body: { message: 'add weekly email reports', project_id: id },
  });
  assert.equal(said.status, 200, said.text);
  const { json } = await kit.call('GET', `${at('messages')}?limit=1`, { key });
  assert.deepEqual([json.data.length, json.data[0].role, json.has_more], [1, 'assistant', true]);
  const earlier = await kit.call('GET', `${at('messages')}?cursor=${json.next_cursor}`, { key });
  assert.equal(earlier.json.data[0].content, 'add weekly email reports');
  assert.equal(earlier.json.data[0].conversation_id, said.json.conversation_id);
  const stored = await fetch(`${kit.origin}/preview/${previewId}/__preview/storage`, {
    method: 'POST',
    body: '{"hives":"[1]"}',
  });
  assert.equal(stored.status, 204);
  const data = await kit.call('GET', at('data'), { key });
  const { object, storage, files, published_files } = data.json;
  assert.deepEqual(
    { object, storage, files, published_files },
    {
      object: 'project.data',
      storage: { hives: '[1]' },
      files: null,
      published_files: null,
    },
  );
  await kit.call('DELETE', at('data'), { key });
  assert.equal((await kit.call('GET', at('data'), { key })).json.storage, null);
});
