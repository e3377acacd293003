// The interface of moderation engines: OpenAI's own shape, because every server that offers it uses that one.
export interface ModerationEngine {
  readonly name: string;
  /** The ids of its models; empty if it offers none. */
  models(): readonly string[];
  /** The reply as the engine gives it. */
  moderate(body: { model: string; input: unknown }, signal: AbortSignal): Promise<Record<string, unknown>>;
}
