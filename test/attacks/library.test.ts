// Attacks on the library: strangers, guessed and ended links, hostile words, and selections that are too large.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { fillLibrary, type LibraryKit } from '../support/library-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
let stranger: TestAccount;
let kit: LibraryKit;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
  stranger = await service.account();
  kit = await fillLibrary(service, account);
});
after(() => service.stop());

const call = (method: string, path: string, body?: object, key = account.liveKey) =>
  service.call(method, `${key.startsWith('sk_test') ? '/sandbox' : ''}/v1/library${path}`, {
    key,
    ...(body ? { body } : {}),
  });

test("another account, and the account's own sandbox, neither sees nor changes an item", async () => {
  const id = await kit.image('mine');
  const share = await call('POST', `/${id}/shares`, {});
  for (const key of [stranger.liveKey, account.testKey]) {
    assert.deepEqual((await call('GET', '', undefined, key)).json.data, []);
    assert.deepEqual((await call('GET', '/tags', undefined, key)).json.data, []);
    const calls: [string, string, object?][] = [
      ['GET', `/${id}`],
      ['PATCH', `/${id}`, { title: 'theirs' }],
      ['GET', `/${id}/shares`],
      ['POST', `/${id}/shares`, {}],
      ['DELETE', `/${id}/shares/${share.json.id}`],
      ['GET', `/zip?ids=${id}`],
    ];
    for (const [method, path, body] of calls)
      assert.equal((await call(method, path, body, key)).status, 404, `${method} ${path}`);
    assert.deepEqual((await call('POST', '/delete', { ids: [id] }, key)).json.ids, []);
    assert.deepEqual((await call('POST', '/tags', { ids: [id], add: ['theirs'] }, key)).json.ids, []);
  }
  const { json } = await call('GET', `/${id}`);
  assert.deepEqual([json.title, json.tags, json.shares], [null, [], 1]);
  const own = await kit.image('other');
  assert.equal(
    (await call('DELETE', `/${own}/shares/${share.json.id}`)).status,
    404,
    'a link is revoked through its own item only',
  );
});

test('a link that expired, was revoked or guessed, or whose item is deleted, shows nothing', async () => {
  const id = await kit.image('shown');
  const expired = (await call('POST', `/${id}/shares`, {})).json;
  await sql`update library_shares set expires_at = now() - interval '1 second' where id = ${expired.id}`.execute(
    service.app.database.queries,
  );
  const revoked = (await call('POST', `/${id}/shares`, {})).json;
  await call('DELETE', `/${id}/shares/${revoked.id}`);
  const kept = (await call('POST', `/${id}/shares`, {})).json;
  assert.equal((await fetch(kept.url)).status, 200);
  for (const { url } of [expired, revoked])
    for (const part of ['', '/file', '/thumbnail'])
      assert.equal((await fetch(`${url}${part}`)).status, 404, url + part);
  for (const guess of [id, '0'.repeat(26), 'x', '%2e%2e%2fs', `${'a'.repeat(25)}%00`, `${'a'.repeat(26)}'--`])
    assert.equal((await fetch(`${service.origin}/s/${guess}`)).status, 404, guess);
  assert.deepEqual(
    (await call('GET', `/${id}/shares`)).json.data.map((share: { id: string }) => share.id),
    [kept.id],
  );
  await call('POST', '/delete', { ids: [id] });
  assert.equal((await fetch(kept.url)).status, 404);
  assert.equal((await fetch(`${kept.url}/file`)).status, 404);
  assert.equal((await call('POST', `/${id}/shares`, {})).status, 404);
});

test('deleting and sharing at the same moment leaves no link behind', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, (_unused, at) => kit.image(`raced ${at}`)));
  const answers = await Promise.all(
    ids.flatMap((id) => [call('POST', `/${id}/shares`, {}), call('POST', '/delete', { ids: [id] })]),
  );
  assert.ok(answers.every(({ status }) => status === 200 || status === 404));
  for (const { json } of answers.filter((answer) => answer.json?.url))
    assert.equal((await fetch(json.url)).status, 404, 'the deletion won, sooner or later');
});

test('the number of links is bounded, also for links that are made at once', async () => {
  const id = await kit.image('popular');
  const made = await Promise.all(Array.from({ length: 30 }, () => call('POST', `/${id}/shares`, {})));
  assert.equal(made.filter(({ status }) => status === 200).length, 20);
  assert.ok(made.every(({ status }) => status === 200 || status === 400));
  for (const hours of [0, -1, 9_000, 1.5, '7'])
    assert.equal((await call('POST', `/${id}/shares`, { expires_in_hours: hours })).status, 400);
});

test('titles and tags are text, bounded in number and length', async () => {
  const id = await kit.image('plain');
  const evil = '"><script>alert(1)</script>';
  await call('PATCH', `/${id}`, { title: evil, tags: ['<img src=x>'] });
  const { url } = (await call('POST', `/${id}/shares`, {})).json;
  const page = await fetch(url);
  assert.doesNotMatch(await page.text(), /<script|<img src=x/);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  const many = Array.from({ length: 10_000 }, (_unused, at) => `tag ${at}`);
  const bad: object[] = [
    { tags: many },
    { tags: many.slice(0, 21) },
    { tags: ['x'.repeat(41)] },
    { tags: [''] },
    { tags: [' edge '] },
    { tags: ['a\nb'] },
    { tags: 'text' },
    { title: '' },
    { title: 'x'.repeat(201) },
    { title: 'a\u0000b' },
  ];
  for (const body of bad)
    assert.equal((await call('PATCH', `/${id}`, body)).status, 400, JSON.stringify(body).slice(0, 60));
  await call('PATCH', `/${id}`, { tags: many.slice(0, 20) });
  const more = await call('POST', '/tags', { ids: [id], add: ['one more'] });
  assert.deepEqual([more.status, more.json.error?.param], [400, 'add'], more.text);
  assert.equal((await call('GET', `/${id}`)).json.tags.length, 20);
  const swapped = await call('POST', '/tags', { ids: [id], add: ['one more'], remove: ['tag 0'] });
  assert.deepEqual(swapped.json.ids, [id]);
});

test('a selection has a bound, in number and in bytes', async () => {
  const id = await kit.image('large');
  const many = Array.from({ length: 101 }, () => id);
  assert.equal((await call('POST', '/delete', { ids: many })).status, 400);
  assert.equal((await call('POST', '/delete', { ids: [] })).status, 400);
  assert.equal((await call('GET', `/zip?ids=${many.join(',')}`)).status, 400);
  assert.equal((await call('GET', '/zip?ids=')).status, 400);
  assert.equal((await call('GET', '/zip?ids=../../etc/passwd')).status, 400);
  await sql`update artifacts set bytes = 3000000000 where id = ${id}`.execute(service.app.database.queries);
  assert.equal((await call('GET', `/zip?ids=${id}`)).status, 413);
  for (const query of ['?kind=chat', '?limit=0', '?limit=101', '?cursor=abc', `?q=${'x'.repeat(201)}`, '?shared=maybe'])
    assert.equal((await call('GET', query)).status, 400, query);
});

test('a shared file answers ranges within its bounds, and asks again each time', async () => {
  const id = await kit.video('job_ranged', 'ten bytes');
  const { url } = (await call('POST', `/${id}/shares`, {})).json;
  const range = async (value: string) => fetch(`${url}/file`, { headers: { range: value } });
  const part = await range('bytes=2-4');
  assert.deepEqual([part.status, await part.text()], [206, '234']);
  assert.match(part.headers.get('cache-control') ?? '', /no-cache/);
  assert.match(part.headers.get('x-robots-tag') ?? '', /noindex/);
  assert.equal(await (await range('bytes=-3')).text(), '789');
  assert.equal((await range('bytes=10-')).status, 416);
  assert.equal((await range('bytes=0-1,3-4')).status, 200, 'several ranges: the whole file');
  assert.equal((await fetch(`${url}/file`, { method: 'HEAD' })).headers.get('content-length'), '10');
  const saved = await fetch(`${url}/file?download`);
  assert.match(saved.headers.get('content-disposition') ?? '', /^attachment/);
  assert.doesNotMatch(saved.headers.get('content-disposition') ?? '', new RegExp(id));
});

test('what a job is still finishing is not deleted under it', async () => {
  const id = await kit.video('job_unfinished', 'nearly there');
  await sql`insert into jobs (id, account_id, environment, kind, state, payload) values (${id}, ${account.id}, 'live', 'video', 'running', '{}')`.execute(
    service.app.database.queries,
  );
  assert.deepEqual((await call('POST', '/delete', { ids: [id] })).json.ids, []);
  await sql`update jobs set state = 'completed' where id = ${id}`.execute(service.app.database.queries);
  assert.deepEqual((await call('POST', '/delete', { ids: [id] })).json.ids, [id]);
});

test('a key without the scope of the library reads and changes nothing', async () => {
  const made = await service.call('POST', '/v1/account/keys', {
    key: account.liveKey,
    body: { name: 'images only', scopes: ['image'] },
  });
  assert.equal((await call('GET', '', undefined, made.json.secret ?? made.json.key)).status, 403);
});
