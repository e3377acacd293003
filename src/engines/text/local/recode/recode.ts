// Makes, once per machine, a faster form of weights that are kept very small: a second file beside the first.
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type GgufHeader, readGgufHeader, type TensorEntry } from './gguf-header.ts';
import { recodeTensor } from './iq2-to-q4.ts';

const IQ2_XXS = 16;
const Q4_0 = 2;
/** Heads carry the whole vocabulary; the largest in use are some 12 MB. */
const HEAD_BYTES = 32 * 1024 * 1024;

/** The file to load: the faster form where there is one to be made, else the file itself. */
export async function fasterForm(modelPath: string): Promise<string> {
  const faster = `${modelPath}.q4_0`;
  // Older than its source means that the source has been replaced since.
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
    await writeRecoded(source, head, header, draft);
    await rename(draft, faster);
    return faster;
  } finally {
    await source.close();
  }
}

/** The head keeps its length: only types and places change in it. */
async function writeRecoded(source: FileHandle, head: Buffer, header: GgufHeader, draft: string): Promise<void> {
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
    patchEntry(patched, tensor, offset, isRecoded);
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

function patchEntry(head: Buffer, tensor: TensorEntry, offset: number, isRecoded: boolean): void {
  if (isRecoded) head.writeUInt32LE(Q4_0, tensor.typeAt);
  head.writeBigUInt64LE(BigInt(offset), tensor.offsetAt);
}

/** Of a process that was killed in the middle. */
async function dropLeftovers(faster: string): Promise<void> {
  const folder = dirname(faster);
  const drafts = (await readdir(folder)).filter((name) => name.startsWith(basename(faster)) && name.endsWith('.draft'));
  await Promise.all(drafts.map((name) => rm(join(folder, name), { force: true })));
}
