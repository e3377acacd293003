// Describes in words what a schema accepts, for the error about a value that matches none of several shapes.
import type { TSchema } from 'typebox';

interface Shape {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** "an integer from 1 to 100, or null" */
export function describeAccepted(schema: TSchema): string {
  return joinWords(choicesOf(schema as Shape));
}

/** The part of a schema that describes the value at a pointer, as far as the schema says. */
export function schemaAt(schema: TSchema, pointer: string): TSchema {
  let at = schema as Shape;
  for (const part of pointer.split('/').slice(1)) at = at.properties?.[part] ?? at.items ?? at;
  return at as TSchema;
}

function choicesOf(shape: Shape): string[] {
  if (shape.anyOf) return [...new Set(shape.anyOf.flatMap(choicesOf))];
  if ('const' in shape) return [JSON.stringify(shape.const)];
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value));
  const types = Array.isArray(shape.type) ? shape.type : [shape.type ?? 'any'];
  return types.map((type) => describeType(type, shape));
}

function describeType(type: string, shape: Shape): string {
  switch (type) {
    case 'string':
      return `a string${lengthOf(shape)}`;
    case 'integer':
      return `an integer${rangeOf(shape)}`;
    case 'number':
      return `a number${rangeOf(shape)}`;
    case 'boolean':
      return 'true or false';
    case 'null':
      return 'null';
    case 'array':
      return `a list, each ${joinWords(choicesOf(shape.items ?? {}))}`;
    case 'object':
      return `an object${fieldsOf(shape)}`;
    default:
      return 'any value';
  }
}

function rangeOf({ minimum, maximum }: Shape): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  return maximum === undefined ? '' : ` of at most ${maximum}`;
}

function lengthOf({ minLength, maxLength }: Shape): string {
  if (maxLength !== undefined) return ` of at most ${maxLength} characters`;
  return minLength ? ' that is not empty' : '';
}

function fieldsOf({ properties, required = [] }: Shape): string {
  const names = required.length > 0 ? required : Object.keys(properties ?? {});
  return names.length === 0 ? '' : ` with ${names.map((name) => `"${name}"`).join(', ')}`;
}

function joinWords(words: readonly string[]): string {
  return words.length < 2 ? (words[0] ?? 'any value') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
