// The settings of traces and metrics, by OpenTelemetry's names.
import type { Declaration } from './declaration.ts';

export const TELEMETRY = {
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    meaning: 'The base URL of a collector for traces and metrics.',
    otherwise: 'nothing is sent',
    example: 'http://collector.example.com:4318',
  },
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: {
    meaning: 'The whole URL for traces, in place of the base.',
    otherwise: 'the base with `/v1/traces`',
    example: 'http://collector.example.com:4318/v1/traces',
  },
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: {
    meaning: 'The whole URL for metrics, in place of the base.',
    otherwise: 'the base with `/v1/metrics`',
    example: 'http://collector.example.com:4318/v1/metrics',
  },
  OTEL_TRACES_EXPORTER: { meaning: '`none`: no traces.', otherwise: '`otlp`', example: 'none' },
  OTEL_METRICS_EXPORTER: { meaning: '`none`: no metrics.', otherwise: '`otlp`', example: 'none' },
  OTEL_EXPORTER_OTLP_HEADERS: {
    meaning: 'Headers for the collector, with values as in a URL.',
    otherwise: 'none',
    example: 'authorization=Basic%20abc',
  },
  OTEL_EXPORTER_OTLP_PROTOCOL: {
    meaning: 'The protocol; no other is spoken.',
    otherwise: '`http/json`',
    example: 'http/json',
  },
  OTEL_SERVICE_NAME: {
    meaning: 'The name of the service in traces and metrics.',
    otherwise: '`SERVICE_NAME`',
    example: 'atelier-eu',
  },
  OTEL_RESOURCE_ATTRIBUTES: {
    meaning: 'Attributes of everything that is sent.',
    otherwise: 'none',
    example: 'deployment.environment.name=eu',
  },
  OTEL_METRIC_EXPORT_INTERVAL: {
    meaning: 'Milliseconds between two exports of metrics.',
    otherwise: '`60000`',
    example: '10000',
  },
  OTEL_SDK_DISABLED: {
    meaning: '`true`: nothing is measured or sent.',
    otherwise: 'as the endpoints say',
    example: 'true',
  },
} as const satisfies Record<string, Declaration>;
