// Turns Ollama's options into the sampling fields of a chat, and refuses those that would change an answer but cannot be honoured.
import { ServiceError } from '../../../../core/errors.ts';
import type { ChatBody } from '../../schema.ts';
import type { Options } from './schema.ts';

const HONOURED = [
  'num_predict',
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'seed',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'repeat_penalty',
];
/** These only say how a model is loaded and run. A model always has its whole context window, so num_ctx has no effect either. */
const WITHOUT_EFFECT = [
  'num_ctx',
  'num_batch',
  'num_gpu',
  'main_gpu',
  'num_thread',
  'num_keep',
  'numa',
  'low_vram',
  'f16_kv',
  'vocab_only',
  'logits_all',
  'use_mmap',
  'use_mlock',
  'embedding_only',
];
/** Sampling methods that no engine here supports, with the value that turns each off. */
const NEUTRAL: Readonly<Record<string, unknown>> = {
  mirostat: 0,
  tfs_z: 1,
  typical_p: 1,
};
/** These have no effect while mirostat is off. */
const ONLY_WITH_MIROSTAT = ['mirostat_tau', 'mirostat_eta'];

export function samplingOf(options: Options): Partial<ChatBody> {
  refuseOtherOptions(options);
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

function refuseOtherOptions(options: object): void {
  for (const [name, value] of Object.entries(options)) {
    if (HONOURED.includes(name) || WITHOUT_EFFECT.includes(name) || ONLY_WITH_MIROSTAT.includes(name)) continue;
    if (Object.hasOwn(NEUTRAL, name) && NEUTRAL[name] === value) continue;
    const param = `options.${name}`;
    throw new ServiceError('invalid_parameter', `This service does not support the option "${param}". Leave it out.`, {
      param,
    });
  }
}
