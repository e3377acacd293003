// Turns bytes into a body: JSON or multipart, with the documented error for everything else.
import { ServiceError } from '../core/errors.ts';
import { LARGE_BODY_BYTES, parseLargeBody } from './large-body.ts';
import { parseJson } from './parse-json.ts';
import { parseMultipart, type ReadBody } from './parse-multipart.ts';
import type { Route } from './route.ts';

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

/** Synchronous for small JSON bodies; a promise for large ones and forms. */
export function readBody(
  route: Route,
  contentType: string | undefined,
  bytes: Buffer | undefined,
): ReadBody | Promise<ReadBody> {
  if (!bytes || bytes.length === 0) return { body: {}, uploads: [] };
  if (contentType === 'application/json') return readJson(bytes);
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (JSON_TYPE.test(mediaType)) return readJson(bytes);
  if (mediaType === 'multipart/form-data' && route.multipart) return readForm(contentType ?? '', bytes);
  const wanted = route.multipart ? 'application/json or multipart/form-data' : 'application/json';
  throw new ServiceError(
    'unsupported_media_type',
    `Send the body as ${wanted}${mediaType ? `, not ${mediaType.slice(0, 80)}` : ' and set Content-Type accordingly'}.`,
  );
}

/** Small bodies are parsed here, large ones in a thread. */
export function readJson(bytes: Buffer): ReadBody | Promise<ReadBody> {
  if (bytes.length < LARGE_BODY_BYTES) return { body: parseJson(bytes), uploads: [] };
  return parseLargeBody(bytes, null);
}

export function readForm(contentType: string, bytes: Buffer): Promise<ReadBody> {
  return bytes.length < LARGE_BODY_BYTES ? parseMultipart(contentType, bytes) : parseLargeBody(bytes, contentType);
}
