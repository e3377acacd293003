// Which FFmpeg is found, with commands on the PATH that answer as real ones do.
import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, test } from 'node:test';
import { findFfmpeg, hasNodeAv, listFfmpegEncoders } from '../src/index.ts';

const LISTING = `Encoders:
 V..... = Video
 ------
 V....D libx264              libx264 H.264 / AVC (codec h264)
 A....D aac                  AAC (Advanced Audio Coding)
`;
const path = process.env.PATH;
const folders: string[] = [];

beforeEach(async () => {
  process.env.PATH = await mkdtemp(join(tmpdir(), 'atelier-ffmpeg-'));
  folders.push(process.env.PATH);
});
after(async () => {
  process.env.PATH = path;
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })));
});

async function installCommand(script: string): Promise<void> {
  const command = join(process.env.PATH ?? '', 'ffmpeg');
  await writeFile(command, `#!/bin/sh\n${script}\n`);
  await chmod(command, 0o755);
}

const otherwise = hasNodeAv() ? 'node-av' : undefined;

test('without the command, the library from npm is used', async () => {
  assert.equal(await listFfmpegEncoders(), undefined);
  assert.equal(await findFfmpeg([]), otherwise);
});

test('a command is used if it has every encoder that is needed', async () => {
  await installCommand(`echo '${LISTING}'`);
  assert.deepEqual([...((await listFfmpegEncoders()) ?? [])], ['libx264', 'aac']);
  assert.equal(await findFfmpeg(['aac', 'libx264']), 'ffmpeg');
  assert.equal(await findFfmpeg(['aac', 'libvpx-vp9']), otherwise);
});

test('a command that fails is not used, and used once it works', async () => {
  await installCommand('exit 1');
  assert.equal(await findFfmpeg([]), otherwise);
  await installCommand(`echo '${LISTING}'`);
  assert.equal(await findFfmpeg(['aac']), 'ffmpeg');
});
