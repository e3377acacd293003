// Creates, once per machine, a faster copy of heavily quantised weights: a second file beside the first.
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type GgufHeader, readGgufHeader, type TensorEntry } from './gguf-header.ts';
import { recodeTensor } from './iq2-to-q4.ts';

const IQ2_XXS = 16;
const Q4_0 = 2;
/** The header contains the whole vocabulary; the largest in use have about 12 MB. */
const HEAD_BYTES = 32 * 1024 * 1024;

export function fasterPath(modelPath: string): string {
  return `${modelPath}.q4_0`;
}

/** The file to load: the faster copy if one can be made, otherwise the file itself. */
export async function fasterForm(modelPath: string): Promise<string> {
  const faster = fasterPath(modelPath);
  // A copy older than its source means that the source was replaced.
  const [made, original] = await Promise.all([stat(faster).catch(() => undefined), stat(modelPath)]);
  if (made && made.mtimeMs >= original.mtimeMs) return faster;
  const source = await open(modelPath);
  try {
    const head = Buffer.alloc(Math.min(HEAD_BYTES, (await source.stat()).size));
    await source.read(head, 0, head.length, 0);
    const header = readGgufHeader(head);
    if (!header.tensors.some(({ type }) => type === IQ2_XXS)) return modelPath;
    await dropLeftovers(faster);
    const draft = `${faster}.${process.pid}.draft`;
    await writeRecoded(source, { head, header, draft });
    await rename(draft, faster);
    return faster;
  } finally {
    await source.close();
  }
}

/** The header keeps its length: only types and offsets change. */
async function writeRecoded(
  source: FileHandle,
  { head, header, draft }: { head: Buffer; header: GgufHeader; draft: string },
): Promise<void> {
  const target = await open(draft, 'w');
  const patched = Buffer.from(head.subarray(0, header.dataAt));
  const inOrder = [...header.tensors].sort((left, right) => left.offset - right.offset);
  const { size } = await source.stat();
  let offset = 0;
  for (const [index, tensor] of inOrder.entries()) {
    const end = inOrder[index + 1]?.offset ?? size - header.dataAt;
    const bytes = await readTensorBytes(source, header.dataAt + tensor.offset, end - tensor.offset);
    const isRecoded = tensor.type === IQ2_XXS;
    const written = isRecoded ? recodeTensor(bytes, tensor.elements) : bytes;
    patchEntry(patched, tensor, { offset, isRecoded });
    await target.write(written, 0, written.length, header.dataAt + offset);
    offset = Math.ceil((offset + written.length) / header.alignment) * header.alignment;
  }
  await target.write(patched, 0, patched.length, 0);
  await target.truncate(header.dataAt + offset);
  await target.sync();
  await target.close();
}

async function readTensorBytes(source: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  await source.read(bytes, 0, length, position);
  return bytes;
}

function patchEntry(
  head: Buffer,
  tensor: TensorEntry,
  { offset, isRecoded }: { offset: number; isRecoded: boolean },
): void {
  if (isRecoded) head.writeUInt32LE(Q4_0, tensor.typeAt);
  head.writeBigUInt64LE(BigInt(offset), tensor.offsetAt);
}

/** Left by a process that was killed before it finished. */
async function dropLeftovers(faster: string): Promise<void> {
  const folder = dirname(faster);
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(basename(faster)) && name.endsWith('.draft'));
  await Promise.all(drafts.map((name) => rm(join(folder, name), { force: true })));
}
