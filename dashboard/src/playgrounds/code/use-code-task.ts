// Runs one code task: shows the answer while it is written, then the whole reply with its checks.
import { useEffect, useRef, useState } from 'react';
import type { Reply } from '../../api/call.ts';
import { renew } from '../../api/queries.ts';
import { streamCall } from '../../api/stream.ts';

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

interface CodeChunk {
  object?: string;
  choices?: { delta?: { content?: string } }[];
}

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
      for await (const value of streamCall(...callOf(order), abort.signal)) {
        const chunk = value as CodeChunk;
        const text = chunk.choices?.[0]?.delta?.content ?? '';
        if (chunk.object?.endsWith('.chunk')) setRun((before) => ({ ...before, written: before.written + text }));
        else setRun((before) => ({ ...before, reply: value as unknown as CodeReply }));
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

/** The four bodies differ; what the page put together is what the chosen task takes. */
function callOf({ task, body }: CodeOrder): ['POST /code/generate', { body: { prompt: string } }] {
  return [
    `POST /code/${task}` as 'POST /code/generate',
    { body: { ...body, stream: true } as unknown as { prompt: string } },
  ];
}
