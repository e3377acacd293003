// What a translated answer used: by the provider's own count, unless that cannot be true.
import type { LanguageModelV3Usage } from '@ai-sdk/provider';
import type { TextModel, TextOrder, TokenUsage } from '../port.ts';
import { isBelievable, isCount } from '../relay/chunk-reducer.ts';
import { mostTokensOfOrders } from '../request-size.ts';
import { countPrompt, countText } from '../tokenizer.ts';

export interface Answered {
  model: TextModel;
  /** All that the upstream has sent, delivered or not. */
  said: string;
  /** Absent: the upstream was not heard to its end. */
  told: LanguageModelV3Usage | undefined;
}

export async function usageOf(order: TextOrder, { model, said, told }: Answered): Promise<TokenUsage> {
  const read = told && (await readUsage(told, order));
  const countSaid = () => countText(order.model, said);
  if (!read || !isTrue(read, order, model))
    return { promptTokens: await countOrder(order), completionTokens: await countSaid(), isEstimated: true };
  if (read.completionTokens > 0) return read;
  const completionTokens = await countSaid();
  return { ...read, completionTokens, isEstimated: read.isEstimated || completionTokens > 0 };
}

/** Undefined if a number in it is no count; a count that is absent is ours. */
async function readUsage(told: LanguageModelV3Usage, order: TextOrder): Promise<TokenUsage | undefined> {
  const { inputTokens, outputTokens } = told;
  const promptTokens = inputTokens.total ?? (await countOrder(order));
  const completionTokens = outputTokens.total ?? 0;
  if (!isCount(promptTokens) || !isCount(completionTokens)) return undefined;
  const { cacheRead, cacheWrite } = inputTokens;
  const cached = isCount(cacheRead) ? Math.min(cacheRead, promptTokens) : undefined;
  const written = isCount(cacheWrite) ? Math.min(cacheWrite, promptTokens - (cached ?? 0)) : 0;
  return {
    promptTokens,
    completionTokens,
    ...(inputTokens.total === undefined ? { isEstimated: true } : {}),
    ...(cached === undefined ? {} : { cachedTokens: cached }),
    ...(written > 0 ? { cacheWriteTokens: written } : {}),
    ...(isCount(outputTokens.reasoning) ? { reasoningTokens: outputTokens.reasoning } : {}),
  };
}

function isTrue(read: TokenUsage, order: TextOrder, { contextWindow, maxOutputTokens, pictureTokens }: TextModel) {
  const mostPromptTokens = read.promptTokens > contextWindow ? mostTokensOfOrders([order], pictureTokens) : 0;
  return isBelievable(read, { contextWindow, mostPromptTokens, maxTokens: order.maxTokens ?? maxOutputTokens });
}

function countOrder(order: TextOrder): Promise<number> {
  return countPrompt(order.model, order.messages ?? order.prompt ?? '', order);
}
