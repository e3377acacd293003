// Parses bytes to a JSON value with a bounded shape and with strings that the database can store.
import { ServiceError } from '../core/errors.ts';
import { refuseLargeShape } from '../core/json-shape.ts';

/** NUL characters and halves of surrogate pairs, which JSON can contain only as escapes. */
const SUSPICIOUS = /\\u(?:0000|[dD])/;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

export function parseJson(bytes: Buffer): unknown {
  refuseLargeShape(bytes);
  const text = decodeUtf8(bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError('invalid_json', 'The body is not valid JSON. Check quotes, commas and brackets.');
  }
  if (SUSPICIOUS.test(text)) refuseBrokenTexts(value);
  return value;
}

function decodeUtf8(bytes: Buffer): string {
  try {
    return strictUtf8.decode(bytes);
  } catch {
    throw new ServiceError('invalid_json', 'The body is not valid UTF-8.');
  }
}

/** PostgreSQL stores neither NUL characters nor unpaired surrogates, and no engine can use them. */
export function refuseBrokenTexts(value: unknown, param: string | null = null): void {
  if (typeof value === 'string') refuseBrokenText(value, param);
  else if (Array.isArray(value)) for (const item of value) refuseBrokenTexts(item, param);
  else if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) {
      refuseBrokenText(key, null);
      refuseBrokenTexts(item, param ?? key);
    }
}

function refuseBrokenText(text: string, param: string | null): void {
  const named = param === null ? {} : { param: param.slice(0, 100) };
  if (text.includes('\0'))
    throw new ServiceError('invalid_parameter', 'Strings may not contain NUL characters.', named);
  if (!text.isWellFormed())
    throw new ServiceError('invalid_parameter', 'Strings may not contain an unpaired surrogate.', named);
}
