// Turns Ollama's options into the sampling fields of a chat, and refuses those that would change an answer but cannot be honoured.
import { OLLAMA_FIELDS } from '../../fields/ollama.ts';
import { refuseByTable } from '../../fields/rule.ts';
import type { ChatBody } from '../../schema.ts';
import type { Options } from './schema.ts';

export function samplingOf(options: Options): Partial<ChatBody> {
  refuseByTable(options, OLLAMA_FIELDS, 'options');
  const { num_predict: limit, temperature, top_p, top_k, min_p, seed, stop, repeat_penalty } = options;
  const { presence_penalty, frequency_penalty } = options;
  return {
    ...(limit !== undefined && limit > 0 ? { max_tokens: limit } : {}),
    ...(temperature === undefined ? {} : { temperature }),
    ...(top_p === undefined ? {} : { top_p }),
    ...(top_k === undefined ? {} : { top_k }),
    ...(min_p === undefined ? {} : { min_p }),
    ...(seed === undefined ? {} : { seed }),
    ...(stop === undefined || stop.length === 0 ? {} : { stop }),
    ...(presence_penalty === undefined ? {} : { presence_penalty }),
    ...(frequency_penalty === undefined ? {} : { frequency_penalty }),
    ...(repeat_penalty === undefined ? {} : { repetition_penalty: repeat_penalty }),
  };
}
