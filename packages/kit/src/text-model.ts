// What packages need from text models, and one bounded question to such a model.
export interface TextModelSource {
  models(): readonly TextModelFacts[];
  stream(question: TextQuestion, signal: AbortSignal): AsyncIterable<{ type: string; text?: string }>;
}

export interface TextModelFacts {
  id: string;
  ready: boolean;
  /** In tokens. */
  contextWindow: number;
  /** For example chat, json_schema. */
  capabilities: readonly string[];
}

export interface TextQuestion {
  model: string;
  messages: { role: 'system' | 'user'; content: string }[];
  maxTokens: number;
  temperature: number;
  seed?: number;
  responseFormat: { type: 'json_schema'; json_schema: { name: string; schema: Record<string, unknown> } };
}

export interface AnswerLimits {
  timeoutMs: number;
  /** A longer reply is truncated. */
  mostCharacters: number;
  signal: AbortSignal;
}

/** The whole reply as text; rejects when the time is up or the caller aborts. */
export async function askTextModel(
  source: TextModelSource,
  question: TextQuestion,
  { timeoutMs, mostCharacters, signal }: AnswerLimits,
): Promise<string> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  let reply = '';
  for await (const { type, text } of source.stream(question, limit)) {
    if (type === 'text') reply += text ?? '';
    if (reply.length > mostCharacters) break;
  }
  limit.throwIfAborted();
  return reply;
}
