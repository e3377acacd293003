// Nothing but src/money touches the tables of the money: every other way to them is a way around the rules.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SRC = join(import.meta.dirname, '..', '..', 'src');
const TABLES = '(ledger|balances|holds|leases|key_spending|credit_grants)';
const STATEMENT = new RegExp(`\\b(from|join|into|update|table|using)\\s+${TABLES}\\b`, 'i');
const FUNCTION =
  /\b(hold_one|hold_batch|settle_calls|charge_lease|charge_one|post_entry|extend_lease|end_leases|take_back_leases|hold_named|charge_lease_named|add_grant|use_grants|expire_grant)\s*\(/;
/** Charges what an earlier version left behind, through a function of that version. */
const ALLOWED = [/^money\//, /^store\/left-journal\.ts$/, /^engines\//];

function statementsIn(text: string): string[] {
  // Comments are prose: "from holds" may be a sentence there.
  return text
    .replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
    .split('\n')
    .filter((line) => STATEMENT.test(line) || FUNCTION.test(line));
}

test('the search finds a statement that reads or writes the money', () => {
  assert.equal(statementsIn('sql`select balance from balances where true`').length, 1);
  assert.equal(statementsIn('sql`select post_entry(1)`').length, 1);
  assert.equal(statementsIn('// taken from holds that ended').length, 0);
});

test('no SQL outside of src/money names its tables or calls its functions', () => {
  const files = readdirSync(SRC, { recursive: true }).map(String);
  const found = files
    .filter((file) => file.endsWith('.ts') && !ALLOWED.some((allowed) => allowed.test(file)))
    .flatMap((file) => statementsIn(readFileSync(join(SRC, file), 'utf8')).map((line) => `${file}: ${line.trim()}`));
  assert.deepEqual(found, []);
});
