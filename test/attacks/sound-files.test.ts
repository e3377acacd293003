// Attacks by a file that calls itself sound: what decodes it must open nothing else and know nothing of the service.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { findTranscoder, nodeAvChild } from '../../packages/composer/src/encode/transcoder.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';

let service: TestService;
let account: TestAccount;
let folder: string;
let secretSound: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sound-files-'));
  const plain = join(folder, 'plain.wav');
  await writeFile(plain, wav(2));
  secretSound = join(folder, 'of-another-account.mp3');
  await nodeAvChild.transcode(
    { input: plain, output: secretSound, codec: 'mp3', sampleRate: 44_100, tags: {} },
    AbortSignal.timeout(60_000),
  );
  service = await startService();
  account = await service.account();
});

after(async () => {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** So many seconds of a tone, mono, 8 kHz. */
function wav(seconds: number): Buffer {
  const samples = Buffer.alloc(8000 * seconds * 2);
  for (let at = 0; at < samples.length / 2; at += 1) samples.writeInt16LE(Math.sin(at / 5) * 9000, at * 2);
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(16000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

const lists = (): [string, string][] => [
  ['an HLS playlist', `#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n${secretSound}\n#EXT-X-ENDLIST\n`],
  ['a concat list', `ffconcat version 1.0\nfile '${secretSound}'\n`],
  ['a session description', 'v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 4 RTP/AVP 0\n'],
  ['a DASH manifest', `<?xml version="1.0"?><MPD><Period><BaseURL>${secretSound}</BaseURL></Period></MPD>`],
  ['an IMF list', `<?xml version="1.0"?><CompositionPlaylist><Id>${secretSound}</Id></CompositionPlaylist>`],
];

for (const index of [0, 1, 2, 3, 4]) {
  const [what = ''] = lists()[index] ?? [];
  for (const fileName of ['song.m3u8', 'song.mp3'])
    test(`a customer has a file of the server mastered by uploading ${what} as ${fileName}`, async () => {
      const form = new FormData();
      form.set('audio', new Blob([lists()[index]?.[1] ?? '']), fileName);
      const response = await fetch(`${service.origin}/v1/music/master`, {
        method: 'POST',
        headers: { authorization: `Bearer ${account.liveKey}` },
        body: form,
      });
      const json = (await response.json()) as { error?: { code: string; param: string } };
      assert.equal(response.status, 400, JSON.stringify(json));
      assert.equal(json.error?.code, 'invalid_parameter');
      assert.equal(json.error?.param, 'audio');
    });

  test(`the decoder itself opens what ${what} names`, async () => {
    const input = join(folder, `list-${index}.${['m3u8', 'ffconcat', 'sdp', 'mpd', 'xml'][index]}`);
    await writeFile(input, lists()[index]?.[1] ?? '');
    await assert.rejects(decode(input));
  });
}

test('a playlist hides behind the first bytes of an MP3', async () => {
  const input = join(folder, 'hidden.mp3');
  const [, playlist = ''] = lists()[0] ?? [];
  await writeFile(input, Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.from(playlist)]));
  await assert.rejects(decode(input));
});

test('a small file decodes to more than the disk holds', async () => {
  const input = join(folder, 'long.wav');
  await writeFile(input, wav(30));
  await assert.rejects(decode(input, 3), /too long/);
});

test('a decoder knows the secrets of the service from its environment', async (t) => {
  const before = { PATH: process.env.PATH, SECRET: process.env.SECRET };
  t.after(() => Object.assign(process.env, before, before.SECRET === undefined ? {} : {}));
  const seen = join(folder, 'environment');
  await writeFile(join(folder, 'ffmpeg'), `#!/bin/sh\nenv > '${seen}'\n`);
  await chmod(join(folder, 'ffmpeg'), 0o755);
  process.env.PATH = `${folder}:${process.env.PATH}`;
  process.env.SECRET = 'the-secret-of-the-service';
  await findTranscoder();
  assert.doesNotMatch(await readFile(seen, 'utf8'), /the-secret-of-the-service|DATABASE_URL|HOME=/);
});

test('sound is still sound', async () => {
  assert.equal(await decode(join(folder, 'plain.wav')), 2 * 44_100 * 8);
  assert.ok((await decode(secretSound)) > 1.9 * 44_100 * 8);
});

async function decode(input: string, maxSeconds = 60): Promise<number> {
  const output = join(folder, 'output.raw');
  await nodeAvChild.transcode(
    { input, output, codec: 'raw', sampleRate: 44_100, tags: {}, maxSeconds },
    AbortSignal.timeout(60_000),
  );
  return (await readFile(output)).length;
}
