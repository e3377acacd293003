// The response headers of the OpenAPI document.
interface HeaderFact {
  description: string;
  schema: object;
}

const integer = (example: number) => ({ type: 'integer', examples: [example] });
const text = (example: string) => ({ type: 'string', examples: [example] });

export const HEADERS = {
  'X-Request-Id': {
    description: 'Identifies this call. Include it when you report a problem.',
    schema: text('req_01j9x'),
  },
  'X-Attribution': {
    description: 'Names the service. Absent if the account pays the doubled price for answers without attribution.',
    schema: text('Made with Atelier (https://example.org)'),
  },
  'X-RateLimit-Limit': { description: 'Requests allowed in the window that runs out first.', schema: integer(60) },
  'X-RateLimit-Remaining': { description: 'Requests left in that window.', schema: integer(59) },
  'X-RateLimit-Reset': { description: 'When that window ends, in Unix seconds.', schema: integer(1_767_225_600) },
  'X-RateLimit-Limit-Tokens': {
    description: 'Tokens allowed in a minute, for a key or plan that has such a limit; absent in streams.',
    schema: integer(100_000),
  },
  'X-RateLimit-Remaining-Tokens': { description: 'Tokens left in this minute.', schema: integer(98_000) },
  'X-RateLimit-Reset-Tokens': {
    description: 'When this minute ends, in Unix seconds.',
    schema: integer(1_767_225_600),
  },
  'X-Credits-Charged': {
    description: 'What this call cost, in credits.',
    schema: { type: 'number', examples: [0.25] },
  },
  'X-Credits-Remaining': {
    description: "The account's available credits after this call.",
    schema: { type: 'number', examples: [99.75] },
  },
  'X-AI-Generated': {
    description: '`true` where a model or a procedure of this service made what the answer holds.',
    schema: { type: 'string', enum: ['true'] },
  },
  'X-Cache': {
    description:
      'Whether the answer came from the answer cache; absent where its key has none, or the call cannot use it.',
    schema: { type: 'string', enum: ['hit', 'miss'] },
  },
  'X-Guards': {
    description:
      'What guards found in this call, and did: kinds and counts, never values; of a stream, until its first part. Absent if nothing was found.',
    schema: text('masked email=2 card=1; noted phone=1'),
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt.', schema: integer(5) },
  'Idempotent-Replayed': {
    description: '`true` if this is the stored answer to an earlier call with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': { description: 'How to authenticate.', schema: text('Bearer realm="api"') },
} as const satisfies Record<string, HeaderFact>;

export type HeaderName = keyof typeof HEADERS;

/** On every answer to a valid key, errors included. */
export const COMMON_HEADERS: readonly HeaderName[] = [
  'X-Request-Id',
  'X-Attribution',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
];

/** On whole answers to callers whose tokens are limited. */
export const TOKEN_HEADERS: readonly HeaderName[] = [
  'X-RateLimit-Limit-Tokens',
  'X-RateLimit-Remaining-Tokens',
  'X-RateLimit-Reset-Tokens',
];

export function referToHeaders(names: readonly HeaderName[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
