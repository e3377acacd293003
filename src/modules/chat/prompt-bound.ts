// What a call holds for its prompt: what the request as it is sent can cost at most.
import type { MeasuredText, TextRoutes } from '../../engines/text/port.ts';
import type { TokenTerms } from '../../money/token-hold.ts';

/**
 * Only engines of this machine count exactly. What an upstream will count is known when it has answered, so a balance that does
 * not cover the bound cannot pay for the prompt.
 */
export function boundPrompt(
  text: Pick<TextRoutes, 'mostPromptTokens' | 'countsExactly'>,
  call: MeasuredText,
  countPrompt: () => Promise<number>,
): Pick<TokenTerms, 'mostPromptTokens' | 'countPrompt' | 'leastPromptTokens'> {
  const mostPromptTokens = text.mostPromptTokens(call);
  if (text.countsExactly(call.model)) return { mostPromptTokens, countPrompt };
  // A short balance is spent by engines that stop at a token: they get one request for each choice.
  const { model, orders } = call;
  return {
    mostPromptTokens,
    leastPromptTokens: mostPromptTokens,
    countPrompt: async () => text.mostPromptTokens({ model, orders }),
  };
}
