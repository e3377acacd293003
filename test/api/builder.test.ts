// The builder over the API: builds, edits, versions, previews, conversations, and money only for what works.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { silentLog } from '../../src/core/log.ts';
import { createPreviewEngine } from '../../src/engines/preview/engine.ts';
import { PreviewHost } from '../../src/modules/builder/preview-host.ts';
import { updateAccount } from '../../src/store/accounts.ts';
import { type BuilderKit, startBuilder } from '../support/builder-kit.ts';
import { needSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
let kit: BuilderKit;
let key = '';
let accountId = '';

before(async () => {
  await needSandbox();
  kit = await startBuilder();
  ({ key, accountId } = await kit.key());
});
after(() => kit.close());

async function balance(account: string): Promise<{ balance: number; held: number }> {
  const { rows } = await sql<{ balance: number; held: number }>`
    select balance, held from balances where account_id = ${account} and environment = 'live'`.execute(
    kit.database.queries,
  );
  return rows[0] ?? { balance: 0, held: 0 };
}

test('a build answers with its files, a preview and an archive, and is charged once', async () => {
  const before = await balance(accountId);
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'A kanban board for my team with tasks' },
  });
  assert.equal(built.status, 200, built.text.slice(0, 500));
  assert.equal(built.json.status, 'completed');
  assert.equal(built.json.version, 1);
  assert.ok(built.json.files.length > 20);
  assert.deepEqual(Object.keys(built.json.files[0]).sort(), ['bytes', 'content', 'language', 'path']);
  const page = await fetch(built.json.preview_url);
  assert.equal(page.status, 200);
  assert.match(page.headers.get('content-security-policy') ?? '', /sandbox allow-scripts/);
  assert.doesNotMatch(page.headers.get('content-security-policy') ?? '', /allow-same-origin/);
  assert.match(await page.text(), /<div id="root">/);
  const archive = unzipSync(new Uint8Array(await (await fetch(built.json.download_url)).arrayBuffer()));
  assert.match(strFromU8(archive['package.json'] ?? new Uint8Array()), /"vite"/);
  const after = await balance(accountId);
  assert.equal(before.balance - after.balance, 10_000_000);
  assert.equal(built.headers.get('x-credits-charged'), '10');
  assert.equal(Number(built.headers.get('x-credits-remaining')), after.balance / 1e6);
  assert.equal(built.json.usage.credits, 10);
  const { rows } = await sql<{ requests: number }>`
    select sum(requests)::integer as requests from usage_hourly where account_id = ${accountId}`.execute(
    kit.database.queries,
  );
  assert.ok((rows[0]?.requests ?? 0) <= 1, 'the request is counted once');
});

test('an edit changes only the files that need it, keeps records and can be undone', async () => {
  const first = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'A todo app with tasks', framework: 'nodejs' },
  });
  assert.equal(first.status, 200, first.text.slice(0, 500));
  const { project_id: id, preview_url: url } = first.json;
  const made = await fetch(`${url}api/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Kept through edits', status: 'To do', priority: 'Low' }),
  });
  assert.equal(made.status, 201, await made.clone().text());
  const edited = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'add a due date to tasks', project_id: id },
  });
  assert.deepEqual(edited.json.changed, ['README.md', 'public/data/schema.js', 'server/seed.js']);
  assert.equal(edited.json.version, 2);
  const records = (await (await fetch(`${url}api/tasks`)).json()) as { data: Record<string, unknown>[] };
  assert.ok(
    records.data.some((record) => record.title === 'Kept through edits'),
    'a record made in version 1 is still there in version 2',
  );
  const dated = await fetch(`${url}api/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Dated', status: 'To do', priority: 'Low', dueDate: '2026-12-24' }),
  });
  assert.equal(((await dated.json()) as { dueDate: string }).dueDate, '2026-12-24');

  const diff = await kit.call('GET', `/v1/builder/projects/${id}/diff?from=1&to=2`, { key });
  assert.match(diff.json.diff, /\+.*dueDate/);
  const reverted = await kit.call('POST', `/v1/builder/projects/${id}/revert`, { key, body: { version: 1 } });
  assert.equal(reverted.json.version, 3);
  const files = await kit.call('GET', `/v1/builder/projects/${id}/files`, { key });
  assert.doesNotMatch(
    files.json.data.find((file: { path: string }) => file.path === 'public/data/schema.js').content,
    /dueDate/,
  );
  const versions = await kit.call('GET', `/v1/builder/projects/${id}/versions`, { key });
  assert.deepEqual(
    versions.json.data.map((version: { version: number }) => version.version),
    [3, 2, 1],
  );
});

test('variables of a project are set, replaced, listed without their values, and removed', async () => {
  const { json } = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'A simple calculator', preview: false },
  });
  const at = (name = '') => `/v1/builder/projects/${json.project_id}/variables${name && `/${name}`}`;
  for (const value of ['first secret', 'second secret']) {
    const set = await kit.call('PUT', at('VITE_TITLE'), { key, body: { value } });
    assert.deepEqual([set.status, set.json.name], [200, 'VITE_TITLE'], set.text);
  }
  const refused = await kit.call('PUT', at('PATH'), { key, body: { value: 'x' } });
  assert.deepEqual([refused.status, refused.json.error.code], [400, 'invalid_parameter']);
  const listed = await kit.call('GET', at(), { key });
  assert.deepEqual(
    listed.json.data.map(({ name }: { name: string }) => name),
    ['VITE_TITLE'],
  );
  assert.doesNotMatch(listed.text, /secret/);
  const { key: stranger } = await kit.key();
  assert.equal((await kit.call('GET', at(), { key: stranger })).status, 404);
  assert.equal((await kit.call('DELETE', at('VITE_TITLE'), { key })).status, 200);
  assert.equal((await kit.call('DELETE', at('VITE_TITLE'), { key })).status, 404);
  assert.deepEqual((await kit.call('GET', at(), { key })).json.data, []);
});

test('the history comes as a git bundle that git itself clones', async () => {
  const { json } = await kit.call('GET', '/v1/builder/projects?limit=1', { key });
  const [project] = json.data;
  const response = await fetch(`${kit.origin}/v1/builder/projects/${project.id}/bundle`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  await writeFile(join(folder, 'p.bundle'), Buffer.from(await response.arrayBuffer()));
  await run('git', ['clone', '-q', 'p.bundle', 'out'], { cwd: folder });
  const { stdout } = await run('git', ['log', '--oneline'], { cwd: join(folder, 'out') });
  assert.equal(stdout.trim().split('\n').length, project.version);
  await run('git', ['fsck', '--strict'], { cwd: join(folder, 'out') });
  await rm(folder, { recursive: true });
});

test('a conversation answers about the code, proposes, applies, streams and remembers its project', async () => {
  const { key, accountId: payer } = await kit.key();
  await updateAccount(kit.database.queries, payer, { priceFactorPermille: 900 });
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'An app to track my bee hives', framework: 'vue', preview: false },
  });
  assert.equal(built.json.usage.credits, 9, 'a build is charged by the price factor');
  const id = built.json.project_id;
  const asked = await kit.call('POST', '/v1/builder/chat', {
    key,
    body: { message: 'Where is validation done?', project_id: id },
  });
  assert.equal(asked.json.object, 'builder.message');
  assert.match(asked.json.message, /src\/lib\/validate\.js/);
  const proposed = await kit.call('POST', '/v1/builder/chat', {
    key,
    body: { message: 'add a weight to inspections', conversation_id: asked.json.conversation_id, apply: false },
  });
  assert.equal(proposed.json.applied, false);
  assert.deepEqual(
    proposed.json.files.map((file: { path: string }) => file.path),
    ['README.md', 'src/data/schema.js', 'src/data/seed.js'],
  );
  const streamed = await kit.call('POST', '/v1/builder/chat', {
    key,
    body: { message: 'add a weight to inspections', conversation_id: asked.json.conversation_id, stream: true },
  });
  const chunks = streamed.text
    .split('\n\n')
    .filter((frame) => frame.startsWith('data: {'))
    .map((frame) => JSON.parse(frame.slice(6)));
  assert.match(chunks[0].choices[0].delta.content, /Inspections now have weight/);
  assert.equal(chunks.at(-1).applied, true);
  assert.equal(chunks.at(-1).usage.credits, 9, 'an edit in a conversation says what it cost');
  assert.match(streamed.text, /data: \[DONE\]/);
  assert.equal((await kit.call('GET', `/v1/builder/projects/${id}`, { key })).json.version, 2);
});

test('a conversation that does not exist is a 404, and so is one of another account', async () => {
  const body = { message: 'Where is validation done?', context: { code: 'function validate() {}' } };
  const invented = await kit.call('POST', '/v1/builder/chat', {
    key,
    body: { ...body, conversation_id: 'conv_invented' },
  });
  assert.deepEqual([invented.status, invented.json.error?.param], [404, 'conversation_id'], invented.text);
  const begun = await kit.call('POST', '/v1/builder/chat', { key, body: { ...body, conversation_id: 'new' } });
  assert.equal(begun.status, 200, begun.text);
  const stranger = await kit.key();
  const theirs = await kit.call('POST', '/v1/builder/chat', {
    key: stranger.key,
    body: { ...body, conversation_id: begun.json.conversation_id },
  });
  assert.equal(theirs.status, 404, theirs.text);
});

test('without a text model and without code a question is refused in words', async () => {
  const answer = await kit.call('POST', '/v1/builder/chat', { key, body: { message: 'How do I sort a list?' } });
  assert.deepEqual([answer.status, answer.json.error?.code], [503, 'engine_unavailable'], answer.text);
});

test('projects belong to their account and environment; a deleted one is gone with its preview', async () => {
  const stranger = await kit.key();
  const { json } = await kit.call('GET', '/v1/builder/projects?limit=1', { key });
  const [project] = json.data;
  assert.equal((await kit.call('GET', `/v1/builder/projects/${project.id}`, { key: stranger.key })).status, 404);
  assert.equal(
    (
      await kit.call('POST', '/v1/builder/build', {
        key: stranger.key,
        body: { prompt: 'make it red', project_id: project.id },
      })
    ).status,
    404,
  );
  assert.equal((await kit.call('DELETE', `/v1/builder/projects/${project.id}`, { key })).json.deleted, true);
  assert.equal((await fetch(project.preview_url)).status, 404);
});

test('what cannot be done is said and free: unknown changes, other frameworks, empty prompts', async () => {
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'A simple calculator', preview: false },
  });
  const start = await balance(accountId);
  const unclear = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'hmm', project_id: built.json.project_id },
  });
  assert.equal(unclear.json.error.code, 'invalid_parameter');
  const other = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'make it red', framework: 'python', project_id: built.json.project_id },
  });
  assert.equal(other.json.error.param, 'framework');
  assert.equal((await kit.call('POST', '/v1/builder/build', { key, body: { prompt: '' } })).status, 400);
  const beyond = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'add weekly e-mail reports and export to CSV', project_id: built.json.project_id },
  });
  assert.equal(beyond.status, 400, beyond.text);
  assert.match(
    beyond.json.error.message,
    /Nothing was changed and nothing was charged\..*e-mail reports”: not done.*CSV”: not done/,
  );
  const said = await kit.call('POST', '/v1/builder/chat', {
    key,
    body: { message: 'add weekly e-mail reports', project_id: built.json.project_id },
  });
  assert.deepEqual([said.json.applied, said.json.requested[0].outcome], [false, 'not_done'], said.text);
  assert.deepEqual(await balance(accountId), { ...start, held: start.held });
});

test('every requested item is answered, in the build, in its version and in the conversation', async () => {
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: {
      prompt: 'An app to track my bee hives and their inspections, with a calendar and weekly e-mail reports',
      preview: false,
    },
  });
  const outcomes = (list: { item: string; outcome: string }[]) => list.map(({ outcome }) => outcome);
  assert.deepEqual(outcomes(built.json.requested), ['done', 'done', 'not_done'], built.text.slice(0, 300));
  assert.ok(built.json.files.some((file: { path: string }) => file.path === 'src/views/calendar.jsx'));
  const id = built.json.project_id;
  const edited = await kit.call('POST', '/v1/builder/chat', {
    key,
    body: { message: 'Add a dark mode toggle, export to CSV and make it red', project_id: id },
  });
  assert.deepEqual(outcomes(edited.json.requested), ['done', 'not_done', 'done'], edited.text.slice(0, 500));
  assert.match(edited.json.message, /colour is now red.*export to CSV”: not done/);
  const versions = await kit.call('GET', `/v1/builder/projects/${id}/versions`, { key });
  assert.deepEqual(
    versions.json.data.map((version: { requested: { item: string; outcome: string }[] }) =>
      outcomes(version.requested),
    ),
    [
      ['done', 'not_done', 'done'],
      ['done', 'done', 'not_done'],
    ],
  );
});

test('with Prefer: respond-async the job is answered at once and completes', async () => {
  const begun = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'A quiz about space', preview: false },
    headers: { prefer: 'respond-async' },
  });
  assert.equal(begun.status, 202);
  assert.equal(begun.json.object, 'build.job');
  assert.equal(begun.json.status, 'processing');
});

test('a server preview starts on the first visit, stops when idle, and keeps its records', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'idle-'));
  const engine = createPreviewEngine({ folder });
  const host = new PreviewHost({
    database: kit.database,
    engine,
    variables: { valuesOf: async () => ({}) },
    log: silentLog,
    idleMs: 300,
  });
  const built = await kit.call('POST', '/v1/builder/build', {
    key,
    body: { prompt: 'An app to track my bee hives', framework: 'python', preview: false },
  });
  const { json } = await kit.call('GET', `/v1/builder/projects/${built.json.project_id}`, { key });
  const project = await host.project(json.preview_url.split('/').at(-2));
  const ask = (method: string, body?: string) =>
    host.request(
      project,
      {
        base: '/',
        request: { method, path: '/api/beeHives', headers: {}, ...(body ? { body: Buffer.from(body) } : {}) },
      },
      AbortSignal.timeout(120_000),
    );
  assert.equal(host.runningCount(), 0);
  assert.equal((await ask('POST', JSON.stringify({ name: 'Remembered hive', strength: 'Fair' }))).status, 201);
  assert.equal(host.runningCount(), 1);
  await until(() => host.runningCount() === 0, { saying: 'the preview is stopped' });
  const { body } = await ask('GET');
  let text = '';
  for await (const chunk of body as AsyncIterable<Buffer>) text += chunk;
  assert.match(text, /Remembered hive/);
  await host.close();
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});
