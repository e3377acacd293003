// Translates between OpenAI's videos and ours: a request into an order, a job into OpenAI's object.
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import { frameSize } from '../../engines/video/port.ts';
import type { JobRow } from '../../store/jobs.ts';
import type { VideoDetails } from './finished-video.ts';
import type { OpenAiVideoBody, OpenAiVideoReply } from './openai-schema.ts';
import { bad, type VideoPayload, type VideoRequest } from './order.ts';

const DEFAULT_SECONDS = 4;
const DEFAULT_SIZE = '720x1280';
const FIELDS: readonly string[] = ['prompt', 'model', 'seconds', 'size', 'input_reference'];
const DAY_SECONDS = 24 * 60 * 60;

export function fromOpenAi(body: OpenAiVideoBody): VideoRequest {
  refuseOthers(body);
  const [width = 0, height = 0] = (body.size ?? DEFAULT_SIZE).split('x').map(Number);
  const image = readReference(body.input_reference);
  return {
    prompt: body.prompt,
    duration: Number(body.seconds ?? DEFAULT_SECONDS),
    frame: { width, height },
    // The nearest names, for models that do not accept an exact size.
    resolution: Math.min(width, height) > 720 ? '1080p' : '720p',
    aspect_ratio: width > height ? '16:9' : '9:16',
    ...(body.model === undefined ? {} : { model: body.model }),
    ...(image === undefined ? {} : { image }),
  };
}

function refuseOthers(body: OpenAiVideoBody): void {
  for (const [name, value] of Object.entries(body))
    if (value !== null && !FIELDS.includes(name))
      throw bad(name, `This service does not support the field "${name}" of videos. Leave it out.`);
}

function readReference(reference: OpenAiVideoBody['input_reference']): string | undefined {
  if (!reference) return undefined;
  const { file_id: fileId, image_url: url } = reference;
  const given = [fileId, url].filter((one) => one !== undefined);
  const [image] = given;
  if (given.length === 1 && image) return image;
  throw bad('input_reference', 'Send exactly one of "file_id" and "image_url" in "input_reference".');
}

/** `keepDays`: how long files are kept; 0: forever. */
export function showOpenAiVideo(job: JobRow, keepDays: number): OpenAiVideoReply {
  const { order, model } = job.payload as VideoPayload;
  const film = filmOf(job);
  const { width, height } = film ?? frameSize(order);
  const endedAt = toSeconds(job.completedAt);
  return {
    id: job.id,
    object: 'video',
    model,
    status: statusOf(job),
    progress: film ? 100 : Math.min(99, Math.round(job.progress * 100)),
    created_at: toSeconds(job.createdAt) ?? 0,
    completed_at: endedAt,
    expires_at: film && endedAt !== null && keepDays > 0 ? endedAt + keepDays * DAY_SECONDS : null,
    prompt: order.prompt,
    size: `${width}x${height}`,
    seconds: String(Math.round(film?.duration ?? order.durationSeconds)),
    remixed_from_video_id: null,
    error: errorOf(job),
    ...(job.cost === null ? {} : { usage: { credits: microToCredits(job.cost) } }),
  };
}

export function filmOf({ state, result }: JobRow): VideoDetails | undefined {
  return state === 'completed' ? (result as VideoDetails) : undefined;
}

const STATUSES = { waiting: 'queued', running: 'in_progress', completed: 'completed', failed: 'failed' } as const;

/** OpenAI has no status for a cancelled video. */
function statusOf({ state }: JobRow): 'queued' | 'in_progress' | 'completed' | 'failed' {
  return state === 'cancelled' ? 'failed' : STATUSES[state];
}

function errorOf({ state, error, cost }: JobRow): { code: string; message: string } | null {
  if (state !== 'cancelled') return error;
  const message = `The video was cancelled. ${microToCredits(cost ?? 0)} credits were charged for what was done by then.`;
  return { code: 'cancelled', message };
}

function toSeconds(time: Date | null): number | null {
  return time && Math.floor(time.getTime() / 1_000);
}

export function notImplemented(message: string, param?: string): ServiceError {
  return new ServiceError('not_implemented', message, param === undefined ? {} : { param });
}
