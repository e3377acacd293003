// Tags of FLAC: a block of Vorbis comments between the stream's description and its sound.
import { addComments, NO_COMMENTS } from './vorbis-comments.ts';

const COMMENTS = 4;
const LAST = 0x80;
const MAX_BLOCK = 0xff_ffff;
const SIGN_BYTES = 4;
const HEAD_BYTES = 4;

interface Head {
  /** Behind the stream's description, which is the first block. */
  descriptionEnd: number;
  /** The first block of comments, and where the block before it begins. */
  comments: { start: number; end: number; before: number } | undefined;
  /** Where the sound begins. */
  end: number;
}

export function markFlac(file: Buffer, tags: readonly (readonly [string, string])[]): Buffer {
  const head = readHead(file);
  if (!head) return file;
  const { descriptionEnd, comments, end } = head;
  const earlier = comments && file.subarray(comments.start + HEAD_BYTES, comments.end);
  const content = addComments(earlier ?? NO_COMMENTS, tags);
  if (content.length > MAX_BLOCK) return file;
  const description = setLast(file.subarray(SIGN_BYTES, descriptionEnd), false);
  const others = comments
    ? Buffer.concat([file.subarray(descriptionEnd, comments.start), file.subarray(comments.end, end)])
    : file.subarray(descriptionEnd, end);
  const wasLast = comments !== undefined && comments.end === end && comments.before >= descriptionEnd;
  const kept = wasLast ? setLast(others, true, comments.before - descriptionEnd) : others;
  const marked = writeComments(content, others.length === 0);
  return Buffer.concat([file.subarray(0, SIGN_BYTES), description, marked, kept, file.subarray(end)]);
}

/** Undefined while blocks are missing. */
export function readHead(file: Buffer): Head | undefined {
  if (file.toString('latin1', 0, SIGN_BYTES) !== 'fLaC') return undefined;
  let comments: Head['comments'];
  let [descriptionEnd, before] = [0, 0];
  for (let at = SIGN_BYTES; at + HEAD_BYTES <= file.length; ) {
    const first = file[at] ?? 0;
    const end = at + HEAD_BYTES + file.readUIntBE(at + 1, 3);
    if (end > file.length) return undefined;
    if (descriptionEnd === 0) descriptionEnd = end;
    else if ((first & ~LAST) === COMMENTS) comments ??= { start: at, end, before };
    if (first & LAST) return { descriptionEnd, comments, end };
    before = at;
    at = end;
  }
  return undefined;
}

/** A copy whose block at this place is, or is not, the last one. */
function setLast(blocks: Buffer, isLast: boolean, at = 0): Buffer {
  const copy = Buffer.from(blocks);
  copy[at] = ((copy[at] ?? 0) & ~LAST) | (isLast ? LAST : 0);
  return copy;
}

function writeComments(content: Buffer, isLast: boolean): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head[0] = COMMENTS | (isLast ? LAST : 0);
  head.writeUIntBE(content.length, 1, 3);
  return Buffer.concat([head, content]);
}
