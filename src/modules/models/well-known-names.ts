// Other services' model names that existing code contains, by kind of work.
import { matchesPattern } from '../../core/model-lists.ts';

export type ModelKind = 'chat' | 'embeddings' | 'speech' | 'transcription' | 'image' | 'video' | 'moderation';

/** The first pattern that matches decides; `*` stands for any characters. */
const PATTERNS: readonly (readonly [ModelKind, readonly string[]])[] = [
  ['image', ['gpt-image-*', 'chatgpt-image-*', 'dall-e-*', 'imagen-*', 'gemini-*-image*']],
  ['speech', ['tts-1*', 'gpt-*-tts*', 'gemini-*-tts*']],
  ['transcription', ['whisper-*', 'gpt-*-transcribe*']],
  ['embeddings', ['text-embedding-*', 'gemini-embedding-*', 'embed-*']],
  ['moderation', ['omni-moderation-*', 'text-moderation-*']],
  ['video', ['sora-*', 'veo-*']],
  ['chat', ['gpt-*', 'chatgpt-*', 'o1*', 'o3*', 'o4*', 'codex-*', 'claude-*', 'gemini-*', 'grok-*', 'deepseek-*']],
  ['chat', ['mistral-*', 'llama-*', 'qwen-*', 'command-*']],
];

/** Undefined for a name that is not well known. */
export function kindOfName(name: string): ModelKind | undefined {
  return PATTERNS.find(([, patterns]) => patterns.some((pattern) => matchesPattern(pattern, name)))?.[0];
}
