// The conversation about a project: answers as they stream, and changes that become versions.
import { useEffect, useRef, useState } from 'react';
import { type Body, client } from '../../api/client.ts';
import { renewProject } from './project.ts';
import { type RequestedItem, requestedOf } from './requested-list.tsx';

export interface Said {
  id: number;
  who: 'you' | 'builder';
  text: string;
  /** Paths of the files that it changed. */
  changed: string[];
  /** The outcome of each item that the message requested. */
  requested: RequestedItem[];
  credits: number | null;
  isDone: boolean;
}

export type BuilderChatBody = Body<'POST /builder/chat'>;

export function useBuilderChat(projectId: string) {
  const [said, setSaid] = useState<readonly Said[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [lastBody, setLastBody] = useState<BuilderChatBody | null>(null);
  const conversation = useRef<string | undefined>(undefined);
  const running = useRef<AbortController | null>(null);
  const made = useRef(0);
  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    const leaving = new AbortController();
    void readEarlier(projectId, leaving.signal).then((earlier) => {
      if (!earlier || leaving.signal.aborted || made.current > 0) return;
      made.current = earlier.said.length;
      conversation.current = earlier.conversationId;
      setSaid(earlier.said);
    });
    return () => leaving.abort();
  }, [projectId]);

  const patchLast = (change: (last: Said) => Said) =>
    setSaid((before) => before.map((one, at) => (at === before.length - 1 ? change(one) : one)));

  const send = async (message: string) => {
    const abort = new AbortController();
    running.current = abort;
    const body: BuilderChatBody = {
      message,
      project_id: projectId,
      ...(conversation.current ? { conversation_id: conversation.current } : {}),
      stream: true,
    };
    made.current += 2;
    const blank = { changed: [], requested: [], credits: null };
    setSaid((before) => [
      ...before,
      { ...blank, id: made.current - 1, who: 'you', text: message, isDone: true },
      { ...blank, id: made.current, who: 'builder', text: '', isDone: false },
    ]);
    setProblem(undefined);
    setLastBody(body);
    setBusy(true);
    try {
      for await (const chunk of client().builder.chatStream(body, { signal: abort.signal })) {
        if (chunk.object === 'builder.message') {
          conversation.current = chunk.conversation_id;
          patchLast((last) => ({
            ...last,
            text: chunk.message,
            changed: chunk.files.map(({ path }) => path),
            requested: requestedOf(chunk.requested),
            credits: chunk.usage?.credits ?? null,
          }));
        } else patchLast((last) => ({ ...last, text: last.text + (chunk.choices[0]?.delta.content ?? '') }));
      }
    } catch (error) {
      if (!abort.signal.aborted) setProblem(error);
    } finally {
      patchLast((last) => ({ ...last, isDone: true }));
      setBusy(false);
      void renewProject();
    }
  };
  return { said, isBusy, problem, lastBody, send, stop: () => running.current?.abort() };
}

const EARLIER_MESSAGES = 40;

/** Earlier messages, oldest first; without it a new conversation begins. */
async function readEarlier(projectId: string, signal: AbortSignal) {
  const list = await client()
    .call(
      'GET /builder/projects/{id}/messages',
      { params: { id: projectId }, query: { limit: EARLIER_MESSAGES } },
      { signal },
    )
    .catch(() => null);
  const [latest] = list?.data ?? [];
  if (!list || !latest) return null;
  const said = [...list.data].reverse().map(
    ({ role, content }, at): Said => ({
      id: at + 1,
      who: role === 'user' ? 'you' : 'builder',
      text: content,
      changed: [],
      requested: [],
      credits: null,
      isDone: true,
    }),
  );
  return { said, conversationId: latest.conversation_id };
}
