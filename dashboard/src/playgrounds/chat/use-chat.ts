// A chat with a model: sends, stops, regenerates, branches, and keeps the conversation on the server.
import { AtelierError, NotFoundError } from '@atelier/client';
import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { renew } from '../../api/queries.ts';
import { bodyOf, type ChatSettings } from './chat-body.ts';
import type { ChatBody, Message } from './message.ts';
import { withText } from './message-parts.ts';
import { type Conversation, readWhenKept } from './read-conversation.ts';
import { newTurnId, type Turn, turnOf, turnsOf, waitingTurn, withChunk } from './turns.ts';
import { markFinished, markUnfinished, unfinishedOf } from './unfinished.ts';

export interface Chat {
  conversationId: string | null;
  /** The conversation's id once the server is known to store it; earlier it would not be found. */
  savedId: string | null;
  turns: readonly Turn[];
  isWriting: boolean;
  problem: unknown;
  /** The last call, to show it as code. */
  lastBody: ChatBody | null;
  /** Resolves to what refused the message, if nothing of an answer came. */
  send(messages: readonly Message[], settings: ChatSettings): Promise<unknown>;
  /** Sends an earlier message again, edited or unchanged; what followed stays in another branch. */
  resend(turn: Turn, text: string, settings: ChatSettings): Promise<void>;
  stop(): void;
}

/** What the server stores, as far as the page knows. */
interface Kept {
  id: string | null;
  count: number;
  /** The last answer ended early: only the server knows how much of it was stored. */
  isUnsure: boolean;
}

/** One conversation; the page passes a new key when another is opened. */
export function useChat(openedId: string | null, onNamed: (id: string) => void): Chat {
  const kept = useRef<Kept>({ id: openedId, count: 0, isUnsure: false });
  const [conversationId, setConversationId] = useState(openedId);
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [isWriting, setIsWriting] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [lastBody, setLastBody] = useState<ChatBody | null>(null);
  const running = useRef<AbortController | null>(null);

  const name = (id: string | null) => {
    kept.current.id = id;
    setConversationId(id);
    if (id) onNamed(id);
  };

  useEffect(() => {
    const leaving = new AbortController();
    const show = (conversation: Conversation | null) => {
      if (running.current) return;
      kept.current.count = conversation?.messages.length ?? 0;
      setTurns(openedId && conversation ? turnsOf(conversation, unfinishedOf(openedId)) : [waitingTurn()]);
    };
    if (openedId)
      readWhenKept(openedId, show, leaving.signal).catch((error) => !leaving.signal.aborted && setProblem(error));
    return () => {
      leaving.abort();
      running.current?.abort();
    };
  }, [openedId]);

  const patchLast = useCallback((change: (turn: Turn) => Turn) => {
    setTurns((before) => before.map((turn, at) => (at === before.length - 1 ? change(turn) : turn)));
  }, []);

  const talk = async (messages: readonly Message[], settings: ChatSettings, before: readonly Turn[]) => {
    const { current } = kept;
    const body = bodyOf(messages, settings, { id: current.id, isFirst: current.count === 0 });
    const abort = new AbortController();
    running.current = abort;
    setLastBody(body);
    const said = body.messages.map((message, at) => turnOf(message, current.count + at));
    const answer: Turn = {
      id: newTurnId(),
      role: 'assistant',
      text: '',
      state: 'writing',
      model: settings.model,
      position: current.count + said.length,
    };
    setTurns([...before, ...said, answer]);
    let isWhole = false;
    let hasBegun = false;
    let refusal: unknown;
    const { position = 0 } = answer;
    try {
      for await (const chunk of client().chat.stream(body, { signal: abort.signal })) {
        const { conversation_id: named } = chunk;
        if (named && named !== kept.current.id) name(named);
        if (!hasBegun && kept.current.id) markUnfinished(kept.current.id, position);
        hasBegun = true;
        patchLast((turn) => withChunk(turn, chunk));
      }
      isWhole = true;
      if (kept.current.id) markFinished(kept.current.id, position);
      patchLast((turn) => ({ ...turn, state: turn.state === 'writing' ? 'done' : turn.state }));
    } catch (error) {
      if (!abort.signal.aborted) setProblem(error);
      if (!abort.signal.aborted && !hasBegun) refusal = error;
      const state = abort.signal.aborted ? 'stopped' : isRefused(refusal) ? 'refused' : 'failed';
      patchLast((turn) => ({ ...turn, state }));
    } finally {
      running.current = null;
      kept.current.isUnsure = !isWhole;
      if (isWhole) kept.current.count += said.length + 1;
    }
    return refusal;
  };

  /** After an answer that ended early, messages that are not on the server have no position. */
  const settle = async (shown: readonly Turn[]): Promise<readonly Turn[]> => {
    const { current } = kept;
    if (!current.isUnsure) return shown;
    const count = current.id === null ? 0 : await countMessages(current.id);
    kept.current = { id: count === 0 ? null : current.id, count, isUnsure: false };
    return shown.map(({ position, ...turn }) =>
      position !== undefined && position < count ? { ...turn, position } : turn,
    );
  };

  /** One call at a time; an error before the answer begins is shown like an error of the answer. */
  const work = async (act: () => Promise<unknown>): Promise<unknown> => {
    setProblem(undefined);
    setIsWriting(true);
    try {
      return await act();
    } catch (error) {
      setProblem(error);
      return error;
    } finally {
      setIsWriting(false);
      void renew('GET /chat/conversations', 'GET /chat/conversations/{id}/branches', 'GET /payments/balance');
    }
  };

  const send = (messages: readonly Message[], settings: ChatSettings) =>
    work(async () => talk(messages, settings, await settle(turns)));

  const resend = async (turn: Turn, text: string, settings: ChatSettings) => {
    await work(async () => {
      const shown = await settle(turns);
      const at = shown.findIndex(({ id }) => id === turn.id);
      const { position, message = { role: 'user' as const, content: text } } = shown[at] ?? turn;
      if (position !== undefined && kept.current.id) {
        const params = { id: kept.current.id };
        const branch = await client().call('POST /chat/conversations/{id}/branches', {
          params,
          body: { messages: position },
        });
        kept.current.count = position;
        name(branch.id);
      }
      await talk([withText(message, text)], settings, shown.slice(0, Math.max(0, at)));
    });
  };

  const stop = useCallback(() => running.current?.abort(), []);
  const isSaved = !isWriting && (kept.current.count > 0 || !kept.current.isUnsure);
  return {
    conversationId,
    savedId: isSaved ? conversationId : null,
    turns,
    isWriting,
    problem,
    lastBody,
    send,
    resend,
    stop,
  };
}

/** The service said no before any work was done, so nothing is charged. */
function isRefused(error: unknown): boolean {
  return error instanceof AtelierError && error.status !== undefined && error.status >= 400 && error.status < 500;
}

async function countMessages(id: string): Promise<number> {
  try {
    return (await client().call('GET /chat/conversations/{id}', { params: { id } })).messages_count;
  } catch (error) {
    // Nothing of its first answer was delivered, so the conversation was never created.
    if (error instanceof NotFoundError) return 0;
    throw error;
  }
}
