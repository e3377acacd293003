// Runs slow image work as a job. Inputs are stored as files, so that the queue carries no image data.
import type { ArtifactStore } from '../../artifacts/port.ts';
import { ServiceError } from '../../core/errors.ts';
import { signalsOf } from '../../core/left-calls.ts';
import type { MicroCredits } from '../../core/money.ts';
import type { FinishedWork, JobHandler, RunningJob } from '../../jobs/kinds.ts';
import type { Owner } from '../../store/owner.ts';
import type { ImageResult, ImageWork, ImageWorker } from './work.ts';

type Waiting<T> = Omit<T, 'image' | 'mask'> & { imageFile: string; maskFile?: string };

interface Priced {
  /** The price of one image, of two images, and so on; absent in jobs queued before 0.2. */
  costs?: readonly MicroCredits[];
}

export type ImageJobPayload = Priced & WaitingWork;

type WaitingWork =
  | Extract<ImageWork, { kind: 'generate' }>
  | { kind: 'edit'; order: Waiting<Extract<ImageWork, { kind: 'edit' }>['order']> }
  | { kind: 'upscale'; order: Waiting<Extract<ImageWork, { kind: 'upscale' }>['order']> };

/** Stores the inputs; `discard` removes them if the job could not be created. */
export async function packWork(
  artifacts: ArtifactStore,
  owner: Owner,
  work: ImageWork,
  costs: readonly MicroCredits[],
) {
  const files: string[] = [];
  const keep = async (source: Uint8Array): Promise<string> => {
    const { id } = await artifacts.put({
      accountId: owner.accountId,
      environment: owner.environment,
      extension: 'bin',
      contentType: 'application/octet-stream',
      name: 'input.bin',
      purpose: 'input',
      source,
    });
    files.push(id);
    return id;
  };
  const discard = async () => {
    for (const id of files) await artifacts.remove(id);
  };
  return { payload: { ...(await packPayload(work, keep)), costs }, discard };
}

async function packPayload(work: ImageWork, keep: (bytes: Uint8Array) => Promise<string>): Promise<WaitingWork> {
  if (work.kind === 'generate') return work;
  if (work.kind === 'upscale') {
    const { image, ...order } = work.order;
    return { kind: 'upscale', order: { ...order, imageFile: await keep(image) } };
  }
  const { image, mask, ...order } = work.order;
  const imageFile = await keep(image);
  return { kind: 'edit', order: { ...order, imageFile, ...(mask ? { maskFile: await keep(mask) } : {}) } };
}

export class ImageJob implements JobHandler<ImageJobPayload, ImageResult> {
  readonly #worker: ImageWorker;
  readonly #artifacts: ArtifactStore;

  constructor(worker: ImageWorker, artifacts: ArtifactStore) {
    this.#worker = worker;
    this.#artifacts = artifacts;
  }

  async run(job: RunningJob<ImageJobPayload>): Promise<FinishedWork<ImageResult>> {
    const work = await this.#unpack(job.payload);
    const made = await this.#worker.make(work, (fraction, stage) => job.report(fraction, stage), signalsOf(job.signal));
    const result = await this.#worker.store(job, work, { made, call: job.id, signal: job.signal });
    const cost = job.payload.costs?.[made.length - 1];
    return {
      result,
      storeIn: (trx) => this.#worker.addToLibrary(job, { work, result }, trx),
      discard: () => this.#worker.discard(result),
      cleanUp: async () => {
        for (const id of inputFiles(job.payload)) await this.#artifacts.remove(id);
      },
      outputUrl: result.image_url,
      usage: { images: made.length },
      ...(cost === undefined ? {} : { cost }),
      ...(made[0]?.by ? { by: made[0].by } : {}),
    };
  }

  async #unpack(payload: ImageJobPayload): Promise<ImageWork> {
    if (payload.kind === 'generate') return payload;
    const image = await this.#read(payload.order.imageFile);
    if (payload.kind === 'upscale') return { kind: 'upscale', order: { ...payload.order, image } };
    const { maskFile } = payload.order;
    const mask = maskFile ? { mask: await this.#read(maskFile) } : {};
    return { kind: 'edit', order: { ...payload.order, image, ...mask } };
  }

  async #read(id: string): Promise<Uint8Array> {
    const artifact = await this.#artifacts.find(id);
    if (!artifact) throw new ServiceError('internal_error', 'The input image of this job no longer exists.');
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.#artifacts.read(artifact)) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  }
}

function inputFiles(payload: ImageJobPayload): string[] {
  if (payload.kind === 'generate') return [];
  const mask = payload.order.maskFile;
  return mask ? [payload.order.imageFile, mask] : [payload.order.imageFile];
}
