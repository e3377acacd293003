// Writes an error of this service in the Gemini API's format.
import { errorBody, type ServiceError } from '../../../../core/errors.ts';

const NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  402: 'FAILED_PRECONDITION',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  409: 'ABORTED',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  501: 'UNIMPLEMENTED',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'DEADLINE_EXCEEDED',
};

/** `reason` is this service's own code. */
export function geminiError(error: ServiceError, requestId: string): { status: number; body: object } {
  const code = statusOf(error);
  const { message, param } = errorBody(error, requestId).error;
  const info = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: error.code.toUpperCase(),
    metadata: { requestId, ...(param === null ? {} : { field: param }) },
  };
  return {
    status: code,
    body: { error: { code, message, status: NAMES[code] ?? 'INVALID_ARGUMENT', details: [info] } },
  };
}

/** The model is part of the path, so an unknown one is "not found". */
function statusOf(error: ServiceError): number {
  return error.code === 'unknown_model' ? 404 : error.status;
}
