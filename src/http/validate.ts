// Validates a request against a route's schemas and names the first invalid field.
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { ServiceError } from '../core/errors.ts';
import { describeAccepted, schemaAt } from './accepted-values.ts';
import { type Failure, findFirstFailure, type SchemaError } from './first-failure.ts';

export type Check = (value: unknown) => void;

/** Routes share schemas, and services of one process share routes, so each schema is compiled once. */
const known = new WeakMap<TSchema, Check>();

export function compileCheck(schema: TSchema): Check {
  const check = known.get(schema) ?? makeCheck(schema);
  known.set(schema, check);
  return check;
}

function makeCheck(schema: TSchema): Check {
  const compiled = Compile(schema);
  return (value) => {
    if (!compiled.Check(value)) throw describeFailure(findFirstFailure(schema, value));
  };
}

function describeFailure({ schema, path, value, errors }: Failure): ServiceError {
  const first = firstByPosition(errors);
  if (first?.keyword === 'required') {
    const [missing = ''] = (first.params.requiredProperties as string[] | undefined) ?? [];
    const param = fieldName(`${path}${first.instancePath}/${missing}`);
    return new ServiceError('missing_parameter', `The field "${param}" is required.`, { param });
  }
  const at = first?.instancePath ?? '';
  const param = fieldName(`${path}${at}`);
  const allowed = allowedValues(errors, at);
  const shown = preview(valueAt(value, at));
  const rule =
    allowed.length > 0
      ? `must be one of ${allowed.join(', ')}`
      : first && first.keyword !== 'anyOf'
        ? first.message
        : `must be ${describeAccepted(schemaAt(schema, at))}`;
  if (param === '') return new ServiceError('invalid_parameter', `The body ${rule}.`);
  return new ServiceError(
    'invalid_parameter',
    `The field "${param}" ${rule}${shown === undefined ? '' : ` (it is ${shown})`}.`,
    { param },
  );
}

/** If a union failed, its branches report deeper paths too: the path of the union itself is the one that helps the customer. */
function firstByPosition(errors: SchemaError[]): SchemaError | undefined {
  const [first] = errors;
  if (!first) return undefined;
  const union = errors.find((error) => error.keyword === 'anyOf' && first.instancePath.startsWith(error.instancePath));
  if (!union) return first;
  const deepest = errors.filter((error) => error.instancePath.startsWith(union.instancePath)).sort(byDepth)[0];
  return deepest &&
    deepest.instancePath !== union.instancePath &&
    deepest.keyword !== 'const' &&
    deepest.keyword !== 'type'
    ? deepest
    : union;
}

function byDepth(a: SchemaError, b: SchemaError): number {
  return b.instancePath.split('/').length - a.instancePath.split('/').length;
}

function allowedValues(errors: SchemaError[], path: string): string[] {
  const own = errors.filter((error) => error.instancePath === path);
  const listed = own.flatMap((error) => (error.params.allowedValues as unknown[] | undefined) ?? []);
  const constants = own.filter((error) => error.keyword === 'const').map((error) => error.params.allowedValue);
  const all = [...listed, ...constants];
  const others = own.some((error) => !['const', 'enum', 'anyOf'].includes(error.keyword));
  return others ? [] : all.map((one) => JSON.stringify(one));
}

const LONGEST_NAME = 200;

/** /messages/1/role → messages[1].role; truncated where a customer's own field names make it long. */
function fieldName(pointer: string): string {
  return pointer
    .slice(0, LONGEST_NAME)
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((name, part) => (/^\d+$/.test(part) ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`), '');
}

function valueAt(value: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (at, part) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[part] : undefined),
      value,
    );
}

const PREVIEW_LENGTH = 60;

function preview(value: unknown): string | undefined {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  const isLong = typeof value === 'string' && value.length > PREVIEW_LENGTH;
  const text = JSON.stringify(isLong ? value.slice(0, PREVIEW_LENGTH) : value);
  return text && (isLong || text.length > PREVIEW_LENGTH) ? `${text.slice(0, PREVIEW_LENGTH)}…` : text;
}
