// The slowest commands of the command line: a song and videos, ordered, followed and downloaded.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ATELIER, runCommandLine } from '../support/command-line.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { soundBankPath } from '../support/sound-probe.ts';

let service: TestService;
let account: TestAccount;
let folder: string;

before(async () => {
  await soundBankPath();
  service = await startService();
  account = await service.account();
  folder = mkdtempSync(join(tmpdir(), 'atelier-cli-makes-'));
});
after(async () => {
  rmSync(folder, { recursive: true });
  await service.stop();
});

function atelier(...args: string[]) {
  const env = { ATELIER_URL: service.origin, ATELIER_API_KEY: account.liveKey, HOME: folder };
  return runCommandLine(process.execPath, [ATELIER, ...args], { env, cwd: folder });
}

test('a song is made, shown on its way and saved', async () => {
  const said = await atelier('song', 'a slow blues', '--duration', '30', '--instrumental', '-o', 'blues.mp3');
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /\(blues, .*30(\.\d+)? s\)\n.*blues\.mp3\n$/);
  assert.match(said.stderr, /%/);
  const song = readFileSync(join(folder, 'blues.mp3'));
  assert.ok(song.length > 500_000 && song.subarray(0, 3).toString() === 'ID3');
});

test('a film is made of words, another of a picture', async () => {
  const said = await atelier('video', 'waves on a beach', '-d', '5', '-r', '720p', '--seed', '3', '-o', 'waves.mp4');
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /^1280 × 720, 5(\.\d+)? s, \d+ frames a second\n.*waves\.mp4\n$/);
  assert.equal(readFileSync(join(folder, 'waves.mp4')).subarray(4, 8).toString(), 'ftyp');

  const picture = await atelier('image', 'a lake at dusk', '--size', '512x512', '-o', 'lake.png');
  assert.equal(picture.code, 0, picture.stderr);
  const moved = await atelier('video', 'drift slowly', '--image', 'lake.png', '-d', '5', '--json');
  assert.equal(moved.code, 0, moved.stderr);
  const made = JSON.parse(moved.stdout);
  assert.equal(made.status, 'completed');
  assert.equal(readFileSync(made.saved).subarray(4, 8).toString(), 'ftyp');
});

test('what cannot be read is said before anything is ordered', async () => {
  const said = await atelier('video', 'drift slowly', '--image', 'nowhere.png');
  assert.deepEqual([said.code, said.stdout], [2, '']);
  assert.match(said.stderr, /nowhere\.png cannot be read/);
});
