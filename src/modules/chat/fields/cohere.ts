// What becomes of the fields of Cohere's chat and embeddings.
import { type FieldTable, honoured, ignored, refused } from './rule.ts';

export const COHERE_CHAT_FIELDS: FieldTable = {
  'model, messages, max_tokens, stop_sequences, temperature, p, seed, stream': honoured(
    'Text and images, as in the API.',
  ),
  tools: honoured('Functions.'),
  tool_choice: honoured('`REQUIRED` and `NONE`.'),
  strict_tools: honoured('As `strict` of each function.'),
  documents: honoured(
    'Shown to the model before the messages. Answers have no `citations`, because models elsewhere write none.',
  ),
  response_format: honoured('Text, JSON, JSON with a schema.'),
  'frequency_penalty, presence_penalty, k': honoured('To engines that know them.'),
  'thinking.type': honoured('`disabled`: a model that thinks is asked not to.'),
  'thinking.token_budget': ignored('Models think as long as they do; `max_tokens` bounds all of it.'),
  citation_options: ignored('There are no citations to choose.'),
  priority: ignored('Calls are answered in their order.'),
  safety_mode: refused('No mode is added to what a model does by itself. Say it in a system message.', [
    'contextual',
    'off',
  ]),
  logprobs: refused('Use POST /v1/chat/completions with logprobs, for upstreams that offer them.'),
};

export const COHERE_EMBED_FIELDS: FieldTable = {
  'model, texts, inputs, output_dimension': honoured('Inputs of text. The texts of one input are joined.'),
  embedding_types: honoured('`float`, `base64`, `binary` and `ubinary` (the signs of the values, eight to a byte).'),
  input_type: ignored('Models here read all kinds of texts alike.'),
  truncate: ignored('A text that is longer than the model reads is refused.'),
  max_tokens: refused('A text is read whole. Shorten it before.'),
  images: refused('Models here read texts.'),
  priority: ignored('Calls are answered in their order.'),
};
