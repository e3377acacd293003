// Writes a GGUF file (version 3): metadata, then tensors of random numbers.
import { closeSync, openSync, writeSync } from 'node:fs';

export type MetadataValue = string | number | boolean | { float: number } | readonly string[] | IntegerList | FlagList;
interface IntegerList {
  integers: readonly number[];
}
interface FlagList {
  flags: readonly boolean[];
}

export interface TinyTensor {
  name: string;
  /** The fastest dimension first, as GGUF stores it. */
  shape: readonly number[];
  /** Norms are 1; everything else is drawn. */
  isOnes?: boolean;
  /** In 16 bits, from one block of random numbers again and again: for large files that are only timed. */
  isHalf?: boolean;
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
const F32_TENSOR = 0;
const F16_TENSOR = 1;
const HALF_BLOCK = 1 << 20;
const SPREAD = 0.2;

export function writeGguf(path: string, { metadata, tensors }: TinyFile): void {
  const head: Buffer[] = [Buffer.from('GGUF'), uint32(3), uint64(tensors.length), uint64(Object.keys(metadata).length)];
  for (const [key, value] of Object.entries(metadata)) head.push(string(key), encodeValue(value));
  let offset = 0;
  for (const tensor of tensors) {
    const { name, shape, isHalf } = tensor;
    const kind = uint32(isHalf ? F16_TENSOR : F32_TENSOR);
    head.push(string(name), uint32(shape.length), ...shape.map(uint64), kind, uint64(offset));
    offset = aligned(offset + countElements(shape) * (isHalf ? 2 : 4));
  }
  const random = drawFrom(7);
  const halves = tensors.some(({ isHalf }) => isHalf) ? drawHalves(random) : Buffer.alloc(0);
  const file = openSync(path, 'w');
  const write = (bytes: Buffer) => {
    for (const part of padded(bytes)) writeSync(file, part);
  };
  write(Buffer.concat(head));
  for (const tensor of tensors) {
    if (tensor.isHalf) writeHalves(file, countElements(tensor.shape) * 2, halves);
    else write(fillTensor(tensor, random));
  }
  closeSync(file);
}

function drawHalves(random: () => number): Buffer {
  const halves = Float16Array.from({ length: HALF_BLOCK }, () => (random() - 0.5) * SPREAD);
  return Buffer.from(halves.buffer);
}

/** Sizes of half tensors are multiples of the alignment. */
function writeHalves(file: number, bytes: number, block: Buffer): void {
  for (let left = bytes; left > 0; left -= block.length)
    writeSync(file, block.subarray(0, Math.min(left, block.length)));
}

function encodeValue(value: MetadataValue): Buffer {
  if (typeof value === 'string') return Buffer.concat([uint32(STRING), string(value)]);
  if (typeof value === 'number') return Buffer.concat([uint32(UINT32), uint32(value)]);
  if (typeof value === 'boolean') return Buffer.concat([uint32(BOOL), Buffer.from([Number(value)])]);
  if ('float' in value) return Buffer.concat([uint32(FLOAT32), float32([value.float])]);
  if ('integers' in value) return encodeArray(INT32, value.integers.map(uint32));
  if ('flags' in value) return encodeArray(BOOL, [Buffer.from(value.flags.map(Number))], value.flags.length);
  return encodeArray(STRING, value.map(string));
}

function encodeArray(kind: number, items: readonly Buffer[], length = items.length): Buffer {
  return Buffer.concat([uint32(ARRAY), uint32(kind), uint64(length), ...items]);
}

function fillTensor({ shape, isOnes }: TinyTensor, random: () => number): Buffer {
  return float32(Array.from({ length: countElements(shape) }, () => (isOnes ? 1 : (random() - 0.5) * SPREAD)));
}

/** Mulberry32: the same file on every machine. */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

function countElements(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

function aligned(offset: number): number {
  return Math.ceil(offset / ALIGNMENT) * ALIGNMENT;
}

function padded(bytes: Buffer): Buffer[] {
  return [bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)];
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

function float32(values: readonly number[]): Buffer {
  const floats = Float32Array.from(values);
  return Buffer.from(floats.buffer, floats.byteOffset, floats.byteLength);
}
