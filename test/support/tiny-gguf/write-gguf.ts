// Writes a GGUF file (version 3): metadata, then tensors of random numbers.
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { drawFrom, fillTensor, sizeOf, type TinyTensor } from './fill-tensor.ts';

export type MetadataValue = string | number | boolean | { float: number } | readonly string[] | IntegerList | FlagList;
interface IntegerList {
  integers: readonly number[];
}
interface FlagList {
  flags: readonly boolean[];
}

export interface TinyFile {
  metadata: Readonly<Record<string, MetadataValue>>;
  tensors: readonly TinyTensor[];
}

const ALIGNMENT = 32;
const UINT32 = 4;
const INT32 = 5;
const FLOAT32 = 6;
const BOOL = 7;
const STRING = 8;
const ARRAY = 9;
const TENSOR_TYPES = { f32: 0, f16: 1, q4_0: 2, bf16: 30 } as const;

/** Returns the size and checksum of the file; the same tensors always give the same bytes. */
export function writeGguf(path: string, content: TinyFile): { bytes: number; sha256: string } {
  const file = openSync(path, 'w');
  const hash = createHash('sha256');
  let bytes = 0;
  for (const part of encode(content)) {
    writeSync(file, part);
    hash.update(part);
    bytes += part.length;
  }
  closeSync(file);
  return { bytes, sha256: hash.digest('hex') };
}

function* encode({ metadata, tensors }: TinyFile): Generator<Uint8Array> {
  const head: Buffer[] = [Buffer.from('GGUF'), uint32(3), uint64(tensors.length), uint64(Object.keys(metadata).length)];
  for (const [key, value] of Object.entries(metadata)) head.push(string(key), encodeValue(value));
  let offset = 0;
  for (const tensor of tensors) {
    const { name, shape, type = 'f32' } = tensor;
    head.push(string(name), uint32(shape.length), ...shape.map(uint64), uint32(TENSOR_TYPES[type]), uint64(offset));
    offset += aligned(sizeOf(tensor));
  }
  const start = Buffer.concat(head);
  yield start;
  yield padding(start.length);
  const random = drawFrom(7);
  for (const tensor of tensors) {
    yield* fillTensor(tensor, random);
    yield padding(sizeOf(tensor));
  }
}

function encodeValue(value: MetadataValue): Buffer {
  if (typeof value === 'string') return Buffer.concat([uint32(STRING), string(value)]);
  if (typeof value === 'number') return Buffer.concat([uint32(UINT32), uint32(value)]);
  if (typeof value === 'boolean') return Buffer.concat([uint32(BOOL), Buffer.from([Number(value)])]);
  if ('float' in value) return Buffer.concat([uint32(FLOAT32), float32(value.float)]);
  if ('integers' in value) return encodeArray(INT32, value.integers.map(uint32));
  if ('flags' in value) return encodeArray(BOOL, [Buffer.from(value.flags.map(Number))], value.flags.length);
  return encodeArray(STRING, value.map(string));
}

function encodeArray(kind: number, items: readonly Buffer[], length = items.length): Buffer {
  return Buffer.concat([uint32(ARRAY), uint32(kind), uint64(length), ...items]);
}

function aligned(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}

function padding(size: number): Uint8Array {
  return new Uint8Array(aligned(size) - size);
}

function string(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}
