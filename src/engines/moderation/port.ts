// The interface of moderation engines: OpenAI's format, because every server that offers moderation uses it.
export interface ModerationEngine {
  readonly name: string;
  /** The ids of its models; empty if it offers none. */
  models(): readonly string[];
  /** The engine's reply: its id, the model that was asked for, and the results unchanged. */
  moderate(body: { model: string; input: unknown }, signal: AbortSignal): Promise<Record<string, unknown>>;
}
