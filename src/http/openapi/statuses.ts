// Which errors a route can return, by its method, path and body, and how the OpenAPI document describes each status.
import { ERROR_CATALOGUE, type ErrorCode, ServiceError } from '../../core/errors.ts';
import type { Route } from '../route.ts';
import { COMMON_HEADERS, type HeaderName, referToHeaders } from './headers.ts';

const MEANINGS: Record<number, { name: string; meaning: string; headers?: readonly HeaderName[] }> = {
  400: {
    name: 'InvalidRequest',
    meaning: 'The request is not valid. `param` names the field, `message` says what is allowed.',
  },
  401: { name: 'Unauthorized', meaning: 'The API key is missing or not valid.', headers: ['WWW-Authenticate'] },
  402: { name: 'InsufficientCredits', meaning: 'The available credits do not cover the maximum cost of the call.' },
  403: { name: 'Forbidden', meaning: 'The key is valid but may not do this.' },
  404: { name: 'NotFound', meaning: 'There is no such object in this account and environment.' },
  405: { name: 'MethodNotAllowed', meaning: 'The path does not accept this method.' },
  409: { name: 'Conflict', meaning: 'The Idempotency-Key is in use, or was used with other parameters.' },
  413: { name: 'PayloadTooLarge', meaning: 'The body is larger than the route accepts.' },
  415: { name: 'UnsupportedMediaType', meaning: 'The body has a type or an encoding that the route does not accept.' },
  422: {
    name: 'BuildFailed',
    meaning:
      'The application that a text model wrote does not work. What the model used is charged; `message` says how much.',
  },
  429: {
    name: 'TooManyRequests',
    meaning: 'A limit is reached. Wait as long as Retry-After says.',
    headers: ['Retry-After'],
  },
  500: { name: 'InternalError', meaning: 'The service failed. Nothing was charged. Try again.' },
  501: { name: 'NotImplemented', meaning: 'This service does not offer it. The message says why. Do not try again.' },
  502: { name: 'EngineFailed', meaning: 'The engine failed. Nothing was charged. Try again.' },
  503: {
    name: 'EngineUnavailable',
    meaning: 'No engine can do this now, or a part of the service cannot be reached. Wait as long as Retry-After says.',
    headers: ['Retry-After'],
  },
  504: { name: 'EngineTimeout', meaning: 'The engine took too long. Nothing was charged.' },
};

const BY_KEY: readonly ErrorCode[] = [
  'invalid_parameter',
  'invalid_api_key',
  'scope_missing',
  'rate_limit_exceeded',
  'internal_error',
  'service_unavailable',
];
const BY_BODY: readonly ErrorCode[] = ['payload_too_large', 'unsupported_media_type'];
const BY_ENGINE: readonly ErrorCode[] = [
  'insufficient_credits',
  'engine_failed',
  'engine_unavailable',
  'engine_timeout',
];

function errorCodes(route: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>([...BY_KEY, ...route.errors]);
  const add = (condition: boolean, more: readonly ErrorCode[]) => {
    if (condition) for (const code of more) codes.add(code);
  };
  add(route.path.includes(':'), ['not_found']);
  add(route.method !== 'GET' && route.method !== 'DELETE', BY_BODY);
  add(route.idempotent, ['idempotency_in_flight']);
  add(route.billed, BY_ENGINE);
  // Other APIs use a status of their own for an unknown model.
  add(route.errorShape !== undefined, ['unknown_model']);
  return [...codes];
}

/** The errors that a route can return, by status. */
export function describeErrors(route: Route): Record<string, object> {
  const { errorShape } = route;
  const entries = errorCodes(route).map((code): [number, object] => {
    const { status } = ERROR_CATALOGUE[code];
    if (!errorShape) return [status, { $ref: `#/components/responses/${nameOf(status)}` }];
    const shaped = errorShape(new ServiceError(code, meaningOf(status)), 'req_01j9x');
    return [shaped.status ?? status, describeShapedError(status, shaped.body)];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => a - b));
}

/** An error in the form of another API. */
function describeShapedError(status: number, example: object): object {
  return {
    description: `${meaningOf(status)} In the form of the API that this path belongs to.`,
    headers: headersOf(status),
    content: { 'application/json': { schema: { type: 'object' }, example } },
  };
}

/** One response for each status that any route uses. */
export function errorResponses(routes: readonly Route[]): Record<string, object> {
  const own = routes.filter((route) => !route.errorShape).flatMap(errorCodes);
  const statuses = [...new Set(own.map((code) => ERROR_CATALOGUE[code].status))].sort((a, b) => a - b);
  return Object.fromEntries(statuses.map((status) => [nameOf(status), describeError(status)]));
}

function nameOf(status: number): string {
  return MEANINGS[status]?.name ?? `Error${status}`;
}

function meaningOf(status: number): string {
  return MEANINGS[status]?.meaning ?? 'The call failed.';
}

function headersOf(status: number): object {
  const known = status === 401 ? (['X-Request-Id', 'X-Attribution'] as const) : COMMON_HEADERS;
  return referToHeaders([...known, ...(MEANINGS[status]?.headers ?? [])]);
}

function describeError(status: number): object {
  const codes = Object.entries(ERROR_CATALOGUE).filter(([, entry]) => entry.status === status);
  const meaning = meaningOf(status);
  const [[code, { type }] = ['internal_error', { type: 'api_error' }]] = codes;
  const error = { message: meaning.replaceAll('`', ''), type, code, param: null, request_id: 'req_01j9x' };
  return {
    description: `${meaning} Codes: ${codes.map(([name]) => `\`${name}\``).join(', ')}.`,
    headers: headersOf(status),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error } } },
  };
}
