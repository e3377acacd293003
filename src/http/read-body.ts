// Turns bytes into a body: JSON or multipart, with the documented error for everything else.
import { ServiceError } from '../core/errors.ts';
import { LARGE_JSON_BYTES, parseLargeJson } from './large-json.ts';
import { parseJson, refuseBrokenTexts } from './parse-json.ts';
import type { Route, Upload } from './route.ts';

export interface ReadBody {
  body: unknown;
  uploads: Upload[];
}

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
  if (mediaType === 'multipart/form-data' && route.multipart) return parseMultipart(contentType ?? '', bytes);
  const wanted = route.multipart ? 'application/json or multipart/form-data' : 'application/json';
  throw new ServiceError(
    'unsupported_media_type',
    `Send the body as ${wanted}${mediaType ? `, not ${mediaType.slice(0, 80)}` : ' and set Content-Type accordingly'}.`,
  );
}

/** Small bodies are parsed here, large ones in a thread. */
function readJson(bytes: Buffer): ReadBody | Promise<ReadBody> {
  if (bytes.length < LARGE_JSON_BYTES) return { body: parseJson(bytes), uploads: [] };
  return parseLargeJson(bytes).then((body) => ({ body, uploads: [] }));
}

async function parseMultipart(contentType: string, bytes: Buffer): Promise<ReadBody> {
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new ServiceError(
      'invalid_parameter',
      'The multipart body cannot be parsed. Let your HTTP client set the Content-Type header with its boundary.',
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
  refuseBrokenTexts(body);
  return { body, uploads };
}

/** Form fields are text: values that look like numbers or booleans are converted. */
function formValue(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}
