// How much a call holds for its prompt: the maximum that the request can cost.
import type { MeasuredText, TextRoutes } from '../../engines/text/port.ts';
import type { TokenTerms } from '../../money/token-hold.ts';

/**
 * Only local engines count exactly. An upstream's count is known only with its answer, so a balance below the bound
 * cannot pay for the prompt.
 */
export function boundPrompt(
  text: Pick<TextRoutes, 'mostPromptTokens' | 'countsExactly'>,
  call: MeasuredText,
  countPrompt: () => Promise<number>,
): Pick<TokenTerms, 'mostPromptTokens' | 'countPrompt' | 'leastPromptTokens'> {
  const mostPromptTokens = text.mostPromptTokens(call);
  if (text.countsExactly(call.model)) return { mostPromptTokens, countPrompt };
  // A low balance is served by engines that stop at a token: they get one request for each choice.
  const { model, orders } = call;
  return {
    mostPromptTokens,
    leastPromptTokens: mostPromptTokens,
    countPrompt: async () => text.mostPromptTokens({ model, orders }),
  };
}
