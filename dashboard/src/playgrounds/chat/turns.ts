// The page's state of a conversation: messages, the streaming answer, and how it ended.
import type { ChatChunk } from '@atelier/client';
import type { Reply } from '../../api/client.ts';
import type { Message, ToolCall } from './message.ts';
import { partsOf } from './message-parts.ts';

export interface TurnUsage {
  promptTokens: number;
  completionTokens: number;
  credits: number | null;
}

export interface Turn {
  id: string;
  role: 'system' | 'user' | 'assistant' | 'tool';
  text: string;
  state: 'done' | 'writing' | 'stopped' | 'left' | 'failed' | 'refused' | 'cut';
  /** Its position among the messages that the server stores; absent while the server may not have it. */
  position?: number;
  /** As it was sent, for sending it again. */
  message?: Message;
  pictures?: readonly string[];
  documents?: readonly string[];
  toolCalls?: readonly ToolCall[];
  model?: string;
  usage?: TurnUsage;
}

type Conversation = Reply<'GET /chat/conversations/{id}'>;

let made = 0;
export function newTurnId(): string {
  made += 1;
  return `turn-${made}`;
}

export function turnsOf(conversation: Conversation, unfinished: ReadonlySet<number>): Turn[] {
  return conversation.messages.map((message, position) => {
    const turn = turnOf(message, position);
    return turn.role === 'assistant' && unfinished.has(position) ? { ...turn, state: 'left' } : turn;
  });
}

/** In place of an answer that the service has not stored yet. */
export function waitingTurn(): Turn {
  return { id: newTurnId(), role: 'assistant', text: '', state: 'writing' };
}

export function turnOf(message: Message, position?: number): Turn {
  const { text, pictures, documents } = partsOf(message.content);
  // The page declares functions only.
  const toolCalls = (message.tool_calls ?? []).flatMap(({ id, function: called }) =>
    called ? [{ id, type: 'function' as const, function: called }] : [],
  );
  return {
    id: newTurnId(),
    role: message.role === 'developer' ? 'system' : message.role,
    text,
    state: 'done',
    message,
    ...(position === undefined ? {} : { position }),
    ...(pictures.length > 0 ? { pictures } : {}),
    ...(documents.length > 0 ? { documents } : {}),
    ...(toolCalls.length > 0 ? { toolCalls } : {}),
  };
}

/** Applies one chunk of the stream to the turn that is streaming. */
export function withChunk(turn: Turn, chunk: ChatChunk): Turn {
  const [choice] = chunk.choices;
  const { usage } = chunk;
  const calls = choice?.delta.tool_calls as readonly ToolCallDelta[] | undefined;
  return {
    ...turn,
    text: turn.text + (choice?.delta.content ?? ''),
    state: choice?.finish_reason === 'length' ? 'cut' : turn.state,
    ...(calls ? { toolCalls: calls.reduce(withCall, turn.toolCalls ?? []) } : {}),
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

interface ToolCallDelta {
  index: number;
  id?: string;
  function?: { name?: string; arguments?: string };
}

function withCall(calls: readonly ToolCall[], { index, id, function: piece }: ToolCallDelta): ToolCall[] {
  const before = calls[index];
  const call: ToolCall = {
    id: id ?? before?.id ?? '',
    type: 'function',
    function: {
      name: piece?.name ?? before?.function.name ?? '',
      arguments: (before?.function.arguments ?? '') + (piece?.arguments ?? ''),
    },
  };
  return [...calls.slice(0, index), call, ...calls.slice(index + 1)];
}

/** Calls of the last answer that have no result yet. */
export function openCallsOf(turns: readonly Turn[]): readonly ToolCall[] {
  const last = turns.at(-1);
  return last?.role === 'assistant' && last.state === 'done' ? (last.toolCalls ?? []) : [];
}
