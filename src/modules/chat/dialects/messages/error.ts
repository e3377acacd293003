// Writes an error as Anthropic's API does.
import { errorBody, type ServiceError } from '../../../../core/errors.ts';

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'invalid_request_error',
  413: 'request_too_large',
  415: 'invalid_request_error',
  429: 'rate_limit_error',
  503: 'overloaded_error',
  504: 'timeout_error',
};

/** `code` and `param` are ours: clients that know them learn more. */
export function messagesError(error: ServiceError, requestId: string): { status: number; body: object } {
  const { message, code, param } = errorBody(error, requestId).error;
  const status = statusOf(error);
  const type = TYPES[status] ?? 'api_error';
  return { status, body: { type: 'error', error: { type, message, code, param }, request_id: requestId } };
}

/** Anthropic's API answers "not found" for an unknown model. */
function statusOf({ code, status }: ServiceError): number {
  return code === 'unknown_model' ? 404 : status;
}
