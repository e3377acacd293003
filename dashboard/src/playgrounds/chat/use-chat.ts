// Talks with a model: sends a message, shows the answer as it is written, stops when told, and keeps the conversation on the server.
import { useCallback, useEffect, useRef, useState } from 'react';
import { type Body, client } from '../../api/client.ts';
import { renew } from '../../api/queries.ts';
import { newTurnId, type Turn, turnsOf, withChunk } from './turns.ts';

export type ChatBody = Body<'POST /chat/completions'>;

export interface ChatSettings {
  model: string;
  temperature: number;
  maxTokens: number | null;
  instructions: string;
}

export interface Chat {
  conversationId: string | null;
  turns: readonly Turn[];
  isWriting: boolean;
  problem: unknown;
  /** The last call, for showing it as code. */
  lastBody: ChatBody | null;
  send(text: string, settings: ChatSettings): Promise<void>;
  stop(): void;
}

/** One conversation; the page gives it a new key when another is opened. */
export function useChat(openedId: string | null, onNamed: (id: string) => void): Chat {
  const [conversationId, setConversationId] = useState(openedId);
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isWriting, setIsWriting] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [lastBody, setLastBody] = useState<ChatBody | null>(null);
  const running = useRef<AbortController | null>(null);

  useEffect(() => {
    const leaving = new AbortController();
    if (openedId)
      client()
        .call('GET /chat/conversations/{id}', { params: { id: openedId } }, { signal: leaving.signal })
        .then((conversation) => setTurns(turnsOf(conversation)))
        .catch((error) => !leaving.signal.aborted && setProblem(error));
    return () => {
      leaving.abort();
      running.current?.abort();
    };
  }, [openedId]);

  const patchLast = useCallback((change: (turn: Turn) => Turn) => {
    setTurns((before) => before.map((turn, at) => (at === before.length - 1 ? change(turn) : turn)));
  }, []);

  const send = async (text: string, settings: ChatSettings) => {
    const body = bodyOf(text, settings, conversationId, turns.length === 0);
    const abort = new AbortController();
    running.current = abort;
    setProblem(undefined);
    setLastBody(body);
    setIsWriting(true);
    setTurns((before) => [
      ...before,
      { id: newTurnId(), role: 'user', text, state: 'done' },
      { id: newTurnId(), role: 'assistant', text: '', state: 'writing', model: settings.model },
    ]);
    try {
      for await (const chunk of client().chat.stream(body, { signal: abort.signal })) {
        const { conversation_id: named } = chunk;
        if (named && named !== conversationId) {
          setConversationId(named);
          onNamed(named);
        }
        patchLast((turn) => withChunk(turn, chunk));
      }
      patchLast((turn) => ({ ...turn, state: turn.state === 'writing' ? 'done' : turn.state }));
    } catch (error) {
      if (!abort.signal.aborted) setProblem(error);
      patchLast((turn) => ({ ...turn, state: abort.signal.aborted ? 'stopped' : 'failed' }));
    } finally {
      running.current = null;
      setIsWriting(false);
      void renew('GET /chat/conversations', 'GET /payments/balance');
    }
  };

  const stop = useCallback(() => running.current?.abort(), []);
  return { conversationId, turns, isWriting, problem, lastBody, send, stop };
}

function bodyOf(text: string, settings: ChatSettings, conversationId: string | null, isFirst: boolean): ChatBody {
  const instructions = settings.instructions.trim();
  return {
    model: settings.model,
    messages: [
      ...(isFirst && instructions ? [{ role: 'system' as const, content: instructions }] : []),
      { role: 'user', content: text },
    ],
    temperature: settings.temperature,
    ...(settings.maxTokens ? { max_tokens: settings.maxTokens } : {}),
    conversation_id: conversationId ?? 'new',
    stream: true,
    stream_options: { include_usage: true },
  };
}
