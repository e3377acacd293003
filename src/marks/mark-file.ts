// The worker thread that marks whole files: reading, writing and signing megabytes stays off the event loop.
import { readFile, writeFile } from 'node:fs/promises';
import type { DigitalSource, MediaBytes } from '../artifacts/port.ts';
import { serveCalls } from '../core/call-thread.ts';
import type { Credential } from './signing/media-keys.ts';
import { isSigned, type SignOrder, signFile } from './signing/sign-file.ts';
import { canCarryMark, writeMark } from './write-mark.ts';
import { type Mark, readSource } from './xmp.ts';

export interface MarkOrder {
  source: MediaBytes;
  contentType: string;
  mark: Mark;
  /** Absent: no content credentials. */
  credential?: Credential | undefined;
  parent?: MediaBytes | undefined;
  input?: MediaBytes | undefined;
}

export interface MarkedFile {
  media: MediaBytes;
  /** Why it has no content credentials. */
  problem?: string;
}

serveCalls(markFile, ({ media }) => (media instanceof Uint8Array ? [media.buffer as ArrayBuffer] : []));

/** A file by path is answered with the path of another one beside it. */
async function markFile(order: MarkOrder): Promise<MarkedFile> {
  const { source, contentType, credential } = order;
  const file = await bytesOf(source);
  const parent = order.parent && (await bytesOf(order.parent));
  const mark = { ...order.mark, source: sourceOf(order.mark.source, parent) };
  const isMarked = contentType.startsWith('audio/') && readSource(file) !== undefined;
  const marked = isMarked || !canCarryMark(contentType) ? file : writeMark(file, contentType, mark);
  const given = parent ?? (isSigned(file) ? file : undefined);
  const input = given || !order.input ? undefined : await bytesOf(order.input);
  const { signed, problem } = await sign(marked, { contentType, mark, credential, parent: given, input });
  const said = problem === undefined ? {} : { problem };
  if (source instanceof Uint8Array) return { media: new Uint8Array(signed), ...said };
  const filePath = `${source.filePath}.marked`;
  await writeFile(filePath, signed);
  return { media: { filePath }, ...said };
}

/** A file that cannot be signed keeps its other marks. */
async function sign(
  file: Buffer,
  { credential, ...order }: Omit<SignOrder, 'credential'> & Pick<MarkOrder, 'credential'>,
) {
  if (!credential) return { signed: file };
  try {
    return { signed: await signFile(file, { ...order, credential }) };
  } catch (error) {
    return { signed: file, problem: String(error) };
  }
}

/** What was only corrected keeps the word of its source: an enlarged image of a model is still the image of a model. */
function sourceOf(source: DigitalSource, parent: Buffer | undefined): DigitalSource {
  return (source === 'algorithmicallyEnhanced' && parent && readSource(parent)) || source;
}

async function bytesOf(media: MediaBytes): Promise<Buffer> {
  if (!(media instanceof Uint8Array)) return readFile(media.filePath);
  return Buffer.from(media.buffer, media.byteOffset, media.byteLength);
}
