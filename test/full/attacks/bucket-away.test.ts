// A bucket that is busy, refuses our keys, hangs or cannot be reached, at every route that reads or writes files: 503
// service_unavailable with Retry-After, nothing charged, and a log line that says what the bucket answered.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createLog } from '../../../src/core/log.ts';
import { type FaultyBucket, startFaultyBucket } from '../../support/faulty-bucket.ts';
import { fillLibrary } from '../../support/library-kit.ts';
import { plain } from '../../support/pictures.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { beep } from '../../support/small-wav.ts';
import { until } from '../../support/until.ts';

let bucket: FaultyBucket;
let service: TestService;
let account: TestAccount;
const lines: string[] = [];

interface Try {
  name: string;
  send(): Promise<Response>;
}
/** Those that answer at once, and those that answer with a job. */
let calls: Try[];
let jobs: Try[];

before(async () => {
  bucket = await startFaultyBucket();
  const log = createLog({ level: 'info', lines: { write: (line: string) => void lines.push(line) } as never });
  service = await startService({ S3_URL: bucket.url, IMAGE_MODEL: 'painter-1' }, undefined, log);
  account = await service.account();
  ({ calls, jobs } = await listTries());
});
after(async () => {
  await service.stop();
  await bucket.stop();
});

const asJson = (method: string, path: string, body?: object) =>
  fetch(`${service.origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${account.liveKey}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

function asForm(
  path: string,
  fields: Record<string, string>,
  file?: { field: string; bytes: Uint8Array; name: string },
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file) form.append(file.field, new Blob([Buffer.from(file.bytes)]), file.name);
  return fetch(`${service.origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.liveKey}` },
    body: form,
  });
}

async function idOf(answer: Promise<Response>): Promise<string> {
  const response = await answer;
  const text = await response.text();
  ok(response.ok, text);
  return JSON.parse(text).id;
}

/** With ids of files that were stored while the bucket worked. */
async function listTries(): Promise<{ calls: Try[]; jobs: Try[] }> {
  const kit = await fillLibrary(service, account);
  const picture = await plain(64, 64, '#4080c0');
  const image = await kit.image('a lighthouse', picture);
  const song = await kit.song('song_1', 'Rain');
  const video = await kit.video('video_1', 'waves');
  const upload = (name: string, bytes: Uint8Array, purpose = 'user_data') =>
    asForm('/v1/files', { purpose }, { field: 'file', bytes, name });
  const photo = await idOf(upload('photo.png', picture, 'vision'));
  const sound = await idOf(upload('voice.wav', beep(2)));
  const text = await idOf(upload('notes.txt', Buffer.from('some notes')));
  const batch = await idOf(
    upload(
      'lines.jsonl',
      Buffer.from(
        JSON.stringify({
          custom_id: '1',
          method: 'POST',
          url: '/v1/chat/completions',
          body: { model: 'x', messages: [] },
        }),
      ),
      'batch',
    ),
  );
  const shared = await (await asJson('POST', `/v1/library/${image}/shares`, { expires_in_hours: 1 })).json();
  const opened = (await (
    await asJson('POST', '/v1/uploads', {
      filename: 'a.jsonl',
      purpose: 'batch',
      bytes: 4,
      mime_type: 'application/jsonl',
    })
  ).json()) as { id: string };
  const part = await idOf(
    asForm(`/v1/uploads/${opened.id}/parts`, {}, { field: 'data', bytes: Buffer.from('{}{}'), name: 'part' }),
  );
  const url = (shared as { url: string }).url;
  const calls = [
    { name: 'upload of a file', send: () => upload('more.txt', Buffer.from('more')) },
    { name: 'content of a file', send: () => asJson('GET', `/v1/files/${text}/content`) },
    {
      name: 'end of an upload in parts',
      send: () => asJson('POST', `/v1/uploads/${opened.id}/complete`, { part_ids: [part] }),
    },
    { name: 'page of a file', send: () => fetch(`${service.origin}/files/${image}.png`) },
    {
      name: 'range of a file',
      send: () => fetch(`${service.origin}/files/${image}.png`, { headers: { range: 'bytes=0-9' } }),
    },
    { name: 'file of a share link', send: () => fetch(`${service.origin}${new URL(url).pathname}/file`) },
    { name: 'zip of the library', send: () => asJson('GET', `/v1/library/zip?ids=${image},${song},${video}`) },
    {
      name: 'image',
      send: () => asJson('POST', '/v1/images/generations', { prompt: 'a red circle', size: '256x256' }),
    },
    {
      name: 'edit of an own image',
      send: () => asJson('POST', '/v1/images/edits', { prompt: 'brighter', image: photo }),
    },
    {
      name: 'edit of an image of the call',
      send: () => asForm('/v1/images/edits', { prompt: 'brighter' }, { field: 'image', bytes: picture, name: 'a.png' }),
    },
    { name: 'variation', send: () => asJson('POST', '/v1/images/variations', { image: photo }) },
    {
      name: 'own operation on an image',
      send: () => asJson('POST', '/v1/image/edit', { operation: 'adjust', prompt: 'brighter', image: photo }),
    },
    { name: 'upscale', send: () => asJson('POST', '/v1/image/upscale', { image: photo, scale: 2 }) },
    {
      name: 'video from an image',
      send: () => asJson('POST', '/v1/video/generate', { prompt: 'waves', image: photo, duration: 5 }),
    },
    {
      name: 'mastering of a sound of the call',
      send: () => asForm('/v1/music/master', { preset: 'warm' }, { field: 'audio', bytes: beep(2), name: 'a.wav' }),
    },
    { name: 'transcript of an own sound', send: () => asJson('POST', '/v1/audio/transcriptions', { file: sound }) },
    { name: 'thumbnail', send: () => fetch(`${service.origin}/files/${image}.png?width=160`) },
  ];
  const jobs = [
    {
      name: 'mastering of an own sound',
      send: () => asJson('POST', '/v1/music/master', { audio: sound, preset: 'warm' }),
    },
    {
      name: 'batch',
      send: () =>
        asJson('POST', '/v1/batches', {
          input_file_id: batch,
          endpoint: '/v1/chat/completions',
          completion_window: '24h',
        }),
    },
  ];
  return { calls, jobs };
}

const balance = async () => (await service.call('GET', '/v1/payments/balance', { key: account.liveKey })).json.credits;

const isBack = () => lines.some((line) => line.includes('answers again'));

async function answersOf(tries: readonly Try[]): Promise<[string, number, string | null, string | boolean][]> {
  return Promise.all(
    tries.map(async ({ name, send }) => {
      const answer = await send();
      const text = await answer.text();
      const isAway = text.includes('"code":"service_unavailable"');
      return [name, answer.status, answer.headers.get('retry-after'), isAway || text];
    }),
  );
}

for (const fault of ['busy', 'denied', 'cut', 'silent'] as const)
  test(`a bucket that is ${fault} is 503 service_unavailable at every route, costs nothing, and is one line of the log`, async () => {
    const credits = await balance();
    lines.length = 0;
    bucket.behave(() => fault);
    deepEqual(
      await answersOf(calls),
      calls.map(({ name }) => [name, 503, '5', true]),
    );
    // Jobs try several times, which takes minutes where every try hangs.
    for (const { name, send } of fault === 'silent' ? [] : jobs) {
      const { id } = (await (await send()).json()) as { id: string };
      const job = await until(
        async () => {
          const { json } = await service.call('GET', `/v1/jobs/${id}`, { key: account.liveKey });
          return json.status !== 'processing' && json;
        },
        { saying: `${name} ends`, everyMs: 500 },
      );
      deepEqual(
        [name, job.status, job.error?.code, job.usage?.credits ?? 0],
        [name, 'failed', 'service_unavailable', 0],
      );
    }
    equal(lines.length, 1, lines.join(''));
    match(lines[0] ?? '', /The bucket does not answer/);
    if (fault === 'busy') match(lines[0] ?? '', /503 to \w+: <Error><Code>SlowDown/);
    if (fault === 'denied') match(lines[0] ?? '', /403 to \w+: <Error><Code>AccessDenied/);
    bucket.behave(() => 'pass');
    await until(isBack, { saying: 'the bucket is back' });
    equal(await balance(), credits);
  });
