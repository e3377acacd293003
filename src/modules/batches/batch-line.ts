// One line of a batch: its request and the line of its result, both in OpenAI's shape.
import type { LineErrorCode } from '../../core/error-advice.ts';
import { type ErrorCode, ServiceError } from '../../core/errors.ts';
import { randomToken } from '../../core/ids.ts';
import { isRecord } from '../../core/unknown-json.ts';
import type { BatchError } from '../../store/batches.ts';
import type { LineCalls } from './ports.ts';
import type { FileLine } from './read-lines.ts';

export interface LineError {
  code: ErrorCode | LineErrorCode;
  message: string;
}

export interface BatchLine {
  customId: string;
  body: Record<string, unknown>;
}

const MAX_ID_CHARACTERS = 256;

/** Why a line cannot be run, with its number. */
export class LineProblem extends Error {
  readonly entry: BatchError;

  constructor(entry: BatchError) {
    super(entry.message);
    this.entry = entry;
  }
}

export async function readLine(calls: LineCalls, endpoint: string, { number, bytes }: FileLine): Promise<BatchLine> {
  const problem = (code: string, message: string, param: string | null = null) =>
    new LineProblem({ code, message: `Line ${number}: ${message}`, line: number, param });
  if (bytes === null)
    throw problem('line_too_long', 'It is longer than this endpoint accepts. Send less in one request.');
  const line = await parsed(calls, bytes, (message) => problem('invalid_json_line', message));
  const { custom_id: customId, method, url, body } = line;
  if (typeof customId !== 'string' || customId === '' || customId.length > MAX_ID_CHARACTERS)
    throw problem(
      'invalid_custom_id',
      `custom_id must be a text of 1 to ${MAX_ID_CHARACTERS} characters.`,
      'custom_id',
    );
  if (method !== 'POST') throw problem('invalid_method', 'method must be "POST".', 'method');
  if (url !== endpoint) throw problem('mismatched_endpoint', `url must be "${endpoint}", as in the batch.`, 'url');
  if (!isRecord(body)) throw problem('invalid_body', 'body must be an object: the body of the request.', 'body');
  if (body.stream === true)
    throw problem('invalid_body', 'A batch does not support streams. Leave "stream" out.', 'body.stream');
  if (body.conversation_id !== undefined && body.conversation_id !== null)
    throw problem(
      'invalid_body',
      'The lines of a batch have no order, so they cannot use a conversation.',
      'body.conversation_id',
    );
  return { customId, body };
}

async function parsed(
  calls: LineCalls,
  bytes: Buffer,
  problem: (message: string) => LineProblem,
): Promise<Record<string, unknown>> {
  let value: unknown;
  try {
    value = await calls.parse(bytes);
  } catch (error) {
    if (error instanceof ServiceError) throw problem(error.message.replace('The body', 'It'));
    throw error;
  }
  if (!isRecord(value)) throw problem('It is not a JSON object.');
  return value;
}

export interface LineAnswer {
  status: number;
  requestId: string;
  /** JSON text. */
  body: string;
}

export function answerText(customId: string, { status, requestId, body }: LineAnswer): string {
  const head = `"id":"${newLineId()}","custom_id":${JSON.stringify(customId)}`;
  return `{${head},"response":{"status_code":${status},"request_id":"${requestId}","body":${body}},"error":null}`;
}

/** The result of a line that never ran, or whose answer is not kept. */
export function refusalText(customId: string, error: LineError): string {
  return JSON.stringify({ id: newLineId(), custom_id: customId, response: null, error });
}

function newLineId(): string {
  return `batch_req_${randomToken()}`;
}
