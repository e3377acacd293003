// Refuses what an engine cannot do, instead of silently ignoring it.
import { ServiceError } from '../../core/errors.ts';
import type { TextOrder } from './port.ts';

/** For engines without log probabilities. */
export function refuseLogprobs({ model, extra = {} }: TextOrder): void {
  for (const param of ['logprobs', 'top_logprobs'])
    if (extra[param] !== undefined && extra[param] !== null && extra[param] !== false)
      throw new ServiceError(
        'invalid_parameter',
        `The model "${model}" gives no log probabilities. Leave "${param}" out, or name another model.`,
        { param },
      );
}

/** A tool choice that no tool satisfies would give an answer that the client does not expect. */
export function refuseUnknownTool({ tools = [], toolChoice }: TextOrder): void {
  if (typeof toolChoice !== 'object') return;
  const { name } = toolChoice.function;
  if (tools.some((tool) => tool.function.name === name)) return;
  throw new ServiceError('invalid_parameter', `"tool_choice" names "${name}", which is not among the tools.`, {
    param: 'tool_choice',
  });
}
