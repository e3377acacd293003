// The thread that parses large JSON bodies, so that they do not block the event loop.
import { parentPort } from 'node:worker_threads';
import { toServiceError } from '../core/errors.ts';
import type { ParsedBody, UnparsedBody } from './large-json.ts';
import { parseJson } from './parse-json.ts';

parentPort?.on('message', ({ id, bytes }: UnparsedBody) => {
  let answer: ParsedBody;
  try {
    answer = { id, value: parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    const { code, message, param } = toServiceError(error);
    answer = { id, refusal: { code, message, param } };
  }
  parentPort?.postMessage(answer);
});
