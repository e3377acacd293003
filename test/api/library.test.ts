// The library: everything that was made is listed, found, tagged, downloaded, shared and deleted by its account only.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { unzipSync } from 'fflate';
import { fillLibrary, type LibraryKit, PIXEL } from '../support/library-kit.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
let kit: LibraryKit;

before(async () => {
  service = await startService({ TEST_WORKER: '0' });
  account = await service.account();
  kit = await fillLibrary(service, account);
});
after(() => service.stop());

const call = (method: string, path: string, body?: object, key = account.liveKey) =>
  service.call(method, `/v1/library${path}`, { key, ...(body ? { body } : {}) });
const idsOf = (answer: { json: { data: { id: string }[] } }) => answer.json.data.map(({ id }) => id);

test('an image that is made is in the library with its prompt', async () => {
  const made = await service.call('POST', '/v1/image/generate', {
    key: account.liveKey,
    body: { prompt: 'A red kite above a 100% blue lake', size: '512x512', seed: 3 },
  });
  assert.equal(made.status, 200, made.text);
  const listed = await call('GET', '?q=RED%20kite');
  assert.equal(listed.status, 200, listed.text);
  assert.deepEqual(
    listed.json.data.map((item: { url: string }) => item.url).sort(),
    made.json.images.map((image: { url: string }) => image.url).sort(),
  );
  const [item] = listed.json.data;
  assert.deepEqual([item.kind, item.title, item.tags, item.shares], ['image', null, [], 0]);
  assert.equal(item.thumbnail_url, `${item.url}?width=480`);
  assert.equal((await call('GET', '?q=100%25%20blue')).json.data.length, 1);
  assert.equal((await call('GET', '?q=1%25blue')).json.data.length, 0, 'a percent sign is a percent sign');
  await call('POST', '/delete', { ids: idsOf(listed) });
});

test('all kinds are in one list, newest first, by pages, by kind and by words', async () => {
  const image = await kit.image('a quiet harbour');
  const song = await kit.song('job_song1', 'Midnight Rain');
  const video = await kit.video('job_video1', 'waves at a pier');
  const build = await kit.build('proj_bees', 'Bee Hives');
  const all = await call('GET', '');
  assert.deepEqual(idsOf(all), [build, video, song, image]);
  assert.deepEqual(
    all.json.data.map((item: { kind: string; title: string | null }) => [item.kind, item.title]),
    [
      ['build', 'Bee Hives'],
      ['video', null],
      ['song', 'Midnight Rain'],
      ['image', null],
    ],
  );
  const first = await call('GET', '?limit=3');
  assert.deepEqual([idsOf(first), first.json.has_more], [[build, video, song], true]);
  const second = await call('GET', `?limit=3&cursor=${first.json.next_cursor}`);
  assert.deepEqual([idsOf(second), second.json.has_more, second.json.next_cursor], [[image], false, null]);
  assert.deepEqual(idsOf(await call('GET', '?kind=song')), [song]);
  assert.deepEqual(idsOf(await call('GET', '?q=bee%20h')), [build], 'the name of a project');
  assert.deepEqual(idsOf(await call('GET', '?q=rain&kind=song')), [song]);
  assert.equal((await call('GET', `/${song}`)).json.thumbnail_url.endsWith('.png?width=480'), true);
  const file = await fetch((await call('GET', `/${image}`)).json.download_url);
  assert.deepEqual(Buffer.from(await file.arrayBuffer()), PIXEL);
});

test('tags are added, removed, replaced, counted and filtered by', async () => {
  const [build, video, song] = idsOf(await call('GET', '?limit=3'));
  assert.ok(build && video && song);
  const added = await call('POST', '/tags', { ids: [build, video, 'nobodys'], add: ['holiday', 'sea', 'sea'] });
  assert.deepEqual(added.json.ids.sort(), [build, video].sort());
  await call('POST', '/tags', { ids: [video], add: ['night'], remove: ['sea'] });
  assert.deepEqual((await call('GET', `/${video}`)).json.tags, ['holiday', 'night']);
  assert.deepEqual(idsOf(await call('GET', '?tag=holiday')), [build, video]);
  assert.deepEqual((await call('GET', '/tags')).json.data, [
    { tag: 'holiday', items: 2 },
    { tag: 'night', items: 1 },
    { tag: 'sea', items: 1 },
  ]);
  const changed = await call('PATCH', `/${video}`, { title: 'The pier', tags: ['night', 'night'] });
  assert.deepEqual([changed.json.title, changed.json.tags], ['The pier', ['night']]);
  assert.equal((await call('PATCH', `/${video}`, { title: null })).json.title, null);
  assert.deepEqual((await call('GET', `/${video}`)).json.tags, ['night'], 'what is left out stays');
  await call('PATCH', `/${build}`, { title: 'My bees' });
  assert.equal((await call('PATCH', `/${build}`, { title: null })).json.title, 'Bee Hives');
});

test('one item or many are downloaded', async () => {
  const ids = idsOf(await call('GET', ''));
  const answer = await fetch(`${service.origin}/v1/library/zip?ids=${ids.join(',')}`, {
    headers: { authorization: `Bearer ${account.liveKey}` },
  });
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'application/zip']);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  assert.deepEqual(Object.keys(files), [
    '01 Bee Hives.zip',
    '02 waves at a pier.mp4',
    '03 Midnight Rain.mp3',
    '04 a quiet harbour.png',
  ]);
  assert.deepEqual(Buffer.from(files['04 a quiet harbour.png'] ?? []), PIXEL);
  const app = unzipSync(files['01 Bee Hives.zip'] ?? new Uint8Array());
  assert.equal(Buffer.from(app['index.html'] ?? []).toString(), '<h1>Bees</h1>');
});

test('deleting many removes their files, tracks and projects, and a second time nothing', async () => {
  const ids = idsOf(await call('GET', ''));
  const urls = (await call('GET', '')).json.data.map((item: { url: string; kind: string }) => item.url);
  const gone = await call('POST', '/delete', { ids });
  assert.deepEqual(gone.json.ids.sort(), [...ids].sort());
  assert.deepEqual(idsOf(await call('GET', '')), []);
  for (const url of urls) assert.equal((await fetch(url)).status, 404, url);
  const key = account.liveKey;
  assert.deepEqual((await service.call('GET', '/v1/music/library', { key })).json.data, []);
  assert.deepEqual((await service.call('GET', '/v1/builder/projects', { key })).json.data, []);
  assert.deepEqual((await call('POST', '/delete', { ids })).json.ids, []);
});

test('an item goes when its own module deletes it', async () => {
  const song = await kit.song('job_song2', 'Gone');
  const build = await kit.build('proj_gone', 'Gone');
  await service.call('DELETE', `/v1/music/${song}`, { key: account.liveKey });
  await service.call('DELETE', `/v1/builder/projects/${build}`, { key: account.liveKey });
  assert.deepEqual(idsOf(await call('GET', '')), []);
});

test('a share link of a build shows its preview, and one of a file its page', async () => {
  const build = await kit.build('proj_shared', 'Shared app');
  const image = await kit.image('secret words');
  const link = await call('POST', `/${build}/shares`, {});
  assert.match(link.json.url, /\/share\/[0-9a-z]{26}\/$/);
  const made = await call('POST', `/${image}/shares`, { expires_in_hours: 1 });
  assert.equal(made.status, 200, made.text);
  const { attribution: _added, ...share } = made.json;
  assert.deepEqual((await call('GET', `/${image}/shares`)).json.data, [share]);
  assert.deepEqual(idsOf(await call('GET', '?shared=true')), [image, build]);
  assert.equal((await call('GET', `/${image}`)).json.shares, 1);
  const page = await fetch(made.json.url);
  const html = await page.text();
  assert.equal(page.status, 200);
  assert.match(page.headers.get('x-robots-tag') ?? '', /noindex/);
  assert.match(html, new RegExp(`<meta property="og:image" content="${made.json.url}/file">`));
  assert.doesNotMatch(html, /secret words/, 'the prompt stays with its writer');
  assert.doesNotMatch(html, new RegExp(image), 'the URL of the file would outlive the link');
  assert.deepEqual(Buffer.from(await (await fetch(`${made.json.url}/file`)).arrayBuffer()), PIXEL);
  assert.equal((await call('DELETE', `/${image}/shares/${made.json.id}`)).json.deleted, true);
  assert.equal((await fetch(made.json.url)).status, 404);
  assert.equal((await call('DELETE', `/${image}/shares/${made.json.id}`)).status, 404);
});
