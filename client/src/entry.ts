// What the package offers.
export { Atelier, type AtelierSettings } from './atelier.ts';
export {
  AtelierError,
  AuthenticationError,
  ConnectionError,
  EngineError,
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
export type { Job, JobCall, WaitOptions } from './jobs.ts';
export type { Build, Film, MakeOptions, Picture, Song } from './making.ts';
export type { Page, Pages } from './pages.ts';
export type { ChatChunk, CodeChunk, CompletionChunk } from './text.ts';
export type { CallOptions } from './transport.ts';
export type { EventData, EventType, WebhookEvent } from './webhook-events.ts';
export { type SignedWebhook, verifyWebhook } from './webhook-signature.ts';
