// Writes a GGUF file with noise in place of trained weights.
export type GgufValue = string | number | boolean | { float: number } | readonly string[];

export interface GgufTensor {
  name: string;
  /** The fastest axis first. */
  shape: readonly number[];
  type: 'f32' | 'bf16' | 'q4_0';
  fill: 'noise' | 'ones' | 'zeros';
  /** A row of a `q4_0` tensor whose values are twenty times as large. */
  loudRow?: number;
}

const TYPES = { f32: 0, q4_0: 2, bf16: 30 } as const;
const VALUES = { u32: 4, f32: 6, bool: 7, string: 8, array: 9 } as const;
const ALIGNMENT = 32;
/** A multiple of every element and block. */
const PART = 18 * 65_536;

export function* encodeGguf(facts: Record<string, GgufValue>, tensors: readonly GgufTensor[]): Generator<Uint8Array> {
  const head = [Buffer.from('GGUF'), u32(3), u64(tensors.length), u64(Object.keys(facts).length)];
  for (const [key, value] of Object.entries(facts)) head.push(text(key), encodeValue(value));
  let offset = 0;
  for (const tensor of tensors) {
    head.push(
      text(tensor.name),
      u32(tensor.shape.length),
      ...tensor.shape.map(u64),
      u32(TYPES[tensor.type]),
      u64(offset),
    );
    offset += align(sizeOf(tensor));
  }
  const start = Buffer.concat(head);
  yield start;
  yield padding(start.length);
  for (const tensor of tensors) {
    const size = sizeOf(tensor);
    const part = fillOf(tensor);
    for (let written = 0; written < size; written += part.length)
      yield louden(tensor, written, part.subarray(0, size - written));
    yield padding(size);
  }
}

function louden({ shape, loudRow }: GgufTensor, from: number, part: Uint8Array): Uint8Array {
  const rowBytes = ((shape[0] ?? 0) / 32) * 18;
  const start = (loudRow ?? Number.NaN) * rowBytes - from;
  if (!(start > -rowBytes && start < part.length)) return part;
  const copy = Buffer.from(part);
  // 0.1 as a half.
  for (let at = start; at < start + rowBytes; at += 18) if (at >= 0 && at < copy.length) copy.writeUInt16LE(0x2e66, at);
  return copy;
}

function sizeOf({ shape, type }: GgufTensor): number {
  const elements = shape.reduce((product, length) => product * length, 1);
  return type === 'f32' ? elements * 4 : type === 'bf16' ? elements * 2 : (elements / 32) * 18;
}

function encodeValue(value: GgufValue): Buffer {
  if (typeof value === 'string') return Buffer.concat([u32(VALUES.string), text(value)]);
  if (typeof value === 'number') return Buffer.concat([u32(VALUES.u32), u32(value)]);
  if (typeof value === 'boolean') return Buffer.concat([u32(VALUES.bool), Buffer.from([value ? 1 : 0])]);
  if ('float' in value) return Buffer.concat([u32(VALUES.f32), f32(value.float)]);
  return Buffer.concat([u32(VALUES.array), u32(VALUES.string), u64(value.length), ...value.map(text)]);
}

const parts = new Map<string, Uint8Array>();

function fillOf({ type, fill }: GgufTensor): Uint8Array {
  const key = `${type} ${fill}`;
  const known = parts.get(key) ?? makeFill(type, fill);
  parts.set(key, known);
  return known;
}

function makeFill(type: GgufTensor['type'], fill: GgufTensor['fill']): Uint8Array {
  const bytes = Buffer.alloc(PART);
  if (fill === 'zeros') return bytes;
  if (type === 'f32') throw new Error('only zeros are written as f32');
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  if (type === 'bf16') {
    for (let at = 0; at < PART; at += 2) {
      // 0x3c00 to 0x3cff: from 0.008 to 0.03, with either sign.
      const noise = (random() & 0x80 ? 0xbc00 : 0x3c00) | random();
      bytes.writeUInt16LE(fill === 'ones' ? 0x3f80 : noise, at);
    }
    return bytes;
  }
  for (let at = 0; at < PART; at += 18) {
    // The scale of a block as a half: 0.005.
    bytes.writeUInt16LE(0x1d1f, at);
    for (let nibbles = 2; nibbles < 18; nibbles += 1) bytes[at + nibbles] = random();
  }
  return bytes;
}

function align(size: number): number {
  return Math.ceil(size / ALIGNMENT) * ALIGNMENT;
}

function padding(size: number): Uint8Array {
  return new Uint8Array(align(size) - size);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([u64(bytes.length), bytes]);
}
