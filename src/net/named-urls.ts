// The last check before an upstream call: no customer's body may contain a URL for the upstream to fetch, in any
// dialect or field.
import { ServiceError } from '../core/errors.ts';

/** Matches image_url, file_uri, fileUri, server_url and any future field like them. */
const NAMES_URL = /ur[il]$/i;
/** Any scheme but data, also none (//host), after the white space and control characters that URL parsers skip. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a parser of URLs skips them.
const ELSEWHERE = /^[\u0000-\u0020]*(?!data:)(?:[a-z][a-z0-9+.-]{0,40}:|[\\/]{2})/i;
/** Tool schemas, tool arguments, and sources of earlier answers: upstreams treat them as text. */
const READ_AS_TEXT = new Set([
  'parameters',
  'input_schema',
  'schema',
  'arguments',
  'args',
  'response',
  'metadata',
  'annotations',
  'citations',
]);

/** Blocks that record a tool call or the results of a search. */
const READ_AS_TEXT_TYPE = /^(?:\w*tool_use|web_search_result|web_fetch_result|\w*citation\w*|\w+_location)$/;

/** Throws `unsafe_url` with the name of the field. */
export function refuseNamedUrls(body: Readonly<Record<string, unknown>>): void {
  const path = findNamedUrl(body);
  if (!path) return;
  const param = path
    .reverse()
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`))
    .join('')
    .slice(1, 200);
  throw new ServiceError(
    'unsafe_url',
    `The field "${param}" names a URL for the model's server to fetch. Send the content itself instead.`,
    { param },
  );
}

/** The field names on the path to it, innermost first. */
function findNamedUrl(value: unknown): (string | number)[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) {
      const found = findNamedUrl(value[at]);
      if (found) return [...found, at];
    }
    return undefined;
  }
  if ('type' in value && typeof value.type === 'string' && READ_AS_TEXT_TYPE.test(value.type)) return undefined;
  for (const name of Object.keys(value)) {
    const member = (value as Record<string, unknown>)[name];
    if (typeof member === 'string') {
      if (NAMES_URL.test(name) && ELSEWHERE.test(member)) return [name];
    } else if (!READ_AS_TEXT.has(name)) {
      const found = findNamedUrl(member);
      if (found) return [...found, name];
    }
  }
  return undefined;
}
