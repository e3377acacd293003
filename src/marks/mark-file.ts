// Marks and signs one whole file, as far as its size allows; it runs in a thread.
import { writeFile } from 'node:fs/promises';
import type { DigitalSource, MediaBytes } from '../artifacts/port.ts';
import { markLargeFile } from './mark-large-file.ts';
import { type MarkedFile, readEnds, readWhole, sizeOf } from './media-bytes.ts';
import type { Credential } from './signing/media-keys.ts';
import { isSigned, MAX_SIGNED_BYTES, type SignOrder, signFile } from './signing/sign-file.ts';
import { canCarryMark, writeMark } from './write-mark.ts';
import { type Mark, readSource } from './xmp.ts';

export interface MarkOrder {
  source: MediaBytes;
  /** Where the marked file goes if the source is a path. */
  target: string;
  contentType: string;
  mark: Mark;
  /** Absent: no content credentials. */
  credential?: Credential | undefined;
  parent?: MediaBytes | undefined;
  input?: MediaBytes | undefined;
  /** The library gets no parent and no input: it has died of one. */
  onlyNamesSource?: boolean;
}

/** Errors after which the library cannot go on: a trap, and a stack or a memory that is full. */
const BROKEN = ['RuntimeError', 'RangeError'];

export async function markFile(order: MarkOrder): Promise<MarkedFile> {
  const { source, target, contentType } = order;
  const mark = { ...order.mark, source: await sourceOf(order) };
  if (!(source instanceof Uint8Array) && (await sizeOf(source)) > MAX_SIGNED_BYTES)
    return markLargeFile(source, { target, contentType, mark });
  const file = await readWhole(source);
  const isMarked = contentType.startsWith('audio/') && readSource(file) !== undefined;
  const marked = isMarked || !canCarryMark(contentType) ? file : writeMark(file, contentType, mark);
  const { signed, problem } = await sign(marked, { ...order, mark, isSigned: isSigned(file) });
  const said = problem === undefined ? {} : { problem };
  if (source instanceof Uint8Array) return { media: new Uint8Array(signed), ...said };
  await writeFile(target, signed);
  return { media: { filePath: target }, ...said };
}

/** A file that cannot be signed keeps its other marks; one whose source cannot be read is signed and only names it. */
async function sign(
  file: Buffer,
  { credential, ...order }: MarkOrder & { isSigned: boolean },
): Promise<{ signed: Buffer; problem?: string }> {
  if (!credential) return { signed: file };
  const { contentType, mark } = order;
  const problems: string[] = [];
  const given = { contentType, mark, credential, ...(await sourcesOf(file, order)) };
  for (const onlyNamesSource of [false, true])
    try {
      const signed = await signFile(file, { ...given, onlyNamesSource: onlyNamesSource || given.onlyNamesSource });
      return { signed, ...(problems[0] ? { problem: problems[0] } : {}) };
    } catch (error) {
      if (error instanceof Error && BROKEN.includes(error.name)) throw error;
      problems.push(String(error));
    }
  return { signed: file, problem: problems.at(-1) ?? '' };
}

/** The parent, or what was looked at. Of a large one, only its beginning is read, which tells its type. */
async function sourcesOf(
  file: Buffer,
  { parent, input, isSigned, onlyNamesSource = false }: MarkOrder & { isSigned: boolean },
): Promise<Pick<SignOrder, 'parent' | 'input'> & { onlyNamesSource: boolean }> {
  const media = parent ?? (isSigned ? undefined : input);
  if (!media) return { onlyNamesSource, ...(isSigned ? { parent: file } : {}) };
  const isLarge = (await sizeOf(media)) + file.length > MAX_SIGNED_BYTES;
  const bytes = await (isLarge ? readEnds(media) : readWhole(media));
  return { onlyNamesSource: onlyNamesSource || isLarge, ...(parent ? { parent: bytes } : { input: bytes }) };
}

/** What was only corrected keeps the word of its source: an enlarged image of a model is still the image of a model. */
async function sourceOf({ mark, parent }: MarkOrder): Promise<DigitalSource> {
  return (mark.source === 'algorithmicallyEnhanced' && parent && readSource(await readEnds(parent))) || mark.source;
}
