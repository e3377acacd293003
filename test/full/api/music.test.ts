// Songs over the API, made for real: from order to deletion, mastering, cancelling, another's things unseen.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type Documented, readDocumented } from '../../support/documented-answers.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { soundBankPath } from '../../support/sound-probe.ts';
import { until } from '../../support/until.ts';

let service: TestService;
let customer: TestAccount;
let documented: Documented;

before(async () => {
  await soundBankPath();
  service = await startService();
  customer = await service.account({ credits: 1000 });
  documented = readDocumented((await service.call('GET', '/openapi.json')).json);
});
after(() => service.stop());

function ask(method: string, path: string, body?: unknown, key = customer.liveKey) {
  return service.call(method, `/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
}

async function finished(id: string) {
  const ended = async () => {
    const { json } = await ask('GET', `/music/status/${id}`);
    return json.status === 'processing' ? undefined : json;
  };
  return until(ended, { saying: 'the job has ended', withinMs: 300_000, everyMs: 100 });
}

test('a song: ordered, made, listed, mastered, deleted', async () => {
  const body = {
    prompt: 'A quiet folk song about a mountain lake',
    duration: 30,
    instrumental: true,
    seed: 5,
    format: 'flac',
    title: 'Mountain Lake',
  };
  const ordered = await ask('POST', '/music/generate', body);
  assert.equal(ordered.status, 200, ordered.text);
  assert.deepEqual([ordered.json.object, ordered.json.status], ['music.job', 'processing']);
  assert.ok(Number.isInteger(ordered.json.estimated_time) && Number.isInteger(ordered.json.queue_position));
  const { id } = ordered.json;
  const early = await ask('DELETE', `/music/${id}`);
  assert.equal(early.status, 400);
  const made = await finished(id);
  assert.equal(made.status, 'completed', JSON.stringify(made.error));

  const song = (await ask('GET', `/music/${id}`)).json;
  assert.deepEqual(
    [song.title, song.genre, song.duration, song.seed, song.lyrics],
    ['Mountain Lake', 'folk', 30, 5, null],
  );
  assert.equal(song.audio_url, song.formats.flac);
  assert.ok(Math.abs(song.loudness.integrated_lufs + 14) < 0.5 && song.loudness.true_peak_db <= -1);
  assert.equal(song.sections[0].start, 0);
  assert.ok(song.waveform.length > 100 && song.midi_url && song.stems.guitar && song.stems_url);
  for (const [address, type] of [
    [song.formats.mp3, 'audio/mpeg'],
    [song.formats.wav, 'audio/wav'],
    [song.midi_url, 'audio/midi'],
    [song.stems.guitar, 'audio/flac'],
  ]) {
    const file = await fetch(address);
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, type], address);
    await file.body?.cancel();
  }
  const charged = (await ask('GET', '/payments/balance')).json;
  assert.equal(charged.credits, 995, 'two credits and a tenth per second');

  const stranger = await service.account();
  for (const path of [`/music/${id}`, `/music/status/${id}`])
    assert.equal((await ask('GET', path, undefined, stranger.liveKey)).status, 404);
  assert.equal((await ask('DELETE', `/music/${id}`, undefined, stranger.liveKey)).status, 404);
  assert.equal((await ask('POST', '/music/master', { track_id: id }, stranger.liveKey)).status, 404);
  assert.deepEqual((await ask('GET', '/music/library', undefined, stranger.liveKey)).json.data, []);

  const order = await ask('POST', '/music/master', { track_id: id, mastering: { preset: 'loud' } });
  assert.equal(order.status, 200, order.text);
  const master = await finished(order.json.id);
  assert.equal(master.status, 'completed', JSON.stringify(master.error));
  assert.equal(master.seed, null);
  assert.ok(Math.abs(master.loudness.integrated_lufs + 9.5) < 0.5, JSON.stringify(master.loudness));
  const form = new FormData();
  form.set(
    'file',
    new Blob([await (await fetch(song.formats.mp3)).arrayBuffer()], { type: 'audio/mpeg' }),
    'my tune.mp3',
  );
  form.set('preset', 'warm');
  const uploaded = await fetch(`${service.origin}/v1/music/master`, {
    method: 'POST',
    headers: { authorization: `Bearer ${customer.liveKey}` },
    body: form,
  });
  const upload = (await uploaded.json()) as { id: string };
  assert.equal(uploaded.status, 200, JSON.stringify(upload));
  assert.equal((await finished(upload.id)).title, 'my tune (master)');

  for (const [name, path] of [
    ['GET /music/{id}', `/music/${id}`],
    ['GET /music/{id}', `/music/${order.json.id}`],
    ['GET /music/status/{job_id}', `/music/status/${order.json.id}`],
    ['GET /music/library', '/music/library'],
  ] as const)
    assert.equal(documented.faultOf(name, await ask('GET', path)), undefined, path);

  const first = (await ask('GET', '/music/library?limit=2')).json;
  assert.deepEqual([first.data.length, first.has_more], [2, true]);
  const second = (await ask('GET', `/music/library?limit=2&cursor=${first.next_cursor}`)).json;
  assert.deepEqual([second.data.map((track: { id: string }) => track.id), second.has_more], [[id], false]);
  assert.equal((await ask('GET', '/music/library?genre=folk')).json.data.length, 1);
  assert.equal((await ask('GET', '/music/library?q=mountain')).json.data.length, 2, 'the song and its master');
  assert.equal((await ask('GET', '/music/library?q=100%25')).json.data.length, 0);

  const gone = await ask('DELETE', `/music/${id}`);
  assert.deepEqual([gone.status, gone.json.deleted], [200, true]);
  assert.equal((await ask('GET', `/music/${id}`)).status, 404);
  assert.equal((await fetch(song.audio_url)).status, 404);
  assert.equal((await ask('GET', '/music/library')).json.data.length, 2);
});

test('a cancelled song pays for its progress and leaves nothing', async () => {
  const before = (await ask('GET', '/payments/balance')).json.credits;
  const { json } = await ask('POST', '/music/generate', { prompt: 'a rock song', duration: 120, instrumental: true });
  const begun = async () => (await ask('GET', `/music/status/${json.id}`)).json.progress >= 0.05;
  await until(begun, { saying: 'the song is begun', withinMs: 300_000 });
  const cancelled = await ask('POST', `/jobs/${json.id}/cancel`);
  assert.equal(cancelled.json.status, 'cancelled');
  const balance = (await ask('GET', '/payments/balance')).json;
  const { credits } = cancelled.json.usage;
  assert.ok(credits > 0);
  assert.deepEqual([Math.round((before - balance.credits) * 1e6), balance.held], [Math.round(credits * 1e6), 0]);
  assert.equal((await ask('GET', `/music/${json.id}`)).json.audio_url, undefined);
});
