// Recognises an upload by its content, not by what the client declares: a served file must match its content type.

import { isUtf8 } from 'node:buffer';
import { type FilePurpose, PDF_TYPE, TEXT_TYPE } from '../../artifacts/port.ts';
import { parseBounded } from '../../core/bounded-json.ts';
import { ServiceError } from '../../core/errors.ts';
import { MEGABYTE } from '../../core/megabyte.ts';

export interface FileKind {
  extension: string;
  contentType: string;
}

const MAX_MEDIA_BYTES = 20 * MEGABYTE;
export const MAX_UPLOAD_BYTES = 64 * MEGABYTE;

export function maxBytesOf(purpose: string): number {
  return purpose === 'batch' ? MAX_UPLOAD_BYTES : MAX_MEDIA_BYTES;
}

const JSON_LINES: FileKind = { extension: 'jsonl', contentType: 'application/jsonl' };
/** Whatever the text is, HTML included: a browser must not run it. */
const TEXT: FileKind = { extension: 'txt', contentType: TEXT_TYPE };
const NEW_LINE = 10;

/** The requests of a batch are JSON lines; every other upload is an image, a sound, a video or a document. */
export function kindOf(bytes: Uint8Array, purpose: FilePurpose): FileKind {
  if (purpose !== 'batch') return mediaKindOf(bytes, purpose);
  if (bytes.length > MAX_UPLOAD_BYTES) throw tooLarge(MAX_UPLOAD_BYTES);
  if (!isUtf8(bytes) || !startsWithObject(bytes)) {
    const message =
      'A file for a batch has one JSON object per line (JSONL in UTF-8). The first line of this file is not a JSON object.';
    throw new ServiceError('invalid_parameter', message, { param: 'file' });
  }
  return JSON_LINES;
}

/** The same limit as for a line that a batch reads. */
const MAX_LINE_BYTES = 8 * MEGABYTE;

/** A batch checks the other lines when it uses the file, and reports their numbers. */
function startsWithObject(bytes: Uint8Array): boolean {
  const end = bytes.indexOf(NEW_LINE);
  try {
    const line = bytes.subarray(0, end < 0 ? bytes.length : end);
    if (line.length > MAX_LINE_BYTES) return false;
    const first = parseBounded(Buffer.from(line));
    return typeof first === 'object' && first !== null && !Array.isArray(first);
  } catch {
    return false;
  }
}

function mediaKindOf(bytes: Uint8Array, purpose: FilePurpose): FileKind {
  if (bytes.length > MAX_MEDIA_BYTES) throw tooLarge(MAX_MEDIA_BYTES);
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  const found = SIGNATURES.find(([sign]) => sign.test(head));
  if (found) return { extension: found[1], contentType: found[2] };
  if (purpose !== 'vision' && isText(bytes)) return TEXT;
  throw new ServiceError(
    'unsupported_media_type',
    'This file type is not supported. Upload PNG, JPEG, WebP, GIF, WAV, MP3, FLAC, Ogg or MP4, a document (PDF, or text in UTF-8), or JSONL with the purpose "batch".',
    { param: 'file' },
  );
}

function isText(bytes: Uint8Array): boolean {
  return bytes.length > 0 && isUtf8(bytes) && !bytes.includes(0);
}

export function tooLarge(limitBytes: number, param = 'file'): ServiceError {
  const message = `The file is larger than ${limitBytes / MEGABYTE} MB.`;
  return new ServiceError('payload_too_large', message, { param });
}

const SIGNATURES: readonly (readonly [RegExp, string, string])[] = [
  [/^\x89PNG\r\n/, 'png', 'image/png'],
  [/^\xff\xd8\xff/, 'jpg', 'image/jpeg'],
  [/^RIFF[\s\S]{4}WEBP/, 'webp', 'image/webp'],
  [/^GIF8[79]a/, 'gif', 'image/gif'],
  [/^RIFF[\s\S]{4}WAVE/, 'wav', 'audio/wav'],
  [/^(ID3|\xff[\xfb\xf3\xf2])/, 'mp3', 'audio/mpeg'],
  [/^fLaC/, 'flac', 'audio/flac'],
  [/^OggS/, 'ogg', 'audio/ogg'],
  [/^[\s\S]{4}ftyp/, 'mp4', 'video/mp4'],
  [/^%PDF-/, 'pdf', PDF_TYPE],
];
