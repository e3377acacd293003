// The marks of songs, speech in every format and videos, read back by ExifTool and ffprobe.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { needProgram } from '../../../packages/kit/test/support/programs.ts';
import { writeMark } from '../../../src/marks/write-mark.ts';
import { type AudioStandIn, startAudioStandIn } from '../../support/audio-stand-in.ts';
import { type FilmServerStandIn, makeSmallFilm, startFilmServer } from '../../support/film-server.ts';
import { startService, type TestAccount, type TestService } from '../../support/service.ts';
import { soundBankPath } from '../../support/sound-probe.ts';
import { until } from '../../support/until.ts';

const SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/';
const SPEECH = { mp3: 'mp3', opus: 'ogg', aac: 'adts', flac: 'flac', wav: 'wav' } as const;

let service: TestService;
let account: TestAccount;
let upstream: AudioStandIn;
let films: FilmServerStandIn;
let folder: string;

before(async () => {
  await soundBankPath();
  folder = await mkdtemp(join(tmpdir(), 'marks-'));
  upstream = await startAudioStandIn(async (call, response) => {
    const { response_format: format } = JSON.parse(call.body) as { response_format: keyof typeof SPEECH };
    response.end(await readFile(spoken(format)));
  });
  const speaker = { name: 'speaker', kind: 'openai', base_url: upstream.baseUrl, api_key_env: 'SPEECH_KEY' };
  films = await startFilmServer('openai', await readFile(await makeSmallFilm(folder)));
  const filmer = { name: 'filmer', kind: 'openai', base_url: films.url, api_key_env: 'SPEECH_KEY' };
  const video_upstreams = [{ ...filmer, poll_seconds: 1, models: [{ id: 'film-1' }] }];
  const config = {
    video_upstreams,
    speech_upstreams: [{ ...speaker, models: [{ id: 'parrot-1', upstream_id: 'tts-parrot' }] }],
  };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  service = await startService({ CONFIG: join(folder, 'config.json'), SPEECH_KEY: 'key' });
  account = await service.account({ credits: 1000 });
});
after(async () => {
  await service.stop();
  await upstream.close();
  films.close();
  await rm(folder, { recursive: true });
});

function spoken(format: keyof typeof SPEECH): string {
  const path = join(folder, `spoken.${format}`);
  const tone = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=440:duration=3', '-ar', '24000'];
  const codec = format === 'opus' ? ['-c:a', 'libopus'] : [];
  execFileSync(needProgram('ffmpeg'), [...tone, ...codec, '-f', SPEECH[format], path]);
  return path;
}

/** Everything that ExifTool reads, as one text. */
const readMarks = (path: string) =>
  execFileSync(needProgram('exiftool'), ['-a', '-G1', '-s', '-charset', 'UTF8', path], { encoding: 'utf8' });

/** The length in seconds and all tags; it fails where a frame cannot be decoded. */
function play(path: string) {
  execFileSync(needProgram('ffmpeg'), ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']);
  const asked = ['-v', 'error', '-show_entries', 'format=duration:format_tags', '-of', 'json', path];
  const { format } = JSON.parse(execFileSync(needProgram('ffprobe'), asked, { encoding: 'utf8' }));
  return format as { duration: string; tags?: Record<string, string> };
}

async function save(url: string): Promise<string> {
  const path = join(folder, url.split('/').pop() ?? 'file');
  await writeFile(path, Buffer.from(await (await fetch(url)).arrayBuffer()));
  return path;
}

async function make(path: string, watch: string, body: object) {
  const ordered = await service.call('POST', `/v1${path}`, { key: account.liveKey, body });
  assert.equal(ordered.status, 200, ordered.text);
  const { id } = ordered.json;
  const ended = async () => {
    const { json } = await service.call('GET', `/v1${watch}/${id}`, { key: account.liveKey });
    return json.status === 'processing' ? undefined : json;
  };
  const job = await until(ended, { saying: 'the job has ended', withinMs: 300_000, everyMs: 200 });
  assert.equal(job.status, 'completed', JSON.stringify(job.error));
  return { id, job };
}

for (const format of Object.keys(SPEECH) as (keyof typeof SPEECH)[])
  test(`speech as ${format} says who spoke, and still plays`, async () => {
    const headers = { authorization: `Bearer ${account.liveKey}`, 'content-type': 'application/json' };
    const body = JSON.stringify({ model: 'parrot-1', input: 'Good evening.', response_format: format });
    const response = await fetch(`${service.origin}/v1/audio/speech`, { method: 'POST', headers, body });
    const path = join(folder, `heard.${format}`);
    await writeFile(path, Buffer.from(await response.arrayBuffer()));
    const said = readMarks(path);
    for (const wanted of [
      `${SOURCE}trainedAlgorithmicMedia`,
      'parrot-1',
      response.headers.get('x-request-id') ?? 'none',
    ])
      assert.ok(said.includes(wanted), `${wanted} is missing in ${said}`);
    assert.ok(Math.abs(Number(play(path).duration) - 3) < 0.2);
  });

test('a song without a singer is procedural in MP3, WAV and FLAC; its master keeps the word', async () => {
  const wish = { prompt: 'A quiet folk song about a lake', duration: 30, instrumental: true, seed: 5 };
  const { id, job } = await make('/music/generate', '/music/status', wish);
  const song = (await service.call('GET', `/v1/music/${id}`, { key: account.liveKey })).json;
  for (const url of [song.formats.mp3, song.formats.wav, song.formats.flac, song.stems.guitar, song.cover_url]) {
    const path = await save(url);
    const said = readMarks(path);
    assert.ok(said.includes(`${SOURCE}algorithmicMedia`) && said.includes(job.id), said);
    if (!url.endsWith('png')) assert.ok(Math.abs(Number(play(path).duration) - 30) < 0.5);
  }
  assert.match(readMarks(await save(song.formats.mp3)), /Title\s+: /);
  const mastered = await make('/music/master', '/music/status', { track_id: id });
  const master = (await service.call('GET', `/v1/music/${mastered.id}`, { key: account.liveKey })).json;
  const said = readMarks(await save(master.formats.flac));
  assert.ok(said.includes(`${SOURCE}algorithmicMedia`) && said.includes(mastered.id), said);
});

test('a video of an upstream says that a model made it, and so does its poster', async () => {
  const { id } = await make('/video/generate', '/video', { model: 'film-1', prompt: 'A red balloon', duration: 5 });
  const film = (await service.call('GET', `/v1/video/${id}`, { key: account.liveKey })).json;
  const path = await save(film.video_url);
  assert.ok(Number(play(path).duration) >= 1);
  for (const file of [path, await save(film.thumbnail_url)]) {
    const said = readMarks(file);
    for (const wanted of [`${SOURCE}trainedAlgorithmicMedia`, 'film-1', id]) assert.ok(said.includes(wanted), said);
  }
});

test('a WebM lists its tags where players look for them, and plays to its end', async () => {
  const path = join(folder, 'small.webm');
  const picture = ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=24:duration=1'];
  execFileSync(needProgram('ffmpeg'), [...picture, '-c:v', 'libvpx-vp9', path]);
  const call = 'req_1';
  const mark = {
    source: 'algorithmicMedia',
    model: 'director-1',
    call,
    generator: 'Atelier/1',
    time: new Date(),
  } as const;
  await writeFile(path, writeMark(await readFile(path), 'video/webm', mark));
  assert.equal(play(path).tags?.DIGITALSOURCETYPE, `${SOURCE}algorithmicMedia`);
});
