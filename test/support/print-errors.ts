// Writes the page of errors out of the catalogue.
import { ERROR_ADVICE, LINE_ERROR_ADVICE } from '../../src/core/error-advice.ts';
import { ERROR_CATALOGUE, type ErrorCode } from '../../src/core/errors.ts';

export function printErrors(): string {
  const entries = Object.entries(ERROR_CATALOGUE) as [ErrorCode, { status: number; type: string }][];
  const rows = entries
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, type }]) => {
      const { meaning, remedy, isWorthRetrying } = ERROR_ADVICE[code];
      return `| \`${code}\` | ${status} | \`${type}\` | ${meaning} | ${remedy} | ${isWorthRetrying ? 'yes' : 'no'} |`;
    });
  const lineRows = Object.entries(LINE_ERROR_ADVICE).map(
    ([code, { meaning, remedy }]) => `| \`${code}\` | ${meaning} | ${remedy} |`,
  );
  return `${[
    '# Errors',
    '',
    '<!-- Generated from `src/core/errors.ts`; do not edit. -->',
    '',
    'Every error has this form. `code` is stable: decide by it, not by the message. `param` names the field that was wrong, or is `null`.',
    '',
    '```json',
    '{"error": {"message": "…", "type": "invalid_request_error", "code": "invalid_parameter", "param": "temperature", "request_id": "req_…"}}',
    '```',
    'If a stream has already begun, the error is its last event, `data: {"error": …}`, before `data: [DONE]`.',
    'How to try again without paying twice: [retry safely](guides/retries.md).',
    '',
    '| code | status | type | meaning | what to do | try again |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Lines of a batch',
    'The error file of a [batch](guides/batches.md) also has these codes, as `{"error": {"code": "…", "message": "…"}}` of a line.',
    '',
    '| code | meaning | what to do |',
    '|---|---|---|',
    ...lineRows,
  ].join('\n')}\n`;
}
