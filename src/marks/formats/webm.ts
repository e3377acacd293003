// Tags of WebM: an element at the end of its one segment, and its place in the list at the beginning, where readers look.
const HEAD = Buffer.from('1a45dfa3', 'hex');
const SEGMENT = Buffer.from('18538067', 'hex');
const SEEK_LIST = Buffer.from('114d9b74', 'hex');
const [TAGS, TAG, TARGETS, SIMPLE, NAME, STRING] = ['1254c367', '7373', '63c0', '67c8', '45a3', '4487'] as const;
const [SEEK, SEEK_ID, SEEK_POSITION, VOID] = ['4dbb', '53ab', '53ac', 'ec'] as const;
/** An empty element that fills the room behind the list. */
const VOID_BYTE = 0xec;
const WIDTH = 4;

type Tags = readonly (readonly [string, string])[];

export function markWebm(file: Buffer, tags: Tags): Buffer {
  const plan = planWebm(file, file.length, tags);
  if (!plan) return file;
  const marked = Buffer.concat([file, plan.tail]);
  plan.patchHead(marked);
  return marked;
}

/** What comes behind a file of this length, and what changes in its head. Undefined if it is no WebM, or has no room. */
export function planWebm(
  file: Buffer,
  length: number,
  tags: Tags,
): { tail: Buffer; patchHead(head: Buffer): void } | undefined {
  if (!file.subarray(0, 4).equals(HEAD)) return undefined;
  const head = readSize(file, 4);
  const at = head.end + head.value;
  if (!file.subarray(at, at + 4).equals(SEGMENT)) return undefined;
  const size = readSize(file, at + 4);
  const simple = tags.map(([name, value]) =>
    element(SIMPLE, element(NAME, Buffer.from(name)), element(STRING, Buffer.from(value))),
  );
  const tail = element(TAGS, element(TAG, element(TARGETS), ...simple));
  const total = size.value + tail.length;
  const isLast = size.end + size.value === length;
  // What follows the segment, or a length that its field cannot hold, leaves no place.
  if (!size.isUnknown && (!isLast || total >= 2 ** (7 * size.width) - 1)) return undefined;
  return {
    tail,
    patchHead(marked) {
      if (!size.isUnknown) writeSize(total, size.width).copy(marked, at + 4);
      listTags(marked, size.end, length - size.end);
    },
  };
}

/** Takes the room of the empty element behind the list; without one, only readers of the whole file find the tags. */
function listTags(file: Buffer, start: number, position: number): void {
  if (!file.subarray(start, start + 4).equals(SEEK_LIST)) return;
  const list = readSize(file, start + 4);
  const room = list.end + list.value;
  if (file[room] !== VOID_BYTE) return;
  const empty = readSize(file, room + 1);
  const place = Buffer.alloc(WIDTH);
  place.writeUInt32BE(position);
  const entry = element(SEEK, element(SEEK_ID, Buffer.from(TAGS, 'hex')), element(SEEK_POSITION, place));
  const rest = empty.end + empty.value - room - entry.length - 1 - WIDTH;
  if (rest < 0 || list.value + entry.length >= 2 ** (7 * list.width) - 1) return;
  writeSize(list.value + entry.length, list.width).copy(file, start + 4);
  entry.copy(file, room);
  element(VOID, Buffer.alloc(rest)).copy(file, room + entry.length);
}

/** A number of one to eight bytes, whose first set bit says how many. */
function readSize(file: Buffer, at: number) {
  const width = Math.clz32(file[at] ?? 0) - 23;
  if (width > 8) return { value: 0, width: 1, end: at + 1, isUnknown: false };
  let value = (file[at] ?? 0) & (0xff >> width);
  for (let index = 1; index < width; index += 1) value = value * 256 + (file[at + index] ?? 0);
  return { value, width, end: at + width, isUnknown: value === 2 ** (7 * width) - 1 };
}

function writeSize(value: number, width: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value) | (1n << BigInt(7 * width)));
  return bytes.subarray(8 - width);
}

function element(id: string, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from(id, 'hex'), writeSize(body.length, WIDTH), body]);
}
