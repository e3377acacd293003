// The media type of a file by its first bytes, among those that can carry marks.
import { id3HeadBytes } from '../formats/id3.ts';

/** Where a sign stands, the sign, and the type that it means. */
const SIGNS: readonly (readonly [at: number, sign: string, type: string])[] = [
  [0, '\x89PNG', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [8, 'WEBP', 'image/webp'],
  [0, 'GIF8', 'image/gif'],
  [4, 'ftypavi', 'image/avif'],
  [4, 'ftyphei', 'image/heic'],
  [4, 'ftyp', 'video/mp4'],
  [8, 'WAVE', 'audio/wav'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'OggS', 'audio/ogg'],
  [0, '\x1a\x45\xdf\xa3', 'video/webm'],
  [0, 'ID3', 'audio/mpeg'],
  [0, '\xff\xf1', 'audio/aac'],
  [0, '\xff\xf9', 'audio/aac'],
  [0, '\xff', 'audio/mpeg'],
];

/** A tag in front of AAC looks like one of MP3. */
function isTaggedAac(file: Uint8Array): boolean {
  const head = Buffer.from(file.subarray(0, 10));
  const at = head.toString('latin1', 0, 3) === 'ID3' ? id3HeadBytes(head) : 0;
  return at > 0 && file[at] === 0xff && ((file[at + 1] ?? 0) & 0xf6) === 0xf0;
}

export function typeOfMedia(file: Uint8Array): string | undefined {
  if (isTaggedAac(file)) return 'audio/aac';
  const head = Buffer.from(file.subarray(0, 512)).toString('latin1');
  const found = SIGNS.find(([at, sign]) => head.startsWith(sign, at))?.[2];
  return found ?? (head.includes('<svg') ? 'image/svg+xml' : undefined);
}
