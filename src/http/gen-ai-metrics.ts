// Metrics of calls to models, by OpenTelemetry's conventions for generative AI.
import type { Attributes, Meter } from '@opentelemetry/api';
import type { LoggedRequest } from '../core/logged-request.ts';
import { microToCredits } from '../core/money.ts';
import { operationOf, providerOf } from './gen-ai-names.ts';
import { streamSpeed, TOKENS_PER_SECOND } from './stream-speed.ts';

// As the conventions recommend.
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);
const SECONDS = Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power);
const FIRST_TOKEN_SECONDS = [0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

export function metricRecorder(meter: Meter): (call: LoggedRequest) => void {
  const histogram = (name: string, unit: string, boundaries: number[]) =>
    meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: boundaries } });
  const tokens = histogram('gen_ai.client.token.usage', '{token}', TOKENS);
  const duration = histogram('gen_ai.client.operation.duration', 's', SECONDS);
  const firstToken = histogram('gen_ai.server.time_to_first_token', 's', FIRST_TOKEN_SECONDS);
  const speed = histogram('atelier.tokens_per_second', '{token}/s', TOKENS_PER_SECOND);
  const cost = meter.createCounter('atelier.upstream_cost', {
    unit: '{credit}',
    description: 'What upstreams bill for charged calls, where known',
  });
  const credits = meter.createCounter('atelier.credits', { unit: '{credit}', description: 'Credits charged' });
  return (call) => {
    const operation = operationOf(call);
    if (!operation) return;
    const what = attributesOf(operation, call);
    duration.record(call.durationMs / 1000, { ...what, ...(call.errorCode ? { 'error.type': call.errorCode } : {}) });
    if (call.promptTokens !== null) tokens.record(call.promptTokens, { ...what, 'gen_ai.token.type': 'input' });
    if (call.completionTokens !== null)
      tokens.record(call.completionTokens, { ...what, 'gen_ai.token.type': 'output' });
    if (call.streamed && call.firstByteMs !== null && call.outcome !== 'error')
      firstToken.record(call.firstByteMs / 1000, what);
    const tokensPerSecond = streamSpeed(call);
    if (tokensPerSecond !== null) speed.record(tokensPerSecond, what);
    if (call.upstreamCost) cost.add(microToCredits(call.upstreamCost), what);
    if (call.charged) credits.add(microToCredits(call.charged), what);
  };
}

/**
 * A model that did not answer is not a label: a client could send a new name with each call, and every name creates a
 * series.
 */
function attributesOf(operation: string, call: LoggedRequest): Attributes {
  const { servedModel, model } = call;
  return {
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': providerOf(call),
    'atelier.module': call.module,
    ...(servedModel === null
      ? {}
      : { 'gen_ai.request.model': model ?? servedModel, 'gen_ai.response.model': servedModel }),
  };
}
