// How the fields of OpenAI's Responses API are treated.
import { type FieldTable, honoured, ignored, passedOn, refused } from './rule.ts';

export const RESPONSES_FIELDS: FieldTable = {
  'model, instructions, max_output_tokens, temperature, top_p, stream': honoured('As in the API.'),
  input: honoured(
    'A text, or items: messages with text, images and documents (`input_file`: PDF and text, read as text) and recordings (`input_audio`: transcribed, at the price of a transcription), calls of functions and custom tools with their results (text, images, files), thoughts, references to items.',
  ),
  conversation: honoured('Continues a conversation of `POST /conversations`, and adds the turn to it.'),
  previous_response_id: honoured('Continues a stored response, up to 500 links.'),
  store: honoured('True unless you say otherwise.'),
  include: honoured(
    '`reasoning.encrypted_content`: thoughts that only this service can read, for loops without `store`. `file_search_call.results`, `web_search_call.action.sources`: what searches found.',
  ),
  tools: honoured(
    'Functions; `custom` tools; the tools of a `namespace`; `tool_search` with `execution: "client"`. `web_search` where the operator names a search engine; `file_search` in your vector stores. Other tools that OpenAI runs itself are left out; the header `X-Left-Out` names them.',
  ),
  tool_choice: honoured('All choices of functions and custom tools; `allowed_tools` leaves out the others.'),
  parallel_tool_calls: honoured('As in the API.'),
  'text.format, text.verbosity': honoured('Text, JSON, JSON with a schema; `verbosity` for upstreams that know it.'),
  'reasoning.effort': honoured('`max` is the highest effort that upstreams know.'),
  'reasoning.summary': honoured('Thoughts arrive as the summary of a reasoning item, not as its content.'),
  metadata: honoured('Up to 16 notes, stored with the response.'),
  top_logprobs: passedOn(
    'To upstreams of OpenAI’s API, as `include: ["message.output_text.logprobs"]` is; other engines refuse it.',
  ),
  'user, safety_identifier': passedOn('To upstreams that know them.'),
  'prompt_cache_key, prompt_cache_retention, prompt_cache_options': ignored('Hints about caches.'),
  'client_metadata, stream_options, access_programs, moderation': ignored('Tracing and padding.'),
  service_tier: ignored('There is one tier, at the listed price; the answer names it.'),
  max_tool_calls: honoured('How often the web and files are searched, at most 10 times.'),
  truncation: ignored('No item is dropped: an input that is too long is refused.'),
  context_management: ignored('Nothing is edited: the model reads what you send.'),
  background: honoured(
    'The answer is written without a connection, and read with GET /responses/{id}. Not with `conversation`, and up to 4 MB.',
  ),
  prompt: refused('Stored prompts are not offered. Send "instructions" and "input".'),
};
