// From bytes to a body: JSON or multipart, with the documented error for everything else.
import { ServiceError } from '../core/errors.ts';
import type { Route, Upload } from './route.ts';

export interface ReadBody {
  body: unknown;
  uploads: Upload[];
}

const MAX_DEPTH = 64;
const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json$/;

/** JSON at once; a form takes a while. */
export function readBody(
  route: Route,
  contentType: string | undefined,
  bytes: Buffer | undefined,
): ReadBody | Promise<ReadBody> {
  if (!bytes || bytes.length === 0) return { body: {}, uploads: [] };
  if (contentType === 'application/json') return { body: parseJson(bytes), uploads: [] };
  const mediaType = (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (JSON_TYPE.test(mediaType)) return { body: parseJson(bytes), uploads: [] };
  if (mediaType === 'multipart/form-data' && route.multipart) return parseMultipart(contentType ?? '', bytes);
  const wanted = route.multipart ? 'application/json or multipart/form-data' : 'application/json';
  throw new ServiceError(
    'unsupported_media_type',
    `Send the body as ${wanted}${mediaType ? `, not ${mediaType.slice(0, 80)}` : ' and say so in Content-Type'}.`,
  );
}

function parseJson(bytes: Buffer): unknown {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(bytes));
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('invalid_json', 'The body is not valid JSON. Check quotes, commas and brackets.');
  }
  checkDepth(value, 0);
  return value;
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

function decodeUtf8(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new ServiceError('invalid_json', 'The body is not valid UTF-8.');
  }
}

/** Also refuses NUL characters: the database cannot hold them and no engine can use them. */
function checkDepth(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new ServiceError('invalid_parameter', 'Texts may not hold NUL characters.');
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (depth >= MAX_DEPTH) throw new ServiceError('invalid_json', `The body is nested deeper than ${MAX_DEPTH} levels.`);
  if (Array.isArray(value)) {
    for (const item of value) checkDepth(item, depth + 1);
    return;
  }
  for (const key in value) {
    if (key.includes('\0')) throw new ServiceError('invalid_parameter', 'Field names may not hold NUL characters.');
    checkDepth((value as Record<string, unknown>)[key], depth + 1);
  }
}

async function parseMultipart(contentType: string, bytes: Buffer): Promise<ReadBody> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new ServiceError(
      'invalid_parameter',
      'The multipart body cannot be read. Let your HTTP client write the boundary itself.',
    );
  }
  const body: Record<string, unknown> = {};
  const uploads: Upload[] = [];
  for (const [field, value] of form) {
    // OpenAI clients send lists as `image[]`.
    const name = field.replace(/\[\]$/, '');
    if (typeof value === 'string') body[name] = formValue(value);
    else
      uploads.push({
        field: name,
        fileName: value.name,
        contentType: value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      });
  }
  checkDepth(body, 0);
  return { body, uploads };
}

/** Forms know only text: what reads as a number or a truth value is meant as one. */
function formValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}
