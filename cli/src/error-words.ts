// Explains an error and what to do about it.
import {
  AtelierError,
  AuthenticationError,
  ConnectionError,
  EngineError,
  InsufficientCreditsError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
} from '@atelier/client';
import { Complaint } from './complaint.ts';

export function errorWords(error: unknown): string {
  if (error instanceof Complaint) return error.message;
  if (!(error instanceof AtelierError)) return error instanceof Error ? error.message : String(error);
  const advice = adviceFor(error);
  const request = error.requestId ? ` (request ${error.requestId})` : '';
  return `${error.message}${advice ? ` ${advice}` : ''}${request}`;
}

/** What to do next, for each kind of error. */
function adviceFor(error: AtelierError): string {
  if (error instanceof ConnectionError)
    return 'Is it running? To use another URL: --url, ATELIER_URL, or atelier login.';
  if (error instanceof AuthenticationError) return 'Store another key with: atelier login sk_live_…';
  if (error instanceof PermissionDeniedError)
    return 'Create a key that may do this: atelier keys create NAME --scopes … (with a key that may create keys)';
  if (error instanceof InsufficientCreditsError) return 'Your balance: atelier balance. Buy more in the dashboard.';
  if (error instanceof RateLimitError && error.retryAfterSeconds)
    return `Try again in ${error.retryAfterSeconds} seconds.`;
  if (error instanceof NotFoundError)
    return 'List what exists: atelier jobs, atelier projects, atelier keys, atelier models.';
  if (error instanceof EngineError) return 'See which models are ready: atelier models. Then try again.';
  if (error instanceof ServerError) return 'Try again; if it fails again, tell the operator of the service.';
  return error.param ? `(field: ${error.param})` : '';
}

export function errorAsJson(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof AtelierError)) return { error: { message, code: 'cli' } };
  const { code, type, param, status, requestId } = error;
  return { error: { message, type, code, param, status, request_id: requestId } };
}
