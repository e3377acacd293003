// Answers of a real service to the examples of the routes, recorded by test/contract/openapi-examples.test.ts.
import type { Route } from '../route.ts';
import recorded from './recorded-replies.json' with { type: 'json' };

export interface RecordedReply {
  /** The path parameters of the call that was recorded. */
  params?: Record<string, string>;
  body?: unknown;
  /** The first events of an answer that is a stream. */
  events?: string;
}

export function recordedReply(route: Route): RecordedReply | undefined {
  return (recorded as Record<string, RecordedReply>)[nameOf(route)];
}

/** The key of a route in the recording: `GET /jobs/:id`, with the prefix where it is not /v1. */
function nameOf({ method, prefix, path }: Pick<Route, 'method' | 'prefix' | 'path'>): string {
  return `${method} ${prefix === '/v1' ? '' : prefix}${path}`;
}
