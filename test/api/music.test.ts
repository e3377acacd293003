// Music over the API without a song being made: every field checked, voices and genres listed.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

const MESSAGES = [{ role: 'user', content: 'Hello' }];

let service: TestService;
let customer: TestAccount;

before(async () => {
  service = await startService();
  customer = await service.account({ credits: 1000 });
});
after(() => service.stop());

function ask(method: string, path: string, body?: unknown, key = customer.liveKey) {
  return service.call(method, `/v1${path}`, { key, ...(body === undefined ? {} : { body }) });
}

test('every bad field is a 400 that names it', async () => {
  const cases: [Record<string, unknown>, string, string][] = [
    [{}, 'missing_parameter', 'prompt'],
    [{ prompt: '' }, 'invalid_parameter', 'prompt'],
    [{ prompt: '   ' }, 'invalid_parameter', 'prompt'],
    [{ prompt: 7 }, 'invalid_parameter', 'prompt'],
    [{ prompt: 'x', genre: 'polka-core' }, 'invalid_parameter', 'genre'],
    [{ prompt: 'x', duration: 29 }, 'invalid_parameter', 'duration'],
    [{ prompt: 'x', duration: 241 }, 'invalid_parameter', 'duration'],
    [{ prompt: 'x', duration: 45.5 }, 'invalid_parameter', 'duration'],
    [{ prompt: 'x', voice: 'nobody' }, 'invalid_parameter', 'voice'],
    [{ prompt: 'x', voices: ['af_heart', 'nobody'] }, 'invalid_parameter', 'voices[1]'],
    [{ prompt: 'x', voices: ['af_heart', 'af_heart'] }, 'invalid_parameter', 'voices[1]'],
    [{ prompt: 'x', voices: [] }, 'invalid_parameter', 'voices'],
    [{ prompt: 'x', vocals: { gender: 'choir' } }, 'invalid_parameter', 'vocals.gender'],
    [{ prompt: 'x', vocals: { enabled: 'yes' } }, 'invalid_parameter', 'vocals.enabled'],
    [{ prompt: 'x', tempo: 500 }, 'invalid_parameter', 'tempo'],
    [{ prompt: 'x', key: 'H sharp nothing' }, 'invalid_parameter', 'key'],
    [{ prompt: 'x', seed: -1 }, 'invalid_parameter', 'seed'],
    [{ prompt: 'x', format: 'ogg' }, 'invalid_parameter', 'format'],
    [{ prompt: 'x', mastering: { preset: 'huge' } }, 'invalid_parameter', 'mastering.preset'],
    [{ prompt: 'x', mastering: { target_lufs: 0 } }, 'invalid_parameter', 'mastering.target_lufs'],
    [{ prompt: 'x', mastering: { preset: 'off', target_lufs: -14 } }, 'invalid_parameter', 'mastering.target_lufs'],
    [{ prompt: 'x', instrumental: true, lyrics: '[Verse]\nla' }, 'invalid_parameter', 'lyrics'],
    [{ prompt: 'x', instrumental: true, voice: 'af_heart' }, 'invalid_parameter', 'voice'],
    [{ prompt: 'x', instrumental: true, vocals: { enabled: true } }, 'invalid_parameter', 'instrumental'],
  ];
  for (const [body, code, param] of cases) {
    const { status, json } = await ask('POST', '/music/generate', body);
    assert.deepEqual([status, json.error?.code, json.error?.param], [400, code, param], JSON.stringify(body));
  }
  const { status, json } = await ask('POST', '/music/master', {});
  assert.deepEqual([status, json.error.code, json.error.param], [400, 'missing_parameter', 'audio']);
});

test('a model that does not make music is unknown', async () => {
  for (const [path, body] of [
    ['/music/generate', { prompt: 'x', model: 'nobody-1' }],
    ['/music/master', { track_id: 'x', model: 'composer-1' }],
  ] as const) {
    const { json } = await ask('POST', path, body);
    const unknown = (await ask('POST', '/chat/completions', { model: 'nobody-1', messages: MESSAGES })).json.error;
    assert.deepEqual([json.error?.code, json.error?.param], [unknown.code, 'model'], path);
  }
});

test('a WAV file without sound is refused, and nothing is charged', async () => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  for (const bytes of [head, head.subarray(0, 36), head.subarray(0, 12)]) {
    const audio = `data:audio/wav;base64,${bytes.toString('base64')}`;
    const { status, json } = await ask('POST', '/music/master', { audio });
    assert.deepEqual([status, json.error?.param], [400, 'audio'], JSON.stringify(json));
  }
  assert.equal((await ask('GET', '/payments/balance')).json.available, 1000);
});

test('voices and genres are listed with everything a chooser needs', async () => {
  const voices = (await ask('GET', '/music/voices')).json;
  assert.ok(voices.data.length >= 50, String(voices.data.length));
  for (const field of ['id', 'name', 'gender', 'language', 'accent', 'style', 'range', 'preview_url'])
    assert.ok(voices.data[0][field], field);
  const genres = (await ask('GET', '/music/genres')).json;
  assert.ok(genres.data.length >= 24);
  for (const field of ['id', 'name', 'description', 'tempo_range', 'example_prompt'])
    assert.ok(genres.data[0][field], field);
  for (const wanted of ['pop', 'rock', 'jazz', 'electronic'])
    assert.ok(genres.data.some(({ id }: { id: string }) => id === wanted));
});
