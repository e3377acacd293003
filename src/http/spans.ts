// Trace spans of recorded calls: one for the request, and a child span for the model that answered it.
import type { Context, SpanContext, Tracer } from '@opentelemetry/api';
import type { LoggedRequest } from '../core/logged-request.ts';
import { genAiAttributes, operationOf } from './gen-ai-names.ts';

// SpanKind and SpanStatusCode as numbers: their package is loaded only where spans are sent.
const SERVER = 1;
const CLIENT = 2;
const ERROR = 2;

export type RecordSpans = (call: LoggedRequest, traceParent: string | undefined) => void;

/** `api` is passed in: its package is loaded only where spans are sent. */
export function spanRecorder(
  tracer: Tracer,
  { ROOT_CONTEXT, trace }: typeof import('@opentelemetry/api'),
): RecordSpans {
  return (call, traceParent) => {
    const parent = remoteSpan(traceParent);
    const span = startRequestSpan(tracer, call, parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT);
    recordModelSpan(tracer, call, trace.setSpan(ROOT_CONTEXT, span));
    span.end(endOf(call));
  };
}

function startRequestSpan(tracer: Tracer, call: LoggedRequest, parent: Context) {
  const span = tracer.startSpan(
    `${call.method} ${call.route}`,
    {
      kind: SERVER,
      startTime: call.startedAt,
      attributes: {
        'http.request.method': call.method,
        'http.route': call.route,
        'http.response.status_code': call.status,
        'http.request.body.size': call.requestBytes,
        'http.response.body.size': call.responseBytes,
        'atelier.request_id': call.id,
        'atelier.account_id': call.accountId,
        'atelier.environment': call.environment,
        ...(call.keyId ? { 'atelier.key_id': call.keyId } : {}),
        ...(call.outcome === 'stopped' ? { 'atelier.stopped': true } : {}),
        ...(call.errorCode ? { 'error.type': call.errorCode } : {}),
      },
    },
    parent,
  );
  // The conventions count only the service's own failures as errors of a server.
  if (call.outcome === 'error' && (call.status >= 500 || call.status < 400)) span.setStatus({ code: ERROR });
  return span;
}

function recordModelSpan(tracer: Tracer, call: LoggedRequest, parent: Context): void {
  const operation = operationOf(call);
  if (!operation || !call.model) return;
  const span = tracer.startSpan(
    `${operation} ${call.model}`,
    { kind: CLIENT, startTime: call.startedAt, attributes: genAiAttributes(operation, call) },
    parent,
  );
  if (call.outcome === 'error') span.setStatus({ code: ERROR });
  span.end(endOf(call));
}

function endOf(call: LoggedRequest): Date {
  return new Date(call.startedAt.getTime() + call.durationMs);
}

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}/;

/** Sampled whatever the client requests: the operator decides what is sent. */
function remoteSpan(header: string | undefined): SpanContext | undefined {
  const [, traceId = '0', spanId = '0'] = TRACE_PARENT.exec(header ?? '') ?? [];
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: 1, isRemote: true };
}
