// The thread that parses large JSON bodies and forms, so that the event loop does not wait for them.
import { serveCalls } from '../core/call-thread.ts';
import type { UnparsedBody } from './large-body.ts';
import { parseJson } from './parse-json.ts';
import type { ReadBody } from './parse-multipart.ts';
import { parseMultipart } from './parse-multipart.ts';

serveCalls(parse, ({ uploads }) => uploads.map(({ bytes }) => bytes.buffer as ArrayBuffer));

async function parse({ bytes, multipartType }: UnparsedBody): Promise<ReadBody> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (multipartType !== null) return parseMultipart(multipartType, whole);
  return { body: parseJson(whole), uploads: [] };
}
