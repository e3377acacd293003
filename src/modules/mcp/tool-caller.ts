// Runs one tool: calls its route, follows the job if there is one, and presents the result.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { JobView } from '../../jobs/view.ts';
import { presentProblem, presentResult } from './present.ts';
import type { ToolSpec } from './tools.ts';

/** The parts of a route's response that a tool needs. */
export type RouteAnswer = { body: unknown } | SpokenAnswer;

/** Speech, by the model that spoke. */
export interface SpokenAnswer {
  bytes: AsyncIterable<Uint8Array> | Uint8Array;
  contentType: string;
  model: string;
}

export interface ToolParts {
  /** Passes the same gates as every request. */
  callRoute(tool: ToolSpec, caller: Caller, input: RouteInput): Promise<RouteAnswer>;
  jobs: Pick<JobQueue, 'follow' | 'cancel'>;
  artifacts: Pick<ArtifactStore, 'put'>;
  publicUrl: string;
}

export interface RouteInput {
  params?: Record<string, string>;
  body?: unknown;
  headers: Record<string, string>;
  signal: AbortSignal;
}

export interface ToolCall {
  tool: ToolSpec;
  caller: Caller;
  requestId: string;
  given: Record<string, unknown>;
  /** Aborted when the client cancels the call. */
  cancelled: AbortSignal;
  /** Aborted when the client has disconnected: then nobody receives the answer. */
  left: AbortSignal;
  /** Absent if the client did not ask for progress. */
  onProgress: ((progress: number, message: string) => Promise<void>) | undefined;
}

/** Clients without progress time out after a minute; the job continues. */
const PATIENCE_MS = 45_000;
const LONGEST_MS = 55 * 60_000;
const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/mpeg': 'mp3',
  'audio/ogg': 'opus',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/wav': 'wav',
  'audio/pcm': 'pcm',
};

export async function callTool(call: ToolCall, parts: ToolParts): Promise<CallToolResult> {
  const { tool, caller, given, cancelled, left } = call;
  const signal = AbortSignal.any([cancelled, left]);
  const headers: Record<string, string> = tool.mayBeJob && call.onProgress ? { prefer: 'respond-async' } : {};
  const input = tool.takes === 'params' ? { params: given as Record<string, string> } : { body: given };
  const answer = await parts.callRoute(tool, caller, { ...input, headers, signal });
  if ('bytes' in answer) return presentResult(await storeSound(call, parts, answer));
  const job = tool.isReadOnly || tool.takes === 'params' ? undefined : asRunningJob(answer.body);
  return job ? followJob(call, parts, job) : presentResult(answer.body);
}

function asRunningJob(body: unknown): JobView | undefined {
  const { object, status } = (body ?? {}) as Partial<JobView>;
  return typeof object === 'string' && object.endsWith('.job') && status === 'processing'
    ? (body as JobView)
    : undefined;
}

async function followJob(call: ToolCall, { jobs }: ToolParts, started: JobView): Promise<CallToolResult> {
  const { caller, cancelled, left, onProgress } = call;
  const patience = AbortSignal.timeout(onProgress ? LONGEST_MS : PATIENCE_MS);
  let last = started;
  try {
    for await (const { job } of jobs.follow(caller, started.id, {
      signal: AbortSignal.any([cancelled, left, patience]),
    })) {
      last = job;
      if (job.status === 'processing') await onProgress?.(job.progress, job.stage);
    }
  } catch (error) {
    if (!cancelled.aborted && !left.aborted && !patience.aborted) throw error;
  }
  // After a lost connection the client can still ask for the job; after a cancellation it is not wanted any more.
  if (cancelled.aborted) {
    const { usage } = await jobs.cancel(caller, started.id);
    const { credits = 0 } = (usage ?? {}) as { credits?: number };
    return presentProblem(
      `The job ${started.id} was cancelled. It was charged ${credits} credits for what it had done.`,
    );
  }
  if (last.status === 'completed') return presentResult(last);
  if (last.status === 'processing')
    return presentResult({ ...last, next: `This takes longer. Ask for it with get_job and the id ${started.id}.` });
  return presentProblem(last.error?.message ?? `The job ${started.id} is ${last.status}.`);
}

async function storeSound(
  { caller, requestId }: ToolCall,
  { artifacts, publicUrl }: ToolParts,
  { bytes, contentType, model }: SpokenAnswer,
): Promise<object> {
  const chunks: Uint8Array[] = [];
  if (bytes instanceof Uint8Array) chunks.push(bytes);
  else for await (const chunk of bytes) chunks.push(chunk);
  const extension = EXTENSIONS[contentType] ?? 'bin';
  const { accountId, environment } = caller;
  const source = Buffer.concat(chunks);
  const file = await artifacts.put({
    accountId,
    environment,
    extension,
    contentType,
    name: `speech.${extension}`,
    source,
    // The speech is marked already, as it is everywhere: this adds what only whole files can carry.
    origin: { source: 'trainedAlgorithmicMedia', model, call: requestId },
  });
  return { audio_url: new URL(file.path, publicUrl).href, content_type: contentType, bytes: source.length };
}
