// How the fields of OpenAI's chat completions and plain completions are treated.
import { type FieldTable, honoured, ignored, passedOn, refused } from './rule.ts';

export const CHAT_FIELDS: FieldTable = {
  'model, messages, prompt': honoured(
    'Text, images, documents (`file` parts: PDF and text, read as text), and recordings (`input_audio` parts: transcribed, at the price of a transcription).',
  ),
  'max_tokens, max_completion_tokens, n, stop, seed, temperature, top_p': honoured('As in the API.'),
  'stream, stream_options.include_usage': honoured('The last event has the usage.'),
  conversation_id: honoured('Keeps the turns on the server.'),
  response_format: honoured('Text, JSON, JSON with a schema.'),
  tools: honoured(
    'Functions. A `custom` tool is a function with one string for the model, and its calls come back as `custom`.',
  ),
  tool_choice: honoured('All choices; `allowed_tools` leaves out the other tools.'),
  'presence_penalty, frequency_penalty, logit_bias, top_k, min_p, repetition_penalty':
    passedOn('To engines that know them.'),
  'logprobs, top_logprobs': passedOn('To upstreams of OpenAI’s API; other engines refuse them.'),
  'parallel_tool_calls, reasoning_effort, verbosity, user, safety_identifier': passedOn('To engines that know them.'),
  'prompt_cache_key, prompt_cache_retention, prompt_cache_options': ignored('Hints about caches.'),
  'prediction, stream_options.include_obfuscation, moderation': ignored('Hints and padding.'),
  service_tier: ignored('There is one tier, at the listed price.'),
  web_search_options: ignored('Models here do not search the web; the header `X-Left-Out` says so.'),
  functions: refused('Functions are sent as "tools": [{"type": "function", "function": {…}}].'),
  function_call: refused('Which function is called is sent as "tool_choice".'),
  audio: refused('Answers are text. POST /audio/speech turns text into speech.'),
  modalities: refused('Answers are text.', ['text']),
  'store, metadata': honoured('`store: true` keeps the completion with its notes, for GET /chat/completions.'),
  best_of: honoured('Must not exceed `n`: every generated answer is returned.'),
};
