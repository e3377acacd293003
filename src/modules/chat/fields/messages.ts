// How the fields of Anthropic's Messages API are treated.
import { type FieldTable, honoured, ignored, passedOn, refused } from './rule.ts';

export const MESSAGES_FIELDS: FieldTable = {
  'model, max_tokens, stream, temperature, top_p, top_k, stop_sequences': honoured('As in the API.'),
  'system, messages': honoured(
    'Text, images, documents (PDF and text, read as text), search results, tool results with images. A last message of the assistant is continued.',
  ),
  'messages[].content[].thinking, redacted_thinking': honoured(
    'Thoughts go back to models that take them. What `display: "omitted"` hides is kept, encrypted, in `signature`.',
  ),
  'messages[].content[].cache_control, cache_control': passedOn(
    'To upstreams that know it, for 5 minutes; `1h` asks for no more, so that nothing costs more than it is priced.',
  ),
  'messages[].content[].citations': passedOn('To upstreams of Anthropic; answers of other models have no citations.'),
  tools: honoured(
    'Your own, and those of Anthropic that you run: `bash`, `text_editor`, `memory`, `computer`. `web_search` where the operator names a search engine, with `max_uses`, `allowed_domains`, `blocked_domains`. Other tools that Anthropic runs itself are left out; the header `X-Left-Out` names them.',
  ),
  'tools[].defer_loading': honoured('A deferred tool is shown to the model once a `tool_reference` names it.'),
  'tools[].input_examples': honoured('Told to the model with the description.'),
  'tools[].allowed_callers, tools[].eager_input_streaming': ignored('Tools are called by the model alone.'),
  tool_choice: honoured('All four choices, and `disable_parallel_tool_use`.'),
  'thinking, output_config.effort': honoured('`max` is the highest effort of the upstream.'),
  'thinking.display': honoured('`omitted`: the text of thoughts is not sent.'),
  'output_config.format, output_format': honoured('JSON of a given schema.'),
  'metadata.user_id': passedOn('As the name of the person who asks.'),
  context_management: passedOn(
    'Edits that clear something, to upstreams of Anthropic; elsewhere nothing is edited: the model reads what you send.',
  ),
  compaction: ignored('It is a call of its own, with a price of its own.'),
  'service_tier, speed, billing_policy, fallback_credit_token': ignored(
    'There is one tier and one speed, at the listed price; `usage` names them.',
  ),
  'diagnostics, thread, user_profile_id, workspace_id, fallbacks': ignored('Tracing, and choices of Anthropic’s own.'),
  'container, mcp_servers': ignored('Nothing runs on this server; `X-Left-Out` says so. Declare tools and run them.'),
  'anthropic-beta (header)': passedOn(
    'To upstreams of Anthropic, where the feature changes neither a price nor where data goes.',
  ),
  inference_geo: refused('This service cannot promise where a model runs.', ['global']),
};
