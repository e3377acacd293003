// Marks speech while it is sent: the tags of sound stand at its beginning, so only the head of a stream is kept back.
import type { StreamMarker } from '../artifacts/port.ts';
import { readHead } from './formats/flac.ts';
import { id3HeadBytes, markId3 } from './formats/id3.ts';
import { hasOpusHead } from './formats/ogg.ts';
import { markWav } from './formats/wav.ts';
import { writeMark } from './write-mark.ts';
import { type Mark, sentenceOf, tagsOf, xmpOf } from './xmp.ts';

/** A head that is longer, or is none, passes as it came. */
const MAX_HEAD_BYTES = 64 * 1024;
/** The part of WAV that says what the samples are ends within it. */
const WAV_HEAD_BYTES = 64;
/** How much longer a head must have become before it is read again. */
const GROWTH = 1.125;
const nothing = new Uint8Array(0);

const IS_WHOLE: Readonly<Record<string, (head: Buffer) => boolean>> = {
  'audio/mpeg': (head) => head.length >= id3HeadBytes(head),
  'audio/aac': (head) => head.length >= id3HeadBytes(head),
  'audio/wav': (head) => head.length >= WAV_HEAD_BYTES,
  'audio/flac': (head) => readHead(head) !== undefined,
  'audio/ogg': hasOpusHead,
};

export function markStream(contentType: string, mark: Mark): StreamMarker {
  const isWhole = IS_WHOLE[contentType];
  let pieces: Uint8Array[] | undefined = isWhole ? [] : undefined;
  let [held, looksAt] = [0, 0];
  const release = (): Uint8Array => {
    const whole = Buffer.concat(pieces ?? []);
    pieces = undefined;
    return isWhole && whole.length > 0 && isWhole(whole) ? writeHead(whole, contentType, mark) : whole;
  };
  return {
    push(bytes) {
      if (!pieces || !isWhole) return bytes;
      pieces.push(bytes);
      held += bytes.length;
      if (held > MAX_HEAD_BYTES) return release();
      if (held < looksAt) return nothing;
      const head = Buffer.concat(pieces);
      if (isWhole(head)) return release();
      pieces = [head];
      // Not at every byte: whoever sends them one by one would have the head read thousands of times.
      looksAt = held * GROWTH;
      return nothing;
    },
    flush: release,
  };
}

function writeHead(head: Buffer, contentType: string, mark: Mark): Buffer {
  try {
    if (contentType === 'audio/wav') return markWav(head, { generator: mark.generator, sentence: sentenceOf(mark) });
    if (contentType === 'audio/mpeg' || contentType === 'audio/aac')
      return markId3(head, { xmp: xmpOf(mark), tags: tagsOf(mark) });
    return writeMark(head, contentType, mark);
  } catch {
    // Whatever an upstream calls sound reaches the customer as it came.
    return head;
  }
}
