// One trace span per request, sent to a collector when one is configured.
import type { Tracer } from '@opentelemetry/api';
import type { Caller } from '../core/caller.ts';
import type { Route } from './route.ts';

export interface RunningSpan {
  end(status: number): void;
}

export interface Spans {
  start(route: Route, requestId: string, caller: Caller): RunningSpan;
  close(): Promise<void>;
}

/** SpanKind.SERVER, as a number: its package is loaded only where spans are sent. */
const SERVER = 1;
const NOTHING: RunningSpan = { end: () => undefined };
export const noSpans: Spans = { start: () => NOTHING, close: async () => undefined };

/** The SDK is loaded only when it is used: it is larger than the rest of the pipeline. */
export async function exportSpans(endpoint: string, serviceName: string): Promise<Spans> {
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  return { start: (...call) => startSpan(provider.getTracer(serviceName), call), close: () => provider.shutdown() };
}

function startSpan(tracer: Tracer, [route, requestId, caller]: Parameters<Spans['start']>): RunningSpan {
  const span = tracer.startSpan(`${route.method} ${route.path}`, {
    kind: SERVER,
    attributes: {
      'http.request.method': route.method,
      'http.route': route.path,
      'atelier.request_id': requestId,
      'atelier.account_id': caller.accountId,
      'atelier.environment': caller.environment,
    },
  });
  return {
    end(status) {
      span.setAttribute('http.response.status_code', status);
      span.end();
    },
  };
}
