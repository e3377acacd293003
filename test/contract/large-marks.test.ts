// Files that are too large for memory get the same marks as others, without being read whole.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, before } from 'node:test';
import { markLargeFile } from '../../src/marks/mark-large-file.ts';
import { writeMark } from '../../src/marks/write-mark.ts';
import { box, tinyParts } from '../support/hostile-media.ts';
import { beep } from '../support/small-wav.ts';

const mark = {
  source: 'trainedAlgorithmicMedia',
  model: 'film-1',
  call: 'req_1',
  generator: 'Atelier/1',
  time: new Date('2026-01-02T03:04:05Z'),
} as const;

let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'large-marks-'));
});
after(() => rm(folder, { recursive: true }));

async function markByPath(file: Buffer, contentType: string) {
  const [filePath, target] = [join(folder, 'made'), join(folder, 'marked')];
  await rm(target, { force: true });
  await writeFile(filePath, file);
  const { media } = await markLargeFile({ filePath }, { target, contentType, mark });
  assert.deepEqual(await readFile(filePath), file, 'the file itself stays');
  assert.ok('filePath' in media);
  return readFile(media.filePath);
}

test('MP4 and WebM come out as if they were marked in memory, also when they have earlier XMP', async () => {
  const { 'MP4 of XMP': films, 'WebM of empty elements': webm } = tinyParts(20_000);
  assert.ok(films && webm);
  const plain = Buffer.concat([box('ftyp', Buffer.from('isom')), box('mdat', Buffer.alloc(100_000))]);
  for (const { file, contentType } of [films, webm, { file: plain, contentType: 'video/mp4' }]) {
    const marked = await markByPath(file, contentType);
    assert.ok(marked.equals(writeMark(file, contentType, mark)) && marked.length > file.length);
  }
});

test('a film whose boxes do not add up stays as it is', async () => {
  const broken = Buffer.concat([box('ftyp', Buffer.from('isom')), Buffer.from([0, 0, 0])]);
  assert.deepEqual(await markByPath(broken, 'video/mp4'), broken);
});

test('sound is marked as its stream would be, with every sample', async () => {
  const marked = await markByPath(beep(20), 'audio/wav');
  assert.ok(marked.includes('Made by a machine: film-1') && marked.includes(beep(20).subarray(44)));
});

test('an image has no way to be marked by path alone, and is not copied', async () => {
  const filePath = join(folder, 'image');
  const answer = await markLargeFile({ filePath }, { target: `${filePath}.marked`, contentType: 'image/png', mark });
  assert.deepEqual(answer, { media: { filePath }, problem: 'the file is too large' });
});
