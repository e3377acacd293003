// Splits a byte stream into lines, holding at most one line in memory.
export interface FileLine {
  /** Starts at 1. Blank lines are counted but not yielded. */
  number: number;
  /** null: the line is longer than allowed, and its bytes were dropped. */
  bytes: Buffer | null;
}

const NEW_LINE = 10;

export async function* readLines(stream: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<FileLine> {
  let number = 1;
  let size = 0;
  let pieces: Buffer[] = [];
  const take = (piece: Buffer): void => {
    size += piece.length;
    if (size <= mostBytes) pieces.push(piece);
    else pieces = [];
  };
  const finish = (): FileLine => {
    const line = { number, bytes: size <= mostBytes ? Buffer.concat(pieces, size) : null };
    number += 1;
    size = 0;
    pieces = [];
    return line;
  };
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let start = 0;
    for (let end = bytes.indexOf(NEW_LINE); end >= 0; end = bytes.indexOf(NEW_LINE, start)) {
      take(bytes.subarray(start, end));
      start = end + 1;
      const line = finish();
      if (!isBlank(line)) yield line;
    }
    take(bytes.subarray(start));
  }
  const last = finish();
  if (!isBlank(last)) yield last;
}

function isBlank({ bytes }: FileLine): boolean {
  return bytes?.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d) ?? false;
}
