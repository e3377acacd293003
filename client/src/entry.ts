// The exports of the package.
export type { Body, CallInput, OperationName, Query, Reply } from './api.ts';
export { Atelier, type AtelierSettings } from './atelier.ts';
export type { TranscriptEvent } from './audio.ts';
export type { DialectEvent } from './dialects.ts';
export {
  AtelierError,
  AuthenticationError,
  ConnectionError,
  EngineError,
  errorFromResponse,
  IdempotencyError,
  InsufficientCreditsError,
  InvalidRequestError,
  JobFailedError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  WebhookSignatureError,
} from './errors.ts';
export type { Operations } from './generated/operations.ts';
/** The named objects of the API: `Schemas.ImageAnswer`. */
export type * as Schemas from './generated/schemas.ts';
export { newIdempotencyKey } from './idempotency-key.ts';
export type { Job, JobCall, WaitOptions } from './jobs.ts';
export type { Build, BuilderChunk, Film, MakeOptions, Picture, Song } from './making.ts';
export type { Page, Pages } from './pages.ts';
export type { ChatChunk, CodeChunk, CompletionChunk } from './text.ts';
export type { CallOptions, Credentials } from './transport.ts';
export type { EventData, EventType, WebhookEvent } from './webhook-events.ts';
export { type SignedWebhook, verifyWebhook } from './webhook-signature.ts';
