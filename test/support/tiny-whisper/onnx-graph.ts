// Builds a network of the ONNX format, as bytes: just enough of its protocol buffers for small graphs of random weights.
const FLOAT = 1;
const INT64 = 7;
const ELEMENTS = { float: FLOAT, int64: INT64, bool: 9 } as const;

type Attribute = number | readonly number[];

export class OnnxGraph {
  readonly #parts: Buffer[] = [];
  readonly #random: () => number;
  #count = 0;

  constructor(random: () => number) {
    this.#random = random;
  }

  input(name: string, type: keyof typeof ELEMENTS, dims: readonly (number | string)[]): string {
    this.#parts.push(field(11, describeValue(name, ELEMENTS[type], dims)));
    return name;
  }

  output(name: string, dims: readonly (number | string)[]): void {
    this.#parts.push(field(12, describeValue(name, FLOAT, dims)));
  }

  /** Weights around zero. */
  weights(dims: readonly number[], scale = 0.3): string {
    const length = dims.reduce((product, dim) => product * dim, 1);
    return this.#constant(
      FLOAT,
      dims,
      Float32Array.from({ length }, () => (this.#random() - 0.5) * 2 * scale),
    );
  }

  integers(values: readonly number[]): string {
    return this.#constant(INT64, [values.length], BigInt64Array.from(values, BigInt));
  }

  node(type: string, inputs: readonly string[], attributes: Record<string, Attribute> = {}, output?: string): string {
    const name = output ?? this.#newName();
    const described = Object.entries(attributes).map(([key, value]) => field(5, describeAttribute(key, value)));
    const node = [...inputs.map((input) => text(1, input)), text(2, name), text(4, type), ...described];
    this.#parts.push(field(1, Buffer.concat(node)));
    return name;
  }

  /** A whole model of operator set 17. */
  bytes(): Buffer {
    const graph = Buffer.concat([...this.#parts, text(2, 'tiny')]);
    return Buffer.concat([integer(1, 8), field(7, graph), field(8, integer(2, 17))]);
  }

  #constant(type: number, dims: readonly number[], data: Float32Array | BigInt64Array): string {
    const name = this.#newName();
    const raw = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    const tensor = [...dims.map((dim) => integer(1, dim)), integer(2, type), text(8, name), field(9, raw)];
    this.#parts.push(field(5, Buffer.concat(tensor)));
    return name;
  }

  #newName(): string {
    this.#count += 1;
    return `t${this.#count}`;
  }
}

function describeValue(name: string, type: number, dims: readonly (number | string)[]): Buffer {
  const shape = dims.map((dim) => field(1, typeof dim === 'number' ? integer(1, dim) : text(2, dim)));
  const tensor = Buffer.concat([integer(1, type), field(2, Buffer.concat(shape))]);
  return Buffer.concat([text(1, name), field(2, field(1, tensor))]);
}

function describeAttribute(name: string, value: Attribute): Buffer {
  const [INT, INTS] = [2, 7];
  if (typeof value === 'number') return Buffer.concat([text(1, name), integer(3, value), integer(20, INT)]);
  return Buffer.concat([text(1, name), ...value.map((one) => integer(8, one)), integer(20, INTS)]);
}

function text(number: number, value: string): Buffer {
  return field(number, Buffer.from(value));
}

function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([varint(BigInt((number << 3) | 2)), varint(BigInt(content.length)), content]);
}

function integer(number: number, value: number): Buffer {
  return Buffer.concat([varint(BigInt(number << 3)), varint(BigInt.asUintN(64, BigInt(value)))]);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 127n);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 128 : low);
  } while (rest > 0n);
  return Buffer.from(bytes);
}
