// Sends traces and metrics of calls to a collector over OTLP/HTTP, as JSON, in the background.
import { randomUUID } from 'node:crypto';
import type { LoggedRequest } from '../core/logged-request.ts';
import { metricRecorder } from './gen-ai-metrics.ts';
import type { MetricSettings } from './metrics.ts';
import { observeIn } from './observed-metrics.ts';
import { type RecordSpans, spanRecorder } from './spans.ts';

export interface TelemetrySettings {
  tracesUrl: string | null;
  metricsUrl: string | null;
  headers: Readonly<Record<string, string>>;
  attributes: Readonly<Record<string, string>>;
  metricsEveryMs: number;
}

export interface Telemetry {
  /** `traceParent` is the header that names the client's own span. */
  record(call: LoggedRequest, traceParent: string | undefined): void;
  /** From now on, exports these too. */
  observe(metrics: readonly MetricSettings[]): void;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** The SDK is loaded only when it is used: it is larger than the rest of the pipeline. */
export async function openTelemetry(settings: TelemetrySettings, serviceName: string): Promise<Telemetry> {
  const [traces, metrics] = await Promise.all([openTraces(settings, serviceName), openMetrics(settings, serviceName)]);
  return {
    record(call, traceParent) {
      traces?.record(call, traceParent);
      metrics?.record(call);
    },
    observe: (read) => metrics?.observe(read),
    async close() {
      // An unreachable collector must not keep the service from stopping.
      await Promise.allSettled([traces?.close(), metrics?.close()]);
    },
  };
}

async function openTraces(settings: TelemetrySettings, serviceName: string) {
  const { tracesUrl: url, headers } = settings;
  if (!url) return undefined;
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const provider = new NodeTracerProvider({
    resource: await resourceOf(settings, serviceName),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url, headers }))],
  });
  const record: RecordSpans = spanRecorder(provider.getTracer('atelier'), await import('@opentelemetry/api'));
  return { record, close: () => provider.shutdown() };
}

async function openMetrics(settings: TelemetrySettings, serviceName: string) {
  const { metricsUrl: url, headers, metricsEveryMs } = settings;
  if (!url) return undefined;
  const { MeterProvider, PeriodicExportingMetricReader } = await import('@opentelemetry/sdk-metrics');
  const { OTLPMetricExporter } = await import('@opentelemetry/exporter-metrics-otlp-http');
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url, headers }),
    exportIntervalMillis: metricsEveryMs,
    exportTimeoutMillis: Math.min(metricsEveryMs, EXPORT_TIMEOUT_MS),
  });
  const provider = new MeterProvider({ resource: await resourceOf(settings, serviceName), readers: [reader] });
  const meter = provider.getMeter('atelier');
  return {
    record: metricRecorder(meter),
    observe: (read: readonly MetricSettings[]) => observeIn(meter, read),
    close: () => provider.shutdown(),
  };
}

const EXPORT_TIMEOUT_MS = 10_000;
/** Of this process. */
const INSTANCE_ID = randomUUID();

async function resourceOf({ attributes }: TelemetrySettings, serviceName: string) {
  const { defaultResource, resourceFromAttributes } = await import('@opentelemetry/resources');
  // Without an id of its own, the numbers of one process would replace those of another.
  const given = { 'service.instance.id': INSTANCE_ID, ...attributes, 'service.name': serviceName };
  return defaultResource().merge(resourceFromAttributes(given));
}
