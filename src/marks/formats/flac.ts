// Tags of FLAC: a block of Vorbis comments between the stream's description and its sound.
import { addComments, NO_COMMENTS } from './vorbis-comments.ts';

const COMMENTS = 4;
const LAST = 0x80;
const MAX_BLOCK = 0xff_ffff;

interface Block {
  type: number;
  content: Buffer;
}

export function markFlac(file: Buffer, tags: readonly (readonly [string, string])[]): Buffer {
  const head = readHead(file);
  if (!head) return file;
  const found = head.blocks.find(({ type }) => type === COMMENTS);
  const marked = { type: COMMENTS, content: addComments(found?.content ?? NO_COMMENTS, tags) };
  if (marked.content.length > MAX_BLOCK) return file;
  const [description, ...others] = head.blocks;
  if (!description) return file;
  const blocks = [description, marked, ...others.filter((block) => block !== found)];
  return Buffer.concat([
    file.subarray(0, 4),
    ...blocks.map((block, index) => write(block, index === blocks.length - 1)),
    file.subarray(head.end),
  ]);
}

/** Undefined while blocks are missing. */
export function readHead(file: Buffer): { blocks: Block[]; end: number } | undefined {
  if (file.toString('latin1', 0, 4) !== 'fLaC') return undefined;
  const blocks: Block[] = [];
  for (let at = 4; at + 4 <= file.length; ) {
    const first = file[at] ?? 0;
    const end = at + 4 + file.readUIntBE(at + 1, 3);
    if (end > file.length) return undefined;
    blocks.push({ type: first & ~LAST, content: file.subarray(at + 4, end) });
    if (first & LAST) return { blocks, end };
    at = end;
  }
  return undefined;
}

function write({ type, content }: Block, isLast: boolean): Buffer {
  const head = Buffer.alloc(4);
  head[0] = type | (isLast ? LAST : 0);
  head.writeUIntBE(content.length, 1, 3);
  return Buffer.concat([head, content]);
}
