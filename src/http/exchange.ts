// What sending a response needs: the response, its headers, its compression, and where a failing stream is reported.

import type { ServerResponse } from 'node:http';
import { errorBody, type ServiceError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { logUpstreamFailure, upstreamOf } from '../core/upstream-failure.ts';
import type { AttributionText } from './attribution.ts';
import type { Recording } from './idempotency.ts';
import type { Incoming } from './incoming.ts';
import { type Packing, packingFor } from './pack-answer.ts';
import type { ErrorShape } from './route.ts';
import type { WatchedCall } from './watched-call.ts';

export interface Exchange {
  response: ServerResponse;
  requestId: string;
  /** null if the account's plan removes it. */
  attribution: AttributionText | null;
  /** Rate limits and other headers that are known before the route runs. */
  headers: Record<string, string>;
  signal: AbortSignal;
  /** Records what is sent, so that an idempotent call can be replayed. */
  recording: Recording | null;
  /** Set when the response carries a charge: then the ledger counts the usage. */
  charged: boolean;
  /** How a large JSON answer may be compressed. */
  packing: Packing | undefined;
  /** The error format that the client expects; undefined: ours. */
  errorShape: ErrorShape | undefined;
  onStreamError(error: ServiceError): void;
  /** Records what is sent; undefined if neither metrics, the request log nor traces show it. */
  watch: WatchedCall | undefined;
}

interface ExchangeTerms {
  attribution: AttributionText;
  log: Log;
  signal: AbortSignal;
  watch: WatchedCall | undefined;
}

export function openExchange(incoming: Incoming, { attribution, log, signal, watch }: ExchangeTerms): Exchange {
  const { response, requestId, answerHeaders, caller, pattern, errorShape } = incoming;
  return {
    response,
    requestId,
    attribution: caller?.attributionWaived ? null : attribution,
    headers: answerHeaders,
    signal,
    recording: null,
    charged: false,
    packing: packingFor(incoming),
    errorShape,
    watch,
    onStreamError: (error) => {
      // A client that disconnected is not a failure of the service.
      if (error.status < 500 || signal.aborted) return;
      if (upstreamOf(error) === undefined) log.error({ err: error, requestId, path: pattern }, 'a stream failed');
      else logUpstreamFailure(log, error, { requestId, path: pattern });
    },
  };
}

export function writeHead(exchange: Exchange, status: number, headers: Record<string, string>): void {
  if (exchange.attribution) headers['x-attribution'] = exchange.attribution.header;
  headers['x-request-id'] = exchange.requestId;
  exchange.response.writeHead(status, headers);
  exchange.watch?.begins({ isStream: false });
}

/** The body of an error in the client's format. */
export function shapeError({ errorShape, requestId }: Exchange, error: ServiceError): ReturnType<ErrorShape> {
  return errorShape ? errorShape(error, requestId) : { body: errorBody(error, requestId) };
}
