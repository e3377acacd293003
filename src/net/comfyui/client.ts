// A client for ComfyUI servers: uploads images, queues a workflow, follows its progress, fetches its files and cancels
// it.

import { randomUUID } from 'node:crypto';
import { ServiceError } from '../../core/errors.ts';
import { failedAt } from '../../core/upstream-failure.ts';
import { AttemptError, afterOrder } from '../attempt-error.ts';
import { callProvider, fileAt, type Provider, type ProviderFile } from '../provider-call.ts';
import { quoteUpstream } from '../upstream-words.ts';
import type { Graph } from './workflow.ts';

export interface QueuedPrompt {
  prompt_id: string;
}

interface OutputFile {
  filename: string;
  subfolder: string;
  type: string;
}

interface History {
  [promptId: string]:
    | {
        status?: { status_str?: string; completed?: boolean; messages?: unknown };
        outputs?: Record<string, Record<string, unknown>>;
      }
    | undefined;
}

const CANCEL_MS = 5_000;
/** The queue contains whole workflows, so it is fetched rarely. */
const ROUNDS_BETWEEN_QUEUES = 5;
const OF_QUEUE = { maxBytes: 4 * 1024 * 1024, shape: { values: 300_000, keys: 100_000 } };

/** The name under which a workflow's LoadImage finds the image. */
export async function uploadImage(server: Provider, image: Uint8Array, signal: AbortSignal): Promise<string> {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), `${randomUUID()}.png`);
  form.set('subfolder', 'atelier');
  form.set('type', 'input');
  const { name, subfolder } = await callProvider<{ name?: string; subfolder?: string }>(
    server,
    { path: '/upload/image', body: form, field: 'image' },
    signal,
  );
  if (!name) throw failedAt(server.name, 'The model did not accept the image.');
  return subfolder ? `${subfolder}/${name}` : name;
}

/** A workflow that the server cannot run is the operator's mistake, so another engine may still make the image. */
export async function queueWorkflow(
  server: Provider,
  order: { graph: Graph; clientId: string },
  signal: AbortSignal,
): Promise<QueuedPrompt> {
  const body = { prompt: order.graph, client_id: order.clientId };
  const queued = await callProvider<Partial<QueuedPrompt>>(server, { path: '/prompt', body }, signal).catch(
    (error: unknown) => {
      if (!(error instanceof ServiceError) || error.code !== 'invalid_parameter') throw error;
      // A reason names nodes and files of the server.
      const message = 'The model cannot do this right now: the operator of this service must check it.';
      const facts = { cause: error.cause, upstream: server.name };
      throw new AttemptError('engine_failed', message, 'elsewhere', facts);
    },
  );
  if (typeof queued.prompt_id !== 'string')
    throw afterOrder(failedAt(server.name, 'The model did not accept the order.'));
  return { prompt_id: queued.prompt_id };
}

/** The files of the output nodes; undefined while the workflow waits or runs. `round` counts the polls from 0. */
export async function lookForFiles(
  server: Provider,
  wanted: { promptId: string; outputs: readonly string[]; round: number },
  signal: AbortSignal,
): Promise<ProviderFile[] | undefined> {
  const { promptId, outputs, round } = wanted;
  const entry = (await callProvider<History>(server, { path: `/history/${promptId}` }, signal))[promptId];
  if (!entry) {
    if (round % ROUNDS_BETWEEN_QUEUES === ROUNDS_BETWEEN_QUEUES - 1 && !(await stateOf(server, promptId, signal)))
      return lookAgain(server, wanted, signal);
    return undefined;
  }
  if (entry.status?.status_str === 'error')
    throw failedAt(server.name, 'The model failed. Try again.', reasonIn(entry.status.messages, server.name));
  const files = outputs.flatMap((id) => filesIn(entry.outputs?.[id]));
  if (files.length === 0) throw failedAt(server.name, 'The model finished without a file.');
  // Previews are temporary files beside the result.
  const kept = files.filter(({ type }) => type === 'output');
  return (kept.length > 0 ? kept : files).map((file) => fileAt(server, addressOf(server, file)));
}

/** It may have ended between the two requests. A workflow in neither list was lost when the server restarted. */
async function lookAgain(
  server: Provider,
  { promptId, outputs }: { promptId: string; outputs: readonly string[] },
  signal: AbortSignal,
): Promise<ProviderFile[] | undefined> {
  const history = await callProvider<History>(server, { path: `/history/${promptId}` }, signal);
  if (history[promptId]) return lookForFiles(server, { promptId, outputs, round: 0 }, signal);
  const cause = 'it was restarted, or its queue was cleared';
  throw failedAt(server.name, 'The model lost the order. Try again.', cause);
}

async function stateOf(
  server: Provider,
  promptId: string,
  signal: AbortSignal,
): Promise<'running' | 'waiting' | undefined> {
  const queue = await callProvider<{ queue_running?: unknown; queue_pending?: unknown }>(
    server,
    { path: '/queue', ...OF_QUEUE },
    signal,
  );
  const isIn = (list: unknown) =>
    Array.isArray(list) && list.some((item) => Array.isArray(item) && item[1] === promptId);
  if (isIn(queue.queue_running)) return 'running';
  return isIn(queue.queue_pending) ? 'waiting' : undefined;
}

/** Older servers interrupt whatever is running, so the interrupt is sent only while our workflow runs. */
export async function cancelPrompt(server: Provider, promptId: string, signal?: AbortSignal): Promise<void> {
  const limit = signal ?? AbortSignal.timeout(CANCEL_MS);
  // Both requests return no body; their status does not matter.
  const tell = (path: string, body: object) => callProvider(server, { path, body }, limit).catch(() => undefined);
  await tell('/queue', { delete: [promptId] });
  const state = await stateOf(server, promptId, limit).catch(() => undefined);
  if (state === 'running') await tell('/interrupt', { prompt_id: promptId });
}

/** `images` of SaveImage and SaveVideo, `gifs` of VHS_VideoCombine, `audio` of SaveAudio: lists of files under any name. */
function filesIn(output: Record<string, unknown> | undefined): OutputFile[] {
  return Object.values(output ?? {})
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .flatMap((one) => {
      const { filename, subfolder = '', type = 'output' } = (one ?? {}) as Partial<OutputFile>;
      return typeof filename === 'string' ? [{ filename, subfolder: String(subfolder), type: String(type) }] : [];
    });
}

function addressOf(server: Provider, { filename, subfolder, type }: OutputFile): string {
  return `${server.baseUrl.replace(/\/+$/, '')}/view?${new URLSearchParams({ filename, subfolder, type })}`;
}

/** For the operator: it names nodes and files of the server. */
function reasonIn(messages: unknown, upstream: string): string | undefined {
  if (!Array.isArray(messages)) return undefined;
  const last = messages.findLast((one) => Array.isArray(one) && /error|interrupted/.test(String(one[0])));
  const message = (last?.[1] as { exception_message?: unknown } | undefined)?.exception_message;
  return typeof message === 'string' ? quoteUpstream(message.trim(), upstream) : undefined;
}
