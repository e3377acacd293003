// How the fields of Ollama's API are treated.
import { type FieldTable, honoured, ignored, passedOn, refused } from './rule.ts';

const ELSEWHERE = 'Use POST /v1/chat/completions with logprobs, for upstreams that offer them.';
const SAMPLER = 'No engine here samples in this way.';

export const OLLAMA_FIELDS: FieldTable = {
  'model, messages, prompt, system, images, suffix, raw, stream': honoured(
    'A tool’s message without `tool_call_id` answers the first open call of its name. `suffix` and `raw` go to the model as a plain completion.',
  ),
  'tools, tool_choice': honoured('Functions. `tool_choice` is OpenAI’s.'),
  format: honoured('`json`, or a JSON schema.'),
  think: honoured('false, true, `low`, `medium`, `high`.'),
  'options.num_predict, temperature, top_p, seed, stop': honoured('`temperature` is 0 to 2.'),
  'options.top_k, min_p, repeat_penalty, presence_penalty, frequency_penalty': passedOn('To engines that know them.'),
  'options.repeat_last_n': ignored('How far back `repeat_penalty` looks is the engine’s own.'),
  'options.num_ctx, num_batch, num_gpu, num_thread, num_keep, use_mmap and the like': ignored(
    'They say how a model is loaded. A model always has its whole window.',
  ),
  keep_alive: ignored('Models stay loaded.'),
  'options.mirostat': refused(SAMPLER, ['0']),
  'options.tfs_z': refused(SAMPLER, ['1']),
  'options.typical_p': refused(SAMPLER, ['1']),
  context: refused('Use POST /api/chat and send the messages so far.'),
  template: refused('Each model has its own template. Set "raw" to send a prompt as it is.', ['']),
  logprobs: refused(ELSEWHERE),
  top_logprobs: refused(ELSEWHERE, ['0']),
};
