// Turns a filter on the attributes of files into a path that PostgreSQL evaluates, within bounds of its size.
import { ServiceError } from '../../core/errors.ts';
import { asRecord } from '../../core/unknown-json.ts';

const COMPARISONS = { eq: '==', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const MAX_CONDITIONS = 64;
const MAX_DEPTH = 8;
const MAX_VALUES = 100;
const MAX_KEY = 64;
const MAX_TEXT = 512;

/** A jsonpath that is true or false for the attributes of a file. `param` names the filter in errors. */
export function pathOf(filter: unknown, param: string): string {
  let conditions = 0;
  const read = (given: unknown, at: string, depth: number): string => {
    conditions += 1;
    if (conditions > MAX_CONDITIONS || depth > MAX_DEPTH)
      throw refuse(at, `A filter has at most ${MAX_CONDITIONS} conditions, ${MAX_DEPTH} levels deep.`);
    const { type, key, value, filters } = asRecord(given) ?? {};
    if (type === 'and' || type === 'or') {
      if (!Array.isArray(filters) || filters.length === 0)
        throw refuse(`${at}.filters`, 'An "and" or "or" has a list of filters.');
      const parts = filters.map((one, index) => read(one, `${at}.filters[${index}]`, depth + 1));
      return `(${parts.join(type === 'and' ? ' && ' : ' || ')})`;
    }
    if (typeof key !== 'string' || key === '' || key.length > MAX_KEY)
      throw refuse(`${at}.key`, `A condition names an attribute of at most ${MAX_KEY} characters.`);
    return compare(String(type), { key: JSON.stringify(storable(key, `${at}.key`)), value, at });
  };
  return read(filter, param, 1);
}

function compare(type: string, { key, value, at }: { key: string; value: unknown; at: string }): string {
  // Values of different kinds are neither equal nor in an order: such a condition is not met.
  const has = (sign: string, one: unknown) => `exists($.${key} ? (@ ${sign} ${written(one, at)}))`;
  if (type === 'ne') return `!(${has('==', value)})`;
  if (type === 'in' || type === 'nin') {
    if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VALUES)
      throw refuse(`${at}.value`, `"${type}" takes a list of 1 to ${MAX_VALUES} values.`);
    const isIn = `(${value.map((one) => has('==', one)).join(' || ')})`;
    return type === 'in' ? isIn : `!${isIn}`;
  }
  if (!Object.hasOwn(COMPARISONS, type))
    throw refuse(`${at}.type`, 'The type of a filter is eq, ne, gt, gte, lt, lte, in, nin, and, or.');
  return has(COMPARISONS[type as keyof typeof COMPARISONS], value);
}

function written(value: unknown, at: string): string {
  if (typeof value === 'string' && value.length <= MAX_TEXT) return JSON.stringify(storable(value, `${at}.value`));
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  throw refuse(`${at}.value`, `A value is a text of at most ${MAX_TEXT} characters, a number, true or false.`);
}

function storable(text: string, param: string): string {
  if (text.includes('\0') || !text.isWellFormed())
    throw refuse(param, 'This text holds characters that cannot be stored.');
  return text;
}

function refuse(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
