// Images for customers: quotes, holds credits, generates and stores the images; slow models run as jobs.
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { type ErrorCode, ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import type { MicroCredits } from '../../core/money.ts';
import type { ImageChoice, ImageRoutes } from '../../engines/image/port.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { JobView } from '../../jobs/view.ts';
import { payForOrder } from '../../money/paid-order.ts';
import type { Quote } from '../../money/prices.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Paying } from '../../money/token-hold.ts';
import { optionsOf, refuseOtherFields } from './edit-options.ts';
import { packWork } from './job.ts';
import { newSeed, orderOf } from './order.ts';
import type { EditBody, GenerateBody, ImageReply, UpscaleBody, VariationBody } from './schema.ts';
import type { ImageSource, SentFile } from './source.ts';
import type { ImageResult, ImageWork, ImageWorker } from './work.ts';

export interface ImageCall<Body> {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: Body;
  uploads: readonly SentFile[];
  /** The client asked for a job (Prefer: respond-async). */
  wantsJob: boolean;
}

export type ImageAnswer = { kind: 'made'; body: ImageReply; receipt: Receipt } | { kind: 'job'; job: JobView };

export interface ImageParts extends Paying {
  routes: ImageRoutes;
  worker: ImageWorker;
  source: ImageSource;
  artifacts: ArtifactStore;
  jobs: Pick<JobQueue, 'create' | 'waitFor' | 'cancel' | 'receiptOf'>;
}

/** A slow model that finishes within this time responds like any other. */
const WAIT_FOR_JOB_MS = 55_000;

export class ImageService {
  readonly #parts: ImageParts;

  constructor(parts: ImageParts) {
    this.#parts = parts;
  }

  async generate(call: ImageCall<GenerateBody>): Promise<ImageAnswer> {
    const order = orderOf(call.body);
    const choice = this.#parts.routes.forGenerate(call.body.model, order.format);
    return this.#do(call, choice, {
      work: { kind: 'generate', order: { ...order, model: choice.model } },
      count: order.count,
    });
  }

  async edit(call: ImageCall<EditBody>): Promise<ImageAnswer> {
    const { model, prompt, operation, format, seed } = call.body;
    const options = optionsOf(call.body);
    const image = await this.#parts.source.required({ ...call, field: 'image', value: call.body.image });
    const mask = await this.#parts.source.optional({ ...call, field: 'mask', value: call.body.mask });
    const said = { ...(prompt ? { prompt } : {}), ...(mask ? { mask } : {}) };
    const choice = this.#parts.routes.forEdit({
      hasMask: mask !== undefined,
      options,
      ...(model ? { model } : {}),
      ...(operation ? { operation } : {}),
      ...(prompt ? { prompt } : {}),
    });
    refuseOtherFields(options, choice);
    const order = { image, options, ...said, model: choice.model, operation: choice.operation };
    const settings = { format: format ?? 'png', seed: seed ?? newSeed() };
    return this.#do(call, choice, { work: { kind: 'edit', order: { ...order, ...settings } }, count: 1 });
  }

  async vary(call: ImageCall<VariationBody>): Promise<ImageAnswer> {
    const { model, format = 'png' } = call.body;
    const image = await this.#parts.source.required({ ...call, field: 'image', value: call.body.image });
    const choice = this.#parts.routes.forVariation(model);
    const order = { image, options: {}, prompt: VARIATION, model: choice.model, operation: 'prompt' };
    return this.#do(call, choice, { work: { kind: 'edit', order: { ...order, format, seed: newSeed() } }, count: 1 });
  }

  async upscale(call: ImageCall<UpscaleBody>): Promise<ImageAnswer> {
    const image = await this.#parts.source.required({ ...call, field: 'image', value: call.body.image });
    const scale = call.body.scale ?? 2;
    const choice = this.#parts.routes.forUpscale(call.body.model, scale);
    const format = call.body.format ?? 'png';
    return this.#do(call, choice, {
      work: { kind: 'upscale', order: { model: choice.model, image, scale, format } },
      count: 1,
    });
  }

  /** The bytes of a newly generated image. */
  read(url: string): Promise<Uint8Array> {
    return this.#parts.worker.read(url);
  }

  async #do(
    call: ImageCall<unknown>,
    choice: ImageChoice,
    { work, count }: { work: ImageWork; count: number },
  ): Promise<ImageAnswer> {
    const what = { module: 'image', model: choice.model, description: `${WORDS[work.kind]} (${choice.model})` };
    const prices = this.#parts.prices.now();
    const quote = prices.quote(call.caller, what, { requests: 1, images: count });
    // An upstream may generate fewer images than requested.
    const costs = Array.from({ length: count }, (_, less) =>
      prices.cost(call.caller, what, { requests: 1, images: less + 1 }),
    );
    if (call.wantsJob || choice.slow) return this.#doAsJob(call, { work, costs }, quote);
    const { worker } = this.#parts;
    const { caller, requestId, signal } = call;
    const ordered = { cost: quote.amount, usage: { images: count } };
    const { value, receipt } = await payForOrder(
      this.#parts,
      { caller, requestId, signal, quote, ordered },
      {
        make: (signals) => worker.make(work, () => undefined, signals),
        finish: async (made) => {
          const result = await worker.store(caller, work, { made, call: requestId });
          await worker.addToLibrary(caller, { work, result });
          return {
            value: result,
            cost: costs[made.length - 1] ?? quote.amount,
            usage: { images: made.length, by: made[0]?.by },
          };
        },
      },
    );
    return { kind: 'made', body: bodyOf(newId('img'), value), receipt };
  }

  async #doAsJob(
    call: ImageCall<unknown>,
    { work, costs }: { work: ImageWork; costs: readonly MicroCredits[] },
    quote: Quote,
  ): Promise<ImageAnswer> {
    const { artifacts, jobs } = this.#parts;
    const { caller, requestId } = call;
    const { payload, discard } = await packWork(artifacts, caller, work, costs);
    const job = await jobs
      .create({ caller, requestId, kind: 'image', payload, quote, size: costs.length })
      .catch(async (error: unknown) => {
        await discard();
        throw error;
      });
    if (call.wantsJob) return { kind: 'job', job };
    const later = await jobs
      .waitFor(caller, job.id, { timeoutMs: WAIT_FOR_JOB_MS, signal: call.signal })
      .catch(async (error: unknown) => {
        // The client disconnected, so the job is no longer wanted.
        await jobs.cancel(caller, job.id);
        throw error;
      });
    if (later.status === 'processing') return { kind: 'job', job: later };
    if (later.status === 'completed') {
      const receipt = await jobs.receiptOf(caller, job.id);
      return { kind: 'made', body: bodyOf(later.id, later as unknown as ImageResult), receipt };
    }
    const { code, message } = later.error ?? { code: 'engine_failed', message: 'The image could not be made.' };
    throw new ServiceError(code as ErrorCode, message);
  }
}

/** OpenAI's call has no words of its own. */
const VARIATION =
  'A variation of this image: the same subject, style and colours, with another composition and other details.';

const WORDS: Record<ImageWork['kind'], string> = {
  generate: 'Image generation',
  edit: 'Image edit',
  upscale: 'Image upscale',
};

function bodyOf(id: string, { image_url, images, model, warnings }: ImageResult): ImageReply {
  return {
    id,
    object: 'image',
    created: Math.floor(Date.now() / 1000),
    image_url,
    images,
    model,
    warnings,
    usage: { images: images.length },
  };
}
