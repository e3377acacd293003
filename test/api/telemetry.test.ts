// OpenTelemetry: spans and metrics with the names of the GenAI conventions arrive at a real OTLP receiver, with the headers of the settings.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { loadConfig } from '../../src/config/config.ts';
import { type ObedientUpstream, startObedientUpstream } from '../support/obedient-upstream.ts';
import { startService, type TestAccount, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';

interface Value {
  stringValue?: string;
  intValue?: number | string;
  doubleValue?: number;
  boolValue?: boolean;
}
interface Attribute {
  key: string;
  value: Value;
}
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: Attribute[];
  status: { code: number };
}
interface Metric {
  name: string;
  unit: string;
  histogram?: { dataPoints: { attributes: Attribute[]; count: number; sum: number }[] };
  sum?: { dataPoints: { attributes: Attribute[]; asDouble: number }[] };
}

const spans: Span[] = [];
let metrics: Metric[] = [];
const seen: {
  path: string;
  authorization: string | undefined;
  version: string | undefined;
  service: unknown;
  instance: unknown;
}[] = [];
const PARENT = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' };

/** Takes what a collector, or Langfuse at /api/public/otel, takes. */
const receiver = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString());
  const [resource] = body.resourceSpans ?? body.resourceMetrics;
  seen.push({
    path: request.url ?? '',
    authorization: request.headers.authorization,
    version: request.headers['x-langfuse-ingestion-version']?.toString(),
    service: namesOf(resource.resource.attributes)['service.name'],
    instance: namesOf(resource.resource.attributes)['service.instance.id'],
  });
  for (const scope of resource.scopeSpans ?? []) spans.push(...scope.spans);
  for (const scope of resource.scopeMetrics ?? []) metrics = scope.metrics;
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
});

let service: TestService;
let upstream: ObedientUpstream;
let account: TestAccount;

before(async () => {
  upstream = await startObedientUpstream();
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  service = await startService({
    OPENAI_BASE_URL: upstream.baseUrl,
    TEST_WORKER: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/api/public/otel`,
    OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20cGs6c2s=,x-langfuse-ingestion-version=4',
    OTEL_SERVICE_NAME: 'shop',
    OTEL_METRIC_EXPORT_INTERVAL: '200',
  });
  account = await service.account();
});
after(async () => {
  await service.stop();
  await upstream.close();
  receiver.closeAllConnections();
  receiver.close();
});

function namesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const { stringValue, intValue, doubleValue, boolValue } = value;
      return [key, stringValue ?? doubleValue ?? boolValue ?? Number(intValue)];
    }),
  );
}

const body = { model: 'obedient-1', messages: [{ role: 'user', content: 'Say five words.' }], max_tokens: 5 };

test('a chat is a span of the request and one of the model below it, in the trace of the client', async () => {
  const answer = await service.call('POST', '/v1/chat/completions', {
    key: account.liveKey,
    body,
    headers: { traceparent: `00-${PARENT.trace}-${PARENT.span}-01` },
  });
  const [model, request] = await until(
    () => {
      const found = ['chat obedient-1', 'POST /chat/completions'].map((name) => spans.find((one) => one.name === name));
      return found.every(Boolean) && (found as [Span, Span]);
    },
    { saying: 'both spans have arrived' },
  );
  assert.deepEqual([request.traceId, request.parentSpanId, request.kind], [PARENT.trace, PARENT.span, 2]);
  assert.deepEqual([model.traceId, model.parentSpanId, model.kind], [PARENT.trace, request.spanId, 3]);
  const named = namesOf(model.attributes);
  const { usage } = answer.json;
  assert.deepEqual(
    [
      ...['gen_ai.operation.name', 'gen_ai.provider.name', 'gen_ai.request.model', 'gen_ai.response.model'],
      ...['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens', 'atelier.credits', 'atelier.request_id'],
    ].map((name) => named[name]),
    [
      ...['chat', 'openai', 'obedient-1', 'obedient-1', usage.prompt_tokens, usage.completion_tokens],
      ...[usage.credits, answer.headers.get('x-request-id')],
    ],
  );
  assert.ok(BigInt(model.endTimeUnixNano) >= BigInt(model.startTimeUnixNano));
  const http = namesOf(request.attributes);
  assert.deepEqual([http['http.route'], http['http.response.status_code']], ['/chat/completions', 200]);
  const { instance, ...traces } = seen.find(({ path }) => path.endsWith('/v1/traces')) ?? {};
  assert.equal(typeof instance, 'string');
  assert.deepEqual(traces, {
    path: '/api/public/otel/v1/traces',
    authorization: 'Basic cGs6c2s=',
    version: '4',
    service: 'shop',
  });
  assert.ok(!JSON.stringify(spans).includes('Say five words'), 'no prompt is sent');
});

test('metrics count tokens, time and credits of models that answered, and time to the first token of streams', async () => {
  await service.call('POST', '/v1/chat/completions', { key: account.liveKey, body: { ...body, stream: true } });
  await service.call('POST', '/v1/chat/completions', { key: account.liveKey, body: { ...body, model: 'invented-9' } });
  const read = (name: string) => metrics.find((one) => one.name === name);
  const first = await until(() => read('gen_ai.server.time_to_first_token')?.histogram?.dataPoints[0], {
    saying: 'the metrics have arrived',
  });
  assert.equal(Number(first.count), 1);
  const failed = await until(
    () =>
      read('gen_ai.client.operation.duration')?.histogram?.dataPoints.find(
        (point) => namesOf(point.attributes)['error.type'] === 'unknown_model',
      ),
    { saying: 'the failed call is counted' },
  );
  assert.equal(namesOf(failed.attributes)['gen_ai.request.model'], undefined);
  const tokens = read('gen_ai.client.token.usage');
  assert.equal(tokens?.unit, '{token}');
  const output = tokens?.histogram?.dataPoints.find(
    (point) => namesOf(point.attributes)['gen_ai.token.type'] === 'output',
  );
  assert.deepEqual([Number(output?.count), output?.sum], [2, 10]);
  const modules = tokens?.histogram?.dataPoints.map(({ attributes }) => namesOf(attributes)['atelier.module']);
  assert.deepEqual([...new Set(modules)], ['chat']);
  assert.ok((read('atelier.credits')?.sum?.dataPoints[0]?.asDouble ?? 0) > 0);
  const charged = read('atelier.credits_charged')?.sum;
  assert.ok((charged?.dataPoints[0]?.asDouble ?? 0) > 0, 'what /metrics reads is exported too');
  assert.ok(read('atelier.database_connections'));
  const ofMetrics = seen.filter(({ path }) => path === '/api/public/otel/v1/metrics');
  const instances = new Set(ofMetrics.map(({ instance }) => instance));
  assert.equal(instances.size, 1);
  assert.match(String([...instances][0]), /^[0-9a-f-]{36}$/);
});

test('the settings have the standard names, and what cannot be done is said', () => {
  const read = (settings: Record<string, string>) => loadConfig(settings, '/nowhere').telemetry;
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://127.0.0.1:4318/';
  assert.equal(read({}), null);
  assert.equal(read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }), null);
  const both = read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=eu%2C1' });
  assert.deepEqual(
    [both?.tracesUrl, both?.metricsUrl, both?.attributes],
    ['http://127.0.0.1:4318/v1/traces', 'http://127.0.0.1:4318/v1/metrics', { 'deployment.environment.name': 'eu,1' }],
  );
  const traces = read({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none' });
  assert.deepEqual([traces?.tracesUrl, traces?.metricsUrl], ['http://127.0.0.1:4318/v1/traces', null]);
  for (const wrong of [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_EXPORTER_OTLP_HEADERS: 'nonsense' },
    { OTEL_TRACES_EXPORTER: 'zipkin' },
    { OTEL_METRIC_EXPORT_INTERVAL: '0' },
  ])
    assert.throws(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT, ...wrong }), {
      message: new RegExp(Object.keys(wrong)[0] ?? ''),
    });
  assert.throws(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' }), /http:/);
});
