// The bytes of a tensor in a written GGUF file: noise, ones or zeros in place of trained weights.
export interface TinyTensor {
  name: string;
  /** The fastest dimension first, as GGUF stores it. */
  shape: readonly number[];
  /** `f32` if absent. All others repeat one block of noise, so that large files are written fast. */
  type?: 'f32' | 'f16' | 'bf16' | 'q4_0';
  /** Noise if absent. */
  fill?: 'noise' | 'ones' | 'zeros';
  /** A row of a `q4_0` tensor whose values are twenty times as large. */
  loudRow?: number;
}
type TensorType = NonNullable<TinyTensor['type']>;
type Fill = NonNullable<TinyTensor['fill']>;

const SPREAD = 0.2;
/** Of 32 values in `q4_0`: a scale of 16 bits and 32 half bytes. */
const QUANTIZED_BLOCK = 18;
/** A multiple of every element and block. */
const PART_BYTES = QUANTIZED_BLOCK * 65_536;

export function sizeOf({ shape, type = 'f32' }: TinyTensor): number {
  const elements = countElements(shape);
  if (type === 'q4_0') return (elements / 32) * QUANTIZED_BLOCK;
  return elements * (type === 'f32' ? 4 : 2);
}

export function* fillTensor(tensor: TinyTensor, random: () => number): Generator<Uint8Array> {
  const { shape, type = 'f32', fill = 'noise' } = tensor;
  if (type === 'f32') {
    const value = { noise: () => (random() - 0.5) * SPREAD, ones: () => 1, zeros: () => 0 }[fill];
    yield bytesOf(Float32Array.from({ length: countElements(shape) }, value));
    return;
  }
  const size = sizeOf(tensor);
  const part = partOf(type, fill);
  for (let written = 0; written < size; written += part.length)
    yield louden(tensor, written, part.subarray(0, size - written));
}

/** Mulberry32: the same file on every machine. */
export function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const parts = new Map<string, Uint8Array>();

function partOf(type: Exclude<TensorType, 'f32'>, fill: Fill): Uint8Array {
  const key = `${type} ${fill}`;
  const known = parts.get(key) ?? (fill === 'zeros' ? new Uint8Array(PART_BYTES) : MAKERS[type](fill));
  parts.set(key, known);
  return known;
}

const MAKERS = { f16: makeHalves, bf16: makeBfloats, q4_0: makeQuantized } as const;

function makeHalves(fill: Fill): Uint8Array {
  const random = drawFrom(1);
  return bytesOf(
    Float16Array.from({ length: PART_BYTES / 2 }, () => (fill === 'ones' ? 1 : (random() - 0.5) * SPREAD)),
  );
}

function makeBfloats(fill: Fill): Uint8Array {
  const byte = drawBytes();
  // 0x3c00 to 0x3cff: from 0.008 to 0.03, with either sign.
  const draw = () => (byte() & 0x80 ? 0xbc00 : 0x3c00) | byte();
  return bytesOf(Uint16Array.from({ length: PART_BYTES / 2 }, () => (fill === 'ones' ? 0x3f80 : draw())));
}

function makeQuantized(fill: Fill): Uint8Array {
  if (fill === 'ones') throw new Error('no ones are written as q4_0');
  const byte = drawBytes();
  const bytes = Buffer.alloc(PART_BYTES);
  for (let at = 0; at < PART_BYTES; at += QUANTIZED_BLOCK) {
    // The scale of a block as a half: 0.005.
    bytes.writeUInt16LE(0x1d1f, at);
    for (let pair = 2; pair < QUANTIZED_BLOCK; pair += 1) bytes[at + pair] = byte();
  }
  return bytes;
}

function louden({ shape, loudRow }: TinyTensor, from: number, part: Uint8Array): Uint8Array {
  const rowBytes = ((shape[0] ?? 0) / 32) * QUANTIZED_BLOCK;
  const start = (loudRow ?? Number.NaN) * rowBytes - from;
  if (!(start > -rowBytes && start < part.length)) return part;
  const copy = Buffer.from(part);
  // 0.1 as a half.
  for (let at = start; at < start + rowBytes; at += QUANTIZED_BLOCK)
    if (at >= 0 && at < copy.length) copy.writeUInt16LE(0x2e66, at);
  return copy;
}

/** Tests of songs know how long the song is that these bytes sing. */
function drawBytes(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
}

function bytesOf(values: Float32Array | Float16Array | Uint16Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}

function countElements(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}
