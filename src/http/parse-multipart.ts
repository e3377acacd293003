// Parses the bytes of a multipart form into fields and files, with a limit on the number of parts.
import { MIMEType } from 'node:util';
import { ServiceError } from '../core/errors.ts';
import { refuseBrokenTexts } from './parse-json.ts';
import type { Upload } from './route.ts';

export interface ReadBody {
  body: unknown;
  uploads: Upload[];
  /** Its values are text, which `typeForm` converts to the types of the schema. */
  isForm?: true;
}

/** No route has as many fields and files; each part costs the parser as much as a whole small body. */
const MAX_PARTS = 100;
const MAX_PART_HEADER_BYTES = 8 * 1024;
/** How OpenAI clients send a member of an object: `expires_after[seconds]`. */
const MEMBER = /^([^[\]]+)\[([^[\]]+)\]$/;
const MAX_BOUNDARY = 70;

export async function parseMultipart(contentType: string, bytes: Buffer): Promise<ReadBody> {
  refuseManyParts(contentType, bytes);
  let form: FormData;
  try {
    form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw unreadable();
  }
  const fields = new Map<string, unknown>();
  const groups = new Map<string, Map<string, unknown>>();
  const uploads: Upload[] = [];
  for (const [field, value] of form) {
    // OpenAI clients send lists as `image[]`.
    const name = field.replace(/\[\]$/, '');
    const [, group, member] = MEMBER.exec(name) ?? [];
    if (typeof value === 'string' && group && member) {
      const members = groups.get(group) ?? new Map();
      groups.set(group, members.set(member, value));
    } else if (typeof value === 'string') fields.set(name, joined(fields.get(name), value, name !== field));
    else
      uploads.push({
        field: name,
        fileName: value.name,
        contentType: value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      });
  }
  for (const [group, members] of groups) fields.set(group, Object.fromEntries(members));
  // A field named __proto__ becomes a field like any other.
  const body = Object.fromEntries(fields);
  refuseBrokenTexts(body);
  return { body, uploads, isForm: true };
}

/** One native search through the bytes, before the parser makes an object of each part. */
function refuseManyParts(contentType: string, bytes: Buffer): void {
  const boundary = boundaryIn(contentType);
  if (!boundary || boundary.length > MAX_BOUNDARY) throw unreadable();
  const mark = `--${boundary}`;
  let parts = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) {
    parts += 1;
    // The last boundary ends the form.
    if (parts > MAX_PARTS + 1)
      throw new ServiceError('payload_too_large', `The form has more than ${MAX_PARTS} parts. Send fewer.`);
    const headersEnd = bytes.indexOf('\r\n\r\n', at);
    const isLast = bytes.toString('latin1', at + mark.length, at + mark.length + 2) === '--';
    if (!isLast && (headersEnd < 0 || headersEnd - at > MAX_PART_HEADER_BYTES)) throw unreadable();
  }
}

/** Reads the boundary exactly as the form parser does; otherwise the counted parts would not be the parsed ones. */
function boundaryIn(contentType: string): string | null {
  try {
    return new MIMEType(contentType).params.get('boundary');
  } catch {
    return null;
  }
}

function unreadable(): ServiceError {
  return new ServiceError(
    'invalid_parameter',
    'The multipart body cannot be parsed. Let your HTTP client set the Content-Type header with its boundary.',
  );
}

/** A list with one member arrives as the member; a field that is not a list has its last value. */
function joined(before: unknown, value: unknown, isList: boolean): unknown {
  if (!isList || before === undefined) return value;
  return Array.isArray(before) ? [...before, value] : [before, value];
}
