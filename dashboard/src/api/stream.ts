// Reads server-sent events: answers as they are written, and jobs as they go on.
import { type CallInput, type CallName, fetchOrExplain, type Reply, send } from './call.ts';
import { basePath } from './environment.ts';
import { problemOf } from './problem.ts';

interface ServerEvent {
  id: string | null;
  event: string;
  data: string;
}

/** The JSON of each event until `[DONE]`; an error within the stream is thrown as an ApiProblem. */
export async function* streamCall<C extends CallName>(
  name: C,
  input: CallInput<C>,
  signal: AbortSignal,
): AsyncGenerator<Record<string, unknown>> {
  const response = await send(name, input, signal);
  for await (const { event, data } of readEvents(response)) {
    if (data === '[DONE]') return;
    const value = JSON.parse(data) as Record<string, unknown>;
    if (event === 'error' || value.error) throw problemOf(response.status, value);
    yield value;
  }
}

export type JobState = Reply<'GET /jobs/{id}'> & Record<string, unknown>;

const RECONNECT_MS = 1_000;
const MAX_RECONNECTS = 30;

/** Each change of a job until it ended; a broken connection is taken up again where it stopped. */
export async function* followJob(id: string, signal: AbortSignal): AsyncGenerator<JobState> {
  let lastId: string | null = null;
  for (let broken = 0; broken < MAX_RECONNECTS && !signal.aborted; broken += 1) {
    try {
      const response = await fetchOrExplain(`${basePath()}/jobs/${encodeURIComponent(id)}/events`, {
        signal,
        ...(lastId ? { headers: { 'last-event-id': lastId } } : {}),
      });
      if (!response.ok) throw problemOf(response.status, await response.json().catch(() => undefined));
      for await (const { id: eventId, data } of readEvents(response)) {
        lastId = eventId ?? lastId;
        const job = JSON.parse(data) as JobState;
        yield job;
        if (job.status !== 'processing') return;
      }
    } catch (error) {
      const status = (error as { status?: number }).status ?? 0;
      if (signal.aborted || (status >= 400 && status < 500)) throw error;
    }
    await pause(RECONNECT_MS, signal);
  }
}

async function* readEvents(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      const blocks = (rest + value).split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseEvent(block: string): ServerEvent | undefined {
  const event: ServerEvent = { id: null, event: 'message', data: '' };
  const data: string[] = [];
  for (const line of block.split(/\r?\n/)) {
    const [, field = '', value = ''] = /^([a-z]*): ?(.*)$/.exec(line) ?? [];
    if (field === 'data') data.push(value);
    if (field === 'event') event.event = value;
    if (field === 'id') event.id = value;
  }
  return data.length > 0 ? { ...event, data: data.join('\n') } : undefined;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
