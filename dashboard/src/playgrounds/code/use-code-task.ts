// Runs one code task: shows the answer while it streams, then the whole reply with its checks.
import type { ChatChunk, CodeChunk } from '@atelier/client';
import { useEffect, useRef, useState } from 'react';
import { type Body, client, type Reply } from '../../api/client.ts';
import { renew } from '../../api/queries.ts';

export type Task = 'generate' | 'explain' | 'refactor' | 'complete';
export type CodeReply = Reply<'POST /code/generate'>;

export interface CodeOrder {
  task: Task;
  body: Record<string, unknown>;
}

export interface CodeRun {
  order: CodeOrder | null;
  written: string;
  reply: CodeReply | null;
  state: 'idle' | 'writing' | 'done' | 'stopped' | 'failed';
  problem: unknown;
}

const IDLE: CodeRun = { order: null, written: '', reply: null, state: 'idle', problem: undefined };

export function useCodeTask() {
  const [run, setRun] = useState<CodeRun>(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (order: CodeOrder) => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    setRun({ ...IDLE, order, state: 'writing' });
    try {
      for await (const chunk of stream(order, abort.signal)) {
        if (!isPiece(chunk)) setRun((before) => ({ ...before, reply: chunk }));
        else {
          const text = chunk.choices[0]?.delta.content ?? '';
          setRun((before) => ({ ...before, written: before.written + text }));
        }
      }
      setRun((before) => ({ ...before, state: 'done' }));
    } catch (problem) {
      if (running.current !== abort) return;
      if (abort.signal.aborted) setRun((before) => ({ ...before, state: 'stopped' }));
      else setRun((before) => ({ ...before, state: 'failed', problem }));
    } finally {
      void renew('GET /payments/balance');
    }
  };
  return { run, start, stop: () => running.current?.abort() };
}

/** The four bodies differ; the page has built the one for the chosen task. */
function stream({ task, body }: CodeOrder, signal: AbortSignal) {
  return client().code.stream(task, body as Body<`POST /code/${Task}`>, { signal });
}

/** The whole reply has choices too; only `object` distinguishes it from a chunk. */
function isPiece(chunk: CodeChunk): chunk is ChatChunk {
  return chunk.object.endsWith('.chunk');
}
