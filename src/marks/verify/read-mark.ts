// Reads the mark that a file has in its metadata, whoever wrote it: XMP, the tags of sound and video, or the sentence of a WAV stream.
import { SOURCE_TYPES } from '../xmp.ts';

/** What a mark says. Nothing of it is proven: anybody can write it. */
export interface ReadMark {
  sourceType: string;
  model: string | null;
  call: string | null;
  generator: string | null;
  time: string | null;
}

type Field = keyof ReadMark;

const XMP_FIELDS: Readonly<Record<Field, string>> = {
  sourceType: 'Iptc4xmpExt:DigitalSourceType',
  model: 'Iptc4xmpExt:AISystemUsed',
  call: 'dc:identifier',
  generator: 'xmp:CreatorTool',
  time: 'xmp:CreateDate',
};
const TAGS: Readonly<Record<Exclude<Field, 'time'>, string>> = {
  sourceType: 'DIGITALSOURCETYPE',
  model: 'AISYSTEMUSED',
  call: 'CALL',
  generator: 'GENERATOR',
};
const [XMP_START, XMP_END] = ['<x:xmpmeta', '</x:xmpmeta>'];
const SENTENCE = 'Made by a machine: ';
/** A packet of XMP is a few kilobytes; a longer one is not read further. */
const MAX_PACKET_BYTES = 256 * 1024;
/** Embedded previews have packets of their own. */
const MAX_PACKETS = 8;
/** Other names end as ours do, such as the length before a comment. */
const MAX_TAGS = 64;
const MAX_VALUE = 200;
/** The types that IPTC names are words of letters. */
const TERM = /^[A-Za-z]{1,64}$/;
/** The tag of WebM that holds a value: its id, and a size of one to four bytes. */
const WEBM_STRING = Buffer.from('4487', 'hex');

export function readMark(file: Buffer): ReadMark | undefined {
  return readXmp(file) ?? readTags(file) ?? readSentence(file);
}

function readXmp(file: Buffer): ReadMark | undefined {
  let at = 0;
  for (let packets = 0; packets < MAX_PACKETS; packets += 1) {
    const start = file.indexOf(XMP_START, at, 'latin1');
    if (start < 0) return undefined;
    const rest = file.subarray(start, start + MAX_PACKET_BYTES);
    const end = rest.indexOf(XMP_END, 0, 'latin1');
    const mark = markOf((field) => xmpValue(rest.toString('utf8', 0, end < 0 ? rest.length : end), XMP_FIELDS[field]));
    if (mark) return mark;
    at = start + XMP_START.length;
  }
  return undefined;
}

/** As an attribute, as an element, or as the address of a resource. */
function xmpValue(packet: string, name: string): string | undefined {
  const at = packet.indexOf(name);
  if (at < 0) return undefined;
  const after = packet.slice(at + name.length, at + name.length + 2 * MAX_VALUE);
  const found =
    /^\s*=\s*"([^"<]*)"/.exec(after) ??
    /^\s*=\s*'([^'<]*)'/.exec(after) ??
    /^[^<>]*\brdf:resource="([^"<]*)"/.exec(after) ??
    /^[^<>]*>([^<]*)</.exec(after);
  return found?.[1] === undefined ? undefined : unescapeXml(found[1]);
}

function unescapeXml(text: string): string {
  const signs: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(?:#(\d{1,3})|(lt|gt|quot|apos|amp));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? (signs[name] ?? '') : String.fromCharCode(Number(code)),
  );
}

/** Comments of FLAC and Opus (a length, then NAME=value), and tags of WebM. */
function readTags(file: Buffer): ReadMark | undefined {
  return markOf((field) =>
    field === 'time' ? undefined : (commentOf(file, TAGS[field]) ?? webmOf(file, TAGS[field])),
  );
}

function commentOf(file: Buffer, name: string): string | undefined {
  const sign = `${name}=`;
  for (const at of placesOf(file, sign)) {
    const length = at >= 4 ? file.readUInt32LE(at - 4) : 0;
    if (length >= sign.length && length <= MAX_VALUE + sign.length)
      return file.toString('utf8', at + sign.length, at + length);
  }
  return undefined;
}

function webmOf(file: Buffer, name: string): string | undefined {
  for (const at of placesOf(file, name)) {
    const after = file.subarray(at + name.length, at + name.length + 8);
    if (!after.subarray(0, 2).equals(WEBM_STRING)) continue;
    const width = Math.clz32(after[2] ?? 0) - 23;
    if (width > 4 || after.length < 2 + width) continue;
    const size = after.readUIntBE(2, width) - 2 ** (7 * width);
    const start = at + name.length + 2 + width;
    return file.toString('utf8', start, start + Math.min(size, MAX_VALUE));
  }
  return undefined;
}

function* placesOf(file: Buffer, text: string): Generator<number> {
  let at = -1;
  for (let found = 0; found < MAX_TAGS; found += 1) {
    at = file.indexOf(text, at + 1, 'latin1');
    if (at < 0) return;
    yield at;
  }
}

/** The only mark of a WAV file that was sent while it was made. */
function readSentence(file: Buffer): ReadMark | undefined {
  const at = file.indexOf(SENTENCE, 0, 'latin1');
  if (at < 0) return undefined;
  const text = file.toString('utf8', at + SENTENCE.length, at + SENTENCE.length + 4 * MAX_VALUE);
  const [model, generator, call, sourceType] = (text.split('\0', 1)[0] ?? '').split(', ');
  return markOf((field) => (field === 'time' ? undefined : { model, generator, call, sourceType }[field]));
}

/** Undefined without a type of IPTC's vocabulary: other metadata is no mark. */
function markOf(read: (field: Field) => string | undefined): ReadMark | undefined {
  const [, term = ''] = (read('sourceType') ?? '').split(SOURCE_TYPES);
  if (!TERM.test(term)) return undefined;
  const shown = (field: Field) => cleanText(read(field)) ?? null;
  return {
    sourceType: term,
    model: shown('model'),
    call: shown('call'),
    generator: shown('generator'),
    time: shown('time'),
  };
}

/** What a stranger wrote, short and without control characters. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .slice(0, MAX_VALUE)
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '')
    .trim();
  return text === '' ? undefined : text;
}
