// Writes an order in the words of the OpenAI API.
import type { RelayOrder, TextOrder } from '../port.ts';

// OpenAI's reasoning families refuse the old name; every other server knows only the old one.
const NAMES_IT_ANEW = /^(o\d|gpt-5)/;

/** The customer's own body, with our model name replaced and usage asked for: without it nothing could be charged right. */
export function relayBody(order: RelayOrder, upstreamModel: string): string {
  const { conversation_id: _ours, stream_options, ...body } = order.body;
  if (!order.stream) return JSON.stringify({ ...body, model: upstreamModel, stream: false });
  const options = typeof stream_options === 'object' && stream_options !== null ? stream_options : {};
  return JSON.stringify({
    ...body,
    model: upstreamModel,
    stream: true,
    stream_options: { ...options, include_usage: true },
  });
}

export function orderBody(order: TextOrder, upstreamModel: string): string {
  return JSON.stringify({
    ...order.extra,
    model: upstreamModel,
    ...(order.messages ? { messages: order.messages } : { prompt: order.prompt ?? '', suffix: order.suffix }),
    [NAMES_IT_ANEW.test(upstreamModel) ? 'max_completion_tokens' : 'max_tokens']: order.maxTokens,
    temperature: order.temperature,
    top_p: order.topP,
    seed: order.seed,
    stop: order.stop,
    presence_penalty: order.presencePenalty,
    frequency_penalty: order.frequencyPenalty,
    logit_bias: order.logitBias,
    response_format: order.responseFormat,
    tools: order.tools,
    tool_choice: order.toolChoice,
    user: order.user,
    stream: true,
    stream_options: { include_usage: true },
  });
}
