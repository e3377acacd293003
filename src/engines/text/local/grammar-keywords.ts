// The keywords of a JSON schema that the grammars of the local models enforce, token by token.

import type { Enforced } from '../output-schema.ts';

/** `required` is kept because a grammar writes every property. */
const KEYWORDS = [
  'type',
  'const',
  'enum',
  'oneOf',
  'anyOf',
  'properties',
  'required',
  'additionalProperties',
  'minProperties',
  'maxProperties',
  'items',
  'prefixItems',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  '$ref',
];

/** A grammar follows the first of these keywords and ignores the others. */
export const BY_GRAMMAR: Enforced = { keywords: KEYWORDS, alone: ['$ref', 'oneOf', 'anyOf', 'const', 'enum'] };
