// What each error means and what to do about it, for the documentation's page of errors.
import type { ErrorCode } from './errors.ts';

export interface ErrorAdvice {
  meaning: string;
  remedy: string;
  /** Whether the same call may succeed later. */
  isWorthRetrying: boolean;
}

const fixed = (meaning: string, remedy: string): ErrorAdvice => ({ meaning, remedy, isWorthRetrying: false });
const passing = (meaning: string, remedy: string): ErrorAdvice => ({ meaning, remedy, isWorthRetrying: true });

/** Errors that only lines of a batch have: they are in its error file, and have no status. */
export const LINE_ERROR_ADVICE = {
  answer_too_large: fixed(
    'The answer is larger than a batch keeps for one line: 16 MB. The request ran, so it is charged.',
    'Ask for less in one line.',
  ),
  batch_cancelled: fixed(
    'The batch was cancelled before this line ran. Nothing was charged.',
    'Send it in a new batch.',
  ),
  batch_expired: fixed('The line did not run within 24 hours. Nothing was charged.', 'Send it in a new batch.'),
} as const satisfies Record<string, ErrorAdvice>;
export type LineErrorCode = keyof typeof LINE_ERROR_ADVICE;

export const ERROR_ADVICE: Readonly<Record<ErrorCode, ErrorAdvice>> = {
  invalid_json: fixed('The body is not JSON.', 'Send valid JSON with `Content-Type: application/json`.'),
  missing_parameter: fixed('A required field is missing.', 'Add the field that `param` names.'),
  invalid_parameter: fixed(
    'A field has a value that is not allowed.',
    'Change the field that `param` names as the message says.',
  ),
  unknown_model: fixed('No such model exists here.', 'Choose an id of `GET /models`.'),
  context_length_exceeded: fixed(
    'The text is longer than the model can read.',
    'Shorten it, or choose a model with a larger context.',
  ),
  content_refused: fixed(
    'A guard of the key, the account or the plan refuses what the request contains, or moderation does. Nothing was sent on.',
    'Take what the message names out of the field that `param` names.',
  ),
  unsafe_url: fixed('The URL leads to a private address.', 'Use a public https URL.'),
  invalid_api_key: fixed(
    'The key is missing, wrong, expired or revoked.',
    'Send `Authorization: Bearer sk_…` with a valid key.',
  ),
  insufficient_credits: fixed(
    'The credits do not cover the most that the call may cost.',
    'Top up, or lower `max_tokens`, the size or the duration.',
  ),
  access_denied: fixed('The account or member may not do this.', 'Use another account, or ask its owner.'),
  wrong_environment: fixed(
    'A live key was sent to the sandbox, or a test key to the live API.',
    'Use `/v1` with `sk_live_…` and `/sandbox/v1` with `sk_test_…`.',
  ),
  scope_missing: fixed('The key lacks the scope of this route.', 'Make a key with the scope that the message names.'),
  zero_retention: fixed(
    'The call needs storage, and its key or plan keeps nothing.',
    'Leave the named field out, or use a key without zero retention.',
  ),
  ip_not_allowed: fixed(
    'The key may not be used from this address.',
    "Call from an allowed address, or change the key's list.",
  ),
  model_not_allowed: fixed(
    'The key or its plan may not use this model.',
    'Choose an id of `GET /models`, or use another key.',
  ),
  not_found: fixed('There is no such object in this account and environment.', 'Check the id and the environment.'),
  method_not_allowed: fixed('The path does not take this method.', 'Use the method that the reference names.'),
  payload_too_large: fixed(
    'The body is larger than the route accepts.',
    'Send less, or upload a file and name its id.',
  ),
  unsupported_media_type: fixed(
    'The body has a type or an encoding that the route does not accept.',
    'Send JSON, or the form that the reference shows.',
  ),
  idempotency_in_flight: passing(
    'The first call with this `Idempotency-Key` is still running.',
    'Wait as `Retry-After` says, then send the same call again.',
  ),
  idempotency_mismatch: fixed(
    'The `Idempotency-Key` was used with another body.',
    'Use a new `Idempotency-Key` for a new call.',
  ),
  idempotency_answer_gone: fixed(
    'The call with this `Idempotency-Key` was carried out, and its answer was too large to keep. It was not repeated, and not charged again.',
    'Use the answer of the first call, or send the call with a new `Idempotency-Key`: it runs and is charged again.',
  ),
  build_failed: fixed(
    'A text model wrote an application that does not work, also after its repairs. What the model used is charged, as the message says.',
    'Ask for less, describe it in other words, or use another model; the same call is charged again.',
  ),
  rate_limit_exceeded: passing('Too many calls in this minute.', 'Wait as `Retry-After` says.'),
  daily_limit_exceeded: passing(
    "The plan's calls of this day are used up.",
    'Wait until the next day, or choose a larger plan.',
  ),
  too_many_jobs: passing('Too many jobs of this account are unfinished.', 'Wait until a job has ended.'),
  internal_error: passing(
    'The service failed. Nothing was charged.',
    'Send the call again after a while; report the `request_id` if it goes on.',
  ),
  not_implemented: fixed('This service does not offer it.', 'The message says why, and what to use instead.'),
  engine_failed: passing('The model failed. Nothing was charged.', 'Send the call again.'),
  engine_unavailable: passing(
    'No model can do this now, often because it is still being downloaded.',
    'Wait as `Retry-After` says.',
  ),
  service_unavailable: passing(
    'The service cannot reach its database or its file storage, as while a standby takes over.',
    'Wait as `Retry-After` says, then send the call again, with the same `Idempotency-Key` if it has one.',
  ),
  engine_timeout: passing(
    'The model took too long. A text that an upstream had begun to work on is charged, nothing else.',
    'Send the call again, or ask for less.',
  ),
};
