// Gives a WebAssembly module a largest memory: a hostile file then ends its reader, and not the machine.

const HEADER_BYTES = 8;
const MEMORY_SECTION = 5;
const PAGE_BYTES = 64 * 1024;

/** The module with one memory of its own, which cannot grow beyond so many bytes. */
export function boundMemory(module: Uint8Array, mostBytes: number): Uint8Array<ArrayBuffer> {
  for (let at = HEADER_BYTES; at < module.length; ) {
    const size = readNumber(module, at + 1);
    const end = size.end + size.value;
    if (module[at] === MEMORY_SECTION) {
      const least = readLeast(module.subarray(size.end, end));
      const content = [1, 1, ...writeNumber(least), ...writeNumber(Math.floor(mostBytes / PAGE_BYTES))];
      const section = [MEMORY_SECTION, ...writeNumber(content.length), ...content];
      return new Uint8Array(Buffer.concat([module.subarray(0, at), Buffer.from(section), module.subarray(end)]));
    }
    at = end;
  }
  throw new Error('the module has no memory of its own');
}

/** Pages at the start: a count of memories, which is one, a kind, and the number. */
function readLeast(section: Uint8Array): number {
  if (section[0] !== 1 || (section[1] ?? 2) > 1) throw new Error('the memory of the module is of an unknown kind');
  return readNumber(section, 2).value;
}

/** LEB128: seven bits in each byte, the lowest first. */
function readNumber(bytes: Uint8Array, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes[at + index] ?? 0;
    value += (byte & 127) * 128 ** index;
    if (byte < 128) return { value, end: at + index + 1 };
  }
  throw new Error('a number of the module is too long');
}

function writeNumber(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...writeNumber(Math.floor(value / 128))];
}
