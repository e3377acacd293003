// Reads and writes the parts of the protocol buffer wire format that an ONNX file needs. Unchanged fields are not copied.
export interface Field {
  number: number;
  wire: number;
  /** The number itself for wire type 0, else 0. */
  value: number;
  /** The payload, without key and length. */
  body: Uint8Array;
  /** Key, length and payload: fit to be written again unchanged. */
  whole: Uint8Array;
}

export function* readFields(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const varint = (): number => {
    let result = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at];
      if (byte === undefined) throw new Error('The model file ends in the middle of a number.');
      at += 1;
      result += (byte & 127) * factor;
      if (byte < 128) return result;
      factor *= 128;
    }
  };
  while (at < bytes.length) {
    const start = at;
    const key = varint();
    const wire = key & 7;
    let value = 0;
    let bodyStart = at;
    if (wire === 0) value = varint();
    else if (wire === 2) {
      const length = varint();
      bodyStart = at;
      at += length;
    } else if (wire === 5) at += 4;
    else if (wire === 1) at += 8;
    else throw new Error(`The model file has an unknown wire type ${wire}.`);
    if (at > bytes.length) throw new Error('The model file ends in the middle of a field.');
    yield {
      number: Math.floor(key / 8),
      wire,
      value,
      body: bytes.subarray(bodyStart, at),
      whole: bytes.subarray(start, at),
    };
  }
}

export function numberField(number: number, value: number): Uint8Array {
  return Uint8Array.from([...varintBytes(number * 8), ...varintBytes(value)]);
}

export function bytesField(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [Uint8Array.from([...varintBytes(number * 8 + 2), ...varintBytes(length)]), ...parts];
}

export function textField(number: number, text: string): Uint8Array[] {
  return bytesField(number, [new TextEncoder().encode(text)]);
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function varintBytes(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return bytes;
}
