// Checks the input file of a batch, line by line, before any of it is run.
import type { BatchError } from '../../store/batches.ts';
import { LineProblem, readLine } from './batch-line.ts';
import type { LineCalls } from './ports.ts';
import type { FileLine } from './read-lines.ts';

const MAX_ERRORS = 100;

export interface FileCheck {
  calls: LineCalls;
  endpoint: string;
  mostLines: number;
  lines: AsyncIterable<FileLine>;
}

/** Returns the number of requests, or what is wrong with the first lines that cannot be run. */
export async function checkFile(check: FileCheck): Promise<{ total: number; errors: BatchError[] }> {
  const { mostLines } = check;
  const errors: BatchError[] = [];
  const firstLines = new Map<string, number>();
  let total = 0;
  for await (const line of check.lines) {
    total += 1;
    if (total > mostLines) {
      const message = `The file has more than ${mostLines} requests, the most that your plan allows in one batch. Split it.`;
      return { total, errors: [...errors, { code: 'too_many_requests', message, line: line.number, param: null }] };
    }
    const entry = await problemOf(check, line, firstLines);
    if (entry) errors.push(entry);
    if (errors.length >= MAX_ERRORS) break;
  }
  if (total === 0)
    errors.push({ code: 'empty_file', message: 'The file has no requests.', line: null, param: 'input_file_id' });
  return { total, errors };
}

async function problemOf(
  { calls, endpoint }: FileCheck,
  line: FileLine,
  firstLines: Map<string, number>,
): Promise<BatchError | undefined> {
  try {
    const { customId } = await readLine(calls, endpoint, line);
    const first = firstLines.get(customId);
    if (first === undefined) {
      firstLines.set(customId, line.number);
      return undefined;
    }
    const message = `Line ${line.number}: The custom_id was used in line ${first} already. Give every line its own.`;
    return { code: 'duplicate_custom_id', message, line: line.number, param: 'custom_id' };
  } catch (error) {
    if (error instanceof LineProblem) return error.entry;
    throw error;
  }
}
