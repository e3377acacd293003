// A conversation as the page holds it: what was said, what is being written, and what became of it.
import type { ChatChunk } from '@atelier/client';
import type { Reply } from '../../api/client.ts';

export interface TurnUsage {
  promptTokens: number;
  completionTokens: number;
  credits: number | null;
}

export interface Turn {
  id: string;
  role: 'system' | 'user' | 'assistant';
  text: string;
  state: 'done' | 'writing' | 'stopped' | 'failed' | 'cut';
  model?: string;
  usage?: TurnUsage;
}

type Conversation = Reply<'GET /chat/conversations/{id}'>;

let made = 0;
export function newTurnId(): string {
  made += 1;
  return `turn-${made}`;
}

export function turnsOf(conversation: Conversation): Turn[] {
  return conversation.messages.flatMap(({ role, content }) => {
    const text = textOf(content);
    const shown = role === 'developer' ? 'system' : role;
    return shown === 'tool' || text === '' ? [] : [{ id: newTurnId(), role: shown, text, state: 'done' as const }];
  });
}

function textOf(content: Conversation['messages'][number]['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => part.text ?? (part.image_url ? '[picture]' : '')).join('\n');
}

/** What one chunk of the stream does to the turn that is being written. */
export function withChunk(turn: Turn, chunk: ChatChunk): Turn {
  const [choice] = chunk.choices;
  const { usage } = chunk;
  return {
    ...turn,
    text: turn.text + (choice?.delta.content ?? ''),
    state: choice?.finish_reason === 'length' ? 'cut' : turn.state,
    ...(usage
      ? {
          usage: {
            promptTokens: usage.prompt_tokens,
            completionTokens: usage.completion_tokens,
            credits: usage.credits ?? null,
          },
        }
      : {}),
  };
}
