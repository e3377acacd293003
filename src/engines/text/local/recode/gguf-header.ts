// Reads the header of a GGUF file: its tensors, and where the header stores their types and offsets.
export interface TensorEntry {
  name: string;
  elements: number;
  type: number;
  /** Relative to the start of the data. */
  offset: number;
  typeAt: number;
  offsetAt: number;
}

export interface GgufHeader {
  tensors: TensorEntry[];
  /** The offset of the data. */
  dataAt: number;
  alignment: number;
}

const MAGIC = 0x46554747;
const ARRAY = 9;
const STRING = 8;
const UINT32 = 4;
/** Bytes of each scalar type, by its number in the format. */
const SCALAR_BYTES = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8];

export function readGgufHeader(head: Buffer): GgufHeader {
  const cursor = new Cursor(head);
  if (cursor.uint32() !== MAGIC) throw new Error('not a GGUF file');
  if (cursor.uint32() < 2) throw new Error('a GGUF file of version 1 cannot be recoded');
  const tensorCount = cursor.uint64();
  const valueCount = cursor.uint64();
  let alignment = 32;
  for (let index = 0; index < valueCount; index += 1) {
    const key = cursor.string();
    const kind = cursor.uint32();
    if (key === 'general.alignment' && kind === UINT32) alignment = cursor.uint32();
    else cursor.skipValue(kind);
  }
  const tensors: TensorEntry[] = [];
  for (let index = 0; index < tensorCount; index += 1) tensors.push(readTensor(cursor));
  return { tensors, alignment, dataAt: Math.ceil(cursor.at / alignment) * alignment };
}

function readTensor(cursor: Cursor): TensorEntry {
  const name = cursor.string();
  let elements = 1;
  for (let dimensions = cursor.uint32(); dimensions > 0; dimensions -= 1) elements *= cursor.uint64();
  const typeAt = cursor.at;
  const type = cursor.uint32();
  const offsetAt = cursor.at;
  return { name, elements, type, offset: cursor.uint64(), typeAt, offsetAt };
}

class Cursor {
  readonly #bytes: Buffer;
  at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  uint32(): number {
    this.at += 4;
    return this.#bytes.readUInt32LE(this.at - 4);
  }

  uint64(): number {
    this.at += 8;
    return Number(this.#bytes.readBigUInt64LE(this.at - 8));
  }

  string(): string {
    const length = this.uint64();
    this.at += length;
    return this.#bytes.toString('utf8', this.at - length, this.at);
  }

  skipValue(kind: number): void {
    if (kind === STRING) this.string();
    else if (kind === ARRAY) {
      const inner = this.uint32();
      for (let left = this.uint64(); left > 0; left -= 1) this.skipValue(inner);
    } else this.at += SCALAR_BYTES[kind] ?? 0;
  }
}
