// Marks a file that is too large for memory: the kernel copies it, and only its head and its end are written.
import { createReadStream, createWriteStream } from 'node:fs';
import { constants, copyFile, type FileHandle, open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { BOX_HEAD_BYTES, isMp4, readBox, xmpBox } from './formats/mp4.ts';
import { planWebm } from './formats/webm.ts';
import { markStream } from './mark-stream.ts';
import type { MarkedFile } from './media-bytes.ts';
import { type Mark, tagsOf, xmpOf } from './xmp.ts';

/** A film of hours in fragments of a second has a tenth of it. */
const MAX_BOXES = 100_000;
const HEAD_BYTES = 64 * 1024;

interface LargeOrder {
  target: string;
  contentType: string;
  mark: Mark;
}

export async function markLargeFile(source: { filePath: string }, order: LargeOrder): Promise<MarkedFile> {
  const { target, contentType, mark } = order;
  if (contentType.startsWith('audio/')) {
    await pipeline(createReadStream(source.filePath), markedBy(order), createWriteStream(target));
    return { media: { filePath: target } };
  }
  const write = contentType === 'video/mp4' ? writeXmp : contentType === 'video/webm' ? writeTags : undefined;
  if (!write) return { media: source, problem: 'the file is too large' };
  await copyFile(source.filePath, target, constants.COPYFILE_FICLONE);
  const file = await open(target, 'r+');
  try {
    await write(file, mark);
  } finally {
    await file.close();
  }
  return { media: { filePath: target } };
}

function markedBy({ contentType, mark }: LargeOrder) {
  return async function* (sound: AsyncIterable<Buffer>) {
    const marker = markStream(contentType, mark);
    for await (const bytes of sound) yield marker.push(bytes);
    yield marker.flush();
  };
}

/** XMP behind the last box; earlier XMP becomes free space. */
async function writeXmp(file: FileHandle, mark: Mark): Promise<void> {
  const { size } = await file.stat();
  const head = Buffer.alloc(BOX_HEAD_BYTES);
  const earlier: number[] = [];
  let at = 0;
  for (let boxes = 0; at < size; boxes += 1) {
    await file.read(head, 0, BOX_HEAD_BYTES, at);
    const box = readBox(head, 0, size - at);
    if (!box || boxes > MAX_BOXES || (at === 0 && !isMp4(head))) return;
    if (box.isXmp) earlier.push(at);
    at += box.length;
  }
  for (const place of earlier) await file.write(Buffer.from('free'), 0, 4, place + 4);
  await writeAt(file, xmpBox(xmpOf(mark)), size);
}

async function writeTags(file: FileHandle, mark: Mark): Promise<void> {
  const { size } = await file.stat();
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
  await file.read(head, 0, head.length, 0);
  const plan = planWebm(head, size, tagsOf(mark));
  if (!plan) return;
  plan.patchHead(head);
  await writeAt(file, plan.tail, size);
  await writeAt(file, head, 0);
}

async function writeAt(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  await file.write(bytes, 0, bytes.length, at);
}
