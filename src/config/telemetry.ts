// Reads where traces and metrics are sent, by OpenTelemetry's names for these settings.
import type { SettingName, SettingsReader } from './declarations.ts';
import type { Config } from './settings.ts';
import { ConfigError, commaList, oneOf, trimSlash, wholeNumber } from './values.ts';

type Text = SettingsReader['text'];

export function telemetryOf(text: Text): Config['telemetry'] {
  if (text('OTEL_SDK_DISABLED') === 'true') return null;
  const [tracesUrl, metricsUrl] = [urlOf(text, 'TRACES'), urlOf(text, 'METRICS')];
  if (!tracesUrl && !metricsUrl) return null;
  // An error instead of silence: a collector with another protocol would show nothing.
  oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', text('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json', ['http/json']);
  const { 'service.name': named, ...attributes } = pairsOf('OTEL_RESOURCE_ATTRIBUTES', text);
  return {
    tracesUrl,
    metricsUrl,
    headers: pairsOf('OTEL_EXPORTER_OTLP_HEADERS', text),
    serviceName: text('OTEL_SERVICE_NAME') ?? named ?? null,
    attributes,
    metricsEveryMs: wholeNumber('OTEL_METRIC_EXPORT_INTERVAL', text('OTEL_METRIC_EXPORT_INTERVAL') ?? '60000', {
      from: 100,
      to: 3_600_000,
    }),
  };
}

function urlOf(text: Text, signal: 'TRACES' | 'METRICS'): string | null {
  const exporter = oneOf(`OTEL_${signal}_EXPORTER`, text(`OTEL_${signal}_EXPORTER`) ?? 'otlp', ['otlp', 'none']);
  if (exporter === 'none') return null;
  const name = `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT` as const;
  const [own, base] = [text(name), text('OTEL_EXPORTER_OTLP_ENDPOINT')];
  const url = own ?? (base && `${trimSlash(base)}/v1/${signal.toLowerCase()}`);
  if (url && !/^https?:\/\//.test(url))
    throw new ConfigError(`${own ? name : 'OTEL_EXPORTER_OTLP_ENDPOINT'} must begin with http:// or https://.`);
  return url;
}

/** `name=value,other=value`, with values as in a URL. */
function pairsOf(name: SettingName, text: Text): Record<string, string> {
  const pairs = commaList(text(name) ?? '').map((pair) => {
    const at = pair.indexOf('=');
    if (at < 1) throw new ConfigError(`${name} must be a list such as name=value,other=value.`);
    return [pair.slice(0, at).trim(), decoded(name, pair.slice(at + 1).trim())];
  });
  return Object.fromEntries(pairs);
}

function decoded(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new ConfigError(`A value of ${name} is not encoded as in a URL: write a per cent sign as %25.`);
  }
}
