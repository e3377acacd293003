// Trace spans of watched calls, sent to a collector: one for the request, and one below it for the model that answered it.
import type { Context, Tracer } from '@opentelemetry/api';
import type { LoggedRequest } from '../store/request-log.ts';
import { genAiAttributes, operationOf } from './gen-ai-names.ts';

export interface Spans {
  /** `traceParent` is the header that names the client's own span. */
  record(call: LoggedRequest, traceParent: string | undefined): void;
  close(): Promise<void>;
}

// SpanKind and SpanStatusCode as numbers: their package is loaded only where spans are sent.
const SERVER = 1;
const CLIENT = 2;
const ERROR = 2;

/** The SDK is loaded only when it is used: it is larger than the rest of the pipeline. */
export async function exportSpans(endpoint: string, serviceName: string): Promise<Spans> {
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { ROOT_CONTEXT, trace } = await import('@opentelemetry/api');
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer(serviceName);
  return {
    record(call, traceParent) {
      const span = startRequestSpan(tracer, call, parentOf(traceParent, ROOT_CONTEXT, trace.setSpanContext));
      recordModelSpan(tracer, call, trace.setSpan(ROOT_CONTEXT, span));
      span.end(endOf(call));
    },
    close: () => provider.shutdown(),
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

const TRACE_PARENT = /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})/;

function parentOf(
  header: string | undefined,
  root: Context,
  setSpanContext: typeof import('@opentelemetry/api').trace.setSpanContext,
): Context {
  const [, traceId, spanId, flags] = TRACE_PARENT.exec(header ?? '') ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return root;
  // Sampled whatever the client says: the operator decides what is sent.
  return setSpanContext(root, { traceId, spanId, traceFlags: 1, isRemote: true });
}
