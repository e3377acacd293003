// Files that play, and take whoever reads all of their parts a long time: thousands of empty boxes, chunks, frames and segments.
import { crc32, deflateSync } from 'node:zlib';

const text = (value: string) => Buffer.from(value, 'latin1');
const numbers = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
};
const repeat = (count: number, part: Uint8Array) => Buffer.alloc(count * part.length, part);

/** A box of MP4, QuickTime and JUMBF. */
export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([numbers(8 + body.length), text(type), body]);
}

const fullBox = (type: string, ...content: readonly Uint8Array[]) => box(type, Buffer.alloc(4), ...content);
const EMPTY_BOX = box('free');

/** Two seconds of a tone as QuickTime, and so many empty boxes behind it. */
export function soundWithBoxes(emptyBoxes: number): Buffer {
  const [rate, count] = [8_000, 16_000];
  const samples = Int16Array.from({ length: count }, (_, at) => 9_000 * Math.sin(at * 0.3));
  const matrix = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
  const ftyp = box('ftyp', text('qt  '), numbers(0x200), text('qt  '));
  const sowt = box('sowt', numbers(0, 1, 0, 0, 0x0001_0010, 0, rate * 0x10000));
  const tables = box(
    'stbl',
    fullBox('stsd', numbers(1), sowt),
    fullBox('stts', numbers(1, count, 1)),
    fullBox('stsc', numbers(1, 1, count, 1)),
    fullBox('stsz', numbers(2, count)),
    fullBox('stco', numbers(1, ftyp.length + 8)),
  );
  const references = box('dinf', fullBox('dref', numbers(1), box('url ', numbers(1))));
  const track = box(
    'trak',
    box('tkhd', numbers(7, 0, 0, 1, 0, count, 0, 0, 0, 0x0100_0000), matrix, numbers(0, 0)),
    box(
      'mdia',
      fullBox('mdhd', numbers(0, 0, rate, count, 0)),
      fullBox('hdlr', text('mhlrsoun'), Buffer.alloc(13)),
      box('minf', fullBox('smhd', Buffer.alloc(4)), references, tables),
    ),
  );
  const head = fullBox(
    'mvhd',
    numbers(0, 0, rate, count, 0x10000, 0x0100_0000, 0, 0),
    matrix,
    Buffer.alloc(24),
    numbers(2),
  );
  const data = box('mdat', Buffer.from(samples.buffer));
  return Buffer.concat([ftyp, data, box('moov', head, track), repeat(emptyBoxes, EMPTY_BOX)]);
}

export function withBoxes(film: Uint8Array, emptyBoxes: number): Buffer {
  return Buffer.concat([film, repeat(emptyBoxes, EMPTY_BOX)]);
}

function chunk(type: string, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([text(type), content]);
  return Buffer.concat([numbers(content.length), body, numbers(crc32(body))]);
}

/** A grey square as PNG, with what is given between its header and its pixels. */
export function pngWith(...chunks: readonly Uint8Array[]): Buffer {
  const side = 64;
  const rows = repeat(side, Buffer.concat([Buffer.alloc(1), Buffer.alloc(3 * side, 0x60)]));
  return Buffer.concat([
    text('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', Buffer.concat([numbers(side, side), Buffer.from([8, 2, 0, 0, 0])])),
    ...chunks,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND'),
  ]);
}

const UUID_END = Buffer.from('00110010800000aa00389b71', 'hex');
const describe = (type: string, label: string) =>
  box('jumd', text(type), UUID_END, Buffer.from([3]), text(`${label}\0`));

/** A chunk of content credentials whose boxes stand so deep within each other. */
export function nestedCredentials(depth: number): Buffer {
  let inner: Buffer = Buffer.alloc(0);
  for (let level = 0; level < depth; level += 1) inner = box('jumb', describe('c2ma', 'a'), inner);
  return chunk('caBX', box('jumb', describe('c2pa', 'c2pa'), inner));
}

function riff(kind: string, first: Uint8Array, parts: Uint8Array): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(4 + first.length + parts.length);
  return Buffer.concat([text('RIFF'), size, text(kind), first, parts]);
}

const riffChunk = (type: string, content: Uint8Array) => {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([text(type), size, content]);
};

const segment = (marker: number, content: Uint8Array) => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
};

const syncsafe = (value: number) =>
  Buffer.from([(value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127]);
const id3With = (frames: Uint8Array, sound: Uint8Array) =>
  Buffer.concat([text('ID3\x03\0\0'), syncsafe(frames.length), frames, sound]);
const frame = Buffer.concat([text('TXXX'), numbers(4), Buffer.alloc(2), text('\0a\0b')]);
const MP3 = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0]), Buffer.alloc(413)]);
const AAC = Buffer.concat([Buffer.from([0xff, 0xf1, 0x50, 0x80, 0x02, 0x1f, 0xfc]), Buffer.alloc(9)]);
const WAV_FORMAT = riffChunk('fmt ', Buffer.from('01000100401f0000803e000002001000', 'hex'));
const WEBP_PIXELS = riffChunk('VP8L', Buffer.from('2f0000001007101111888808', 'hex'));
const XMP_KEYWORD = text('XML:com.adobe.xmp\0\0\0\0\0');
const JPEG_XMP = text('http://ns.adobe.com/xap/1.0/\0');
const FLAC_STREAM = Buffer.concat([text('fLaC\0\0\0\x22'), Buffer.alloc(34)]);
const EBML = Buffer.from('1a45dfa38018538067', 'hex');
const page = (content: Uint8Array, lengths: readonly number[]) =>
  Buffer.concat([text('OggS'), Buffer.alloc(22), Buffer.from([lengths.length, ...lengths]), content]);

/** A file of each format that is marked here, of about so many bytes, in the smallest parts that the format has; and more ways to write one. */
export function tinyParts(bytes: number): Record<string, { contentType: string; file: Buffer }> {
  const fill = (part: Uint8Array) => repeat(Math.floor(bytes / part.length), part);
  const jpeg = (parts: Uint8Array) =>
    Buffer.concat([Buffer.from([0xff, 0xd8]), parts, segment(0xda, Buffer.alloc(6)), Buffer.from([0xff, 0xd9])]);
  const opusHead = page(text('OpusHead\x01\x01\0\0\0\0\0\0\0\0\0'), [19]);
  const opusTags = page(Buffer.concat([text('OpusTags'), Buffer.alloc(8)]), [16]);
  const made = (contentType: string, file: Buffer) => ({ contentType, file });
  return {
    'PNG of empty chunks': made('image/png', pngWith(fill(chunk('teXt')))),
    'PNG of empty XMP': made('image/png', pngWith(fill(chunk('iTXt', XMP_KEYWORD)))),
    'PNG of text that is no XMP': made('image/png', pngWith(fill(chunk('iTXt')))),
    'JPEG of empty APP1': made('image/jpeg', jpeg(fill(segment(0xe1, Buffer.alloc(0))))),
    'JPEG of empty XMP': made('image/jpeg', jpeg(fill(segment(0xe1, JPEG_XMP)))),
    'JPEG of comments': made('image/jpeg', jpeg(fill(segment(0xfe, Buffer.alloc(0))))),
    'WebP of empty chunks': made('image/webp', riff('WEBP', WEBP_PIXELS, fill(riffChunk('JUNK', Buffer.alloc(0))))),
    'SVG that never ends its root': made('image/svg+xml', fill(text('<svg '))),
    'SVG whose quotes never end': made('image/svg+xml', fill(text('<svg "'))),
    'SVG of attributes': made('image/svg+xml', Buffer.concat([text('<svg '), fill(text("a='' ")), text('></svg>')])),
    'MP3 of frames of a tag': made('audio/mpeg', id3With(fill(frame), MP3)),
    'AAC of frames of a tag': made('audio/aac', id3With(fill(frame), AAC)),
    'WAV of empty chunks': made('audio/wav', riff('WAVE', WAV_FORMAT, fill(riffChunk('JUNK', Buffer.alloc(0))))),
    'WAV of formats': made('audio/wav', riff('WAVE', WAV_FORMAT, fill(riffChunk('fmt ', Buffer.alloc(0))))),
    'FLAC of empty blocks': made(
      'audio/flac',
      Buffer.concat([FLAC_STREAM, fill(Buffer.from([1, 0, 0, 0])), Buffer.from([0x81, 0, 0, 0])]),
    ),
    'FLAC of comments': made(
      'audio/flac',
      Buffer.concat([
        FLAC_STREAM,
        fill(Buffer.from([4, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0])),
        Buffer.from([0x81, 0, 0, 0]),
      ]),
    ),
    'Opus of empty pages': made('audio/ogg', Buffer.concat([opusHead, opusTags, fill(page(Buffer.alloc(0), []))])),
    'MP4 of empty boxes': made('video/mp4', Buffer.concat([box('ftyp', text('isom'), numbers(512)), fill(EMPTY_BOX)])),
    'MP4 of XMP': made(
      'video/mp4',
      Buffer.concat([
        box('ftyp', text('isom'), numbers(512)),
        fill(box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'))),
      ]),
    ),
    'WebM of empty elements': made(
      'video/webm',
      Buffer.concat([EBML, Buffer.from('01ffffffffffffff', 'hex'), fill(Buffer.from([0xec, 0x80]))]),
    ),
  };
}
