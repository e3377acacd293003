// Answered lines of batches: each is stored once, and read in the order of the input file.
import { sql } from 'kysely';
import type { MicroCredits } from '../core/money.ts';
import type { Queries, Transaction } from './database.ts';

export interface DoneLine {
  /** Its line number in the input file, from 1. */
  line: number;
  hasFailed: boolean;
  /** The text of the line in the output or error file. */
  answer: string;
}

export interface LineTotals {
  charged: MicroCredits;
  promptTokens: number;
  completionTokens: number;
}

/** Adds the lines and counts them in their batch. A duplicate is an error: it would be charged twice. */
export async function insertLines(
  trx: Transaction,
  batchId: string,
  { lines, totals }: { lines: readonly DoneLine[]; totals: LineTotals },
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into batch_lines (batch_id, line, has_failed, answer)
    select ${batchId}, line, has_failed, answer
    from unnest(${lines.map((one) => one.line)}::integer[], ${lines.map((one) => one.hasFailed)}::boolean[],
      ${lines.map((one) => one.answer)}::text[]) as given(line, has_failed, answer)`.execute(trx);
  const answerBytes = lines.reduce((sum, { answer }) => sum + Buffer.byteLength(answer), 0);
  const failed = lines.filter(({ hasFailed }) => hasFailed).length;
  await sql`
    update batches set completed = completed + ${lines.length - failed}, failed = failed + ${failed},
      charged = charged + ${totals.charged}, prompt_tokens = prompt_tokens + ${totals.promptTokens},
      completion_tokens = completion_tokens + ${totals.completionTokens},
      answer_bytes = answer_bytes + ${answerBytes}::bigint
    where id = ${batchId}`.execute(trx);
}

export async function listDoneLines(queries: Queries, batchId: string): Promise<Set<number>> {
  const { rows } = await sql<{ line: number }>`select line from batch_lines where batch_id = ${batchId}`.execute(
    queries,
  );
  return new Set(rows.map(({ line }) => line));
}

const ROWS_AT_ONCE = 200;
/** At least one row is read at once, and no row that begins beyond so many bytes. */
const BYTES_AT_ONCE = 16 * 1024 * 1024;

/** The lines of one of the two files, in order, in small groups. */
export async function* readAnswers(queries: Queries, batchId: string, hasFailed: boolean): AsyncGenerator<string> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<{ line: number; answer: string }>`
      select line, answer from (
        select line, answer, sum(octet_length(answer)) over (order by line) - octet_length(answer) as before from batch_lines
        where batch_id = ${batchId} and has_failed = ${hasFailed} and line > ${last}
        order by line limit ${ROWS_AT_ONCE}) as next
      where before < ${BYTES_AT_ONCE} order by line`.execute(queries);
    for (const { answer } of rows) yield `${answer}\n`;
    last = rows.at(-1)?.line ?? last;
    if (rows.length === 0) return;
  }
}
