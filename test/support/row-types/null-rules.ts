// Which of PostgreSQL's functions and operators return a value whenever they are given values.
import type { Catalogue } from './catalogue.ts';
import { numberOf, type TreeNode } from './node-tree.ts';

const OPERATORS = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '<>',
  '<',
  '<=',
  '>',
  '>=',
  '||',
  '~',
  '~~',
  '~~*',
  '@>',
  '<@',
  '&&',
]);
const FUNCTIONS = new Set([
  'ceil',
  'clock_timestamp',
  'date_part',
  'date_trunc',
  'extract',
  'floor',
  'json_build_object',
  'jsonb_build_object',
  'length',
  'lower',
  'md5',
  'now',
  'pg_try_advisory_lock',
  'round',
  'set_config',
  'split_part',
  'timezone',
  'to_char',
  'to_jsonb',
  'to_timestamp',
  'upper',
  'version',
]);
const CASTS = new Set([1, 2]);

/** False for all others, so that an unknown function counts as one that may return null. */
export function isNeverNull(call: TreeNode, catalogue: Catalogue): boolean {
  if (call.node === 'OPEXPR') {
    const operator = catalogue.operators.get(numberOf(call.fields.opno));
    return operator?.isBuiltIn === true && OPERATORS.has(operator.name);
  }
  const called = catalogue.functions.get(numberOf(call.fields.funcid));
  if (!called?.isBuiltIn) return false;
  return FUNCTIONS.has(called.name) || (CASTS.has(numberOf(call.fields.funcformat)) && called.isStrict);
}
