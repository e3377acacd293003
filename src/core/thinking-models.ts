// Models that think before they answer without showing it: nothing is seen of them for minutes, and their upstream bills it.

const THINKS_UNSEEN =
  /(^|[/:])(o\d|gpt-5|gpt-oss|grok-4|gemini-(2\.5|[3-9]))|think|reason|(^|[/:-])(r1|qwq|magistral)\b/i;

/**
 * Faster than any model that thinks unseen. Counted for the time in which nothing was seen of an answer, where its upstream was
 * ended before it could say what it used; never more than the answer's limit.
 */
export const UNSEEN_TOKENS_PER_SECOND = 250;

/** By the model's name, or because the call asks for thoughts, in any dialect. */
export function mayThinkUnseen(model: string, body: Readonly<Record<string, unknown>>): boolean {
  return THINKS_UNSEEN.test(model) || asksForThoughts(body);
}

function asksForThoughts({ reasoning_effort: effort, reasoning, thinking, generationConfig }: ThinkingFields): boolean {
  if (typeof effort === 'string' && effort !== 'none') return true;
  if (typeof reasoning === 'object' && reasoning !== null && 'effort' in reasoning)
    return typeof reasoning.effort === 'string' && reasoning.effort !== 'none';
  if (typeof thinking === 'object' && thinking !== null && 'type' in thinking) return thinking.type !== 'disabled';
  return typeof generationConfig === 'object' && generationConfig !== null && 'thinkingConfig' in generationConfig;
}

interface ThinkingFields {
  reasoning_effort?: unknown;
  reasoning?: unknown;
  thinking?: unknown;
  generationConfig?: unknown;
}
