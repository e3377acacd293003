// A ComfyUI server as an image engine: runs the operator's workflows, or the simplest graph for a checkpoint.

import { randomUUID } from 'node:crypto';
import { pollUntil } from '@atelier/kit';
import { CONNECTED } from '../../../core/connected-models.ts';
import { ServiceError } from '../../../core/errors.ts';
import { MAX_PICTURE_BYTES } from '../../../net/answer-bounds.ts';
import {
  cancelPrompt,
  lookForFiles,
  type QueuedPrompt,
  queueWorkflow,
  uploadImage,
} from '../../../net/comfyui/client.ts';
import { followProgress } from '../../../net/comfyui/progress.ts';
import { fillWorkflow, type Workflow, type WorkflowValues } from '../../../net/comfyui/workflow.ts';
import { finishOrder, orderOnce } from '../../../net/paid-order.ts';
import { fetchFile, type Provider, type ProviderFile } from '../../../net/provider-call.ts';
import { isPassingTrouble } from '../../../net/provider-error.ts';
import type { ImageEdit, ImageEngine, ImageModel, ImageOrder, ReportProgress } from '../port.ts';
import { rasterFormat } from '../raster-format.ts';
import type { Studio } from '../studio/studio.ts';
import { cannot, finishPictures, type Picture } from './finish.ts';

export interface ComfyModel {
  id: string;
  /** Generates images from a prompt. */
  workflow?: Workflow | undefined;
  /** Changes an image. */
  editWorkflow?: Workflow | undefined;
}

export interface ComfyOptions extends Provider {
  studio: Studio;
  models: readonly ComfyModel[];
}

const PACE = { firstWaitMs: 500, longestWaitMs: 500 };
const DEFAULT_STEPS = 20;
const QUEUED = 0.1;

export function createComfyImageEngine(options: ComfyOptions): ImageEngine {
  const { studio, name } = options;
  const find = (id: string) => options.models.find((model) => model.id === id);
  const list = options.models.map(describe);

  return {
    name,
    isOwn: false,
    models: () => list,
    async generate(order, report, signal) {
      const workflow = find(order.model)?.workflow;
      if (!workflow) return cannot('generate images');
      const pictures = await runForCount(workflow, order, report, signal);
      const { format, width, height, seed, count } = order;
      const size = { width, height };
      return finishPictures(() => pictures, { studio, format: rasterFormat(format), size, seed, count }, signal);
    },
    async edit(order, report, signal) {
      const workflow = find(order.model)?.editWorkflow;
      if (!workflow) return cannot('edit images');
      checkMask(order, workflow);
      const values = await editValues(order, signal);
      const pictures = await run(workflow, values, report, signal);
      const finish = { format: order.format, seed: order.seed };
      const [made] = await finishPictures(() => pictures, { studio, ...finish }, signal);
      return made ?? cannot('edit this image');
    },
    upscale: () => cannot('enlarge images'),
  };

  /** A workflow without {{count}} generates one image at a time. */
  async function runForCount(workflow: Workflow, order: ImageOrder, report: ReportProgress, signal: AbortSignal) {
    const values = generateValues(order);
    if (workflow.placeholders.has('count')) return run(workflow, values, report, signal);
    const pictures: Picture[] = [];
    for (let index = 0; index < order.count; index += 1) {
      const share: ReportProgress = (fraction, stage) => report((index + fraction) / order.count, stage);
      const paint = () => run(workflow, { ...values, seed: order.seed + index }, share, signal);
      // The first image is ordered: the others are not ordered elsewhere together with it.
      pictures.push(...(await (index === 0 ? paint() : finishOrder(paint, signal))).slice(0, 1));
    }
    return pictures;
  }

  async function editValues(order: ImageEdit, signal: AbortSignal): Promise<WorkflowValues> {
    const mask = order.mask ? { mask: await uploadImage(options, order.mask, signal) } : {};
    const image = await uploadImage(options, order.image, signal);
    return { prompt: order.prompt ?? order.operation, negative_prompt: '', seed: order.seed, image, ...mask };
  }

  /** Its pictures are fetched one after the other, when they are wanted. */
  async function run(
    workflow: Workflow,
    values: WorkflowValues,
    report: ReportProgress,
    signal: AbortSignal,
  ): Promise<Picture[]> {
    const clientId = randomUUID();
    const graph = fillWorkflow(workflow, values);
    const stop = followProgress(options, clientId, (done) => report(QUEUED + (0.99 - QUEUED) * done, 'painting'));
    try {
      const files = await orderOnce(
        () => queueWorkflow(options, { graph, clientId }, signal),
        (queued) => {
          report(QUEUED, 'painting');
          return waitFor(queued, workflow, signal);
        },
        signal,
      );
      return files.map((file) => () => fetchFile(options, file, { maxBytes: MAX_PICTURE_BYTES, signal }));
    } finally {
      stop();
    }
  }

  async function waitFor(
    { prompt_id: promptId }: QueuedPrompt,
    { outputs }: Workflow,
    signal: AbortSignal,
  ): Promise<ProviderFile[]> {
    const look = (round: number) => lookForFiles(options, { promptId, outputs, round }, signal);
    return pollUntil(look, { pace: PACE, signal, isPassing: isPassingTrouble }).catch(async (error: unknown) => {
      await cancelPrompt(options, promptId);
      throw error;
    });
  }
}

function describe({ id, workflow, editWorkflow }: ComfyModel): ImageModel {
  const edits = editWorkflow ? ['edit:prompt', ...(editWorkflow.placeholders.has('mask') ? ['edit:inpaint'] : [])] : [];
  return {
    id,
    ownedBy: CONNECTED,
    capabilities: [...(workflow ? ['generate'] : []), ...edits],
    ready: true,
    slow: true,
  };
}

function generateValues(order: ImageOrder): WorkflowValues {
  const { width, height, seed, count } = order;
  return {
    prompt: order.style ? `${order.prompt}, ${order.style} style` : order.prompt,
    negative_prompt: order.negativePrompt ?? '',
    ...(order.steps === undefined ? {} : { steps: order.steps }),
    ...{ width, height, seed, count },
  };
}

function checkMask(order: ImageEdit, { placeholders }: Workflow): void {
  if (placeholders.has('mask') === (order.mask !== undefined)) return;
  throw new ServiceError(
    'invalid_parameter',
    order.mask ? 'This model takes no mask. Leave it out.' : 'This model needs a mask. Send one in "mask".',
    { param: 'mask' },
  );
}

/** The simplest text-to-image graph, which runs checkpoints up to SDXL. */
export function checkpointGraph(checkpoint: string): object {
  const text = (value: string) => ({ class_type: 'CLIPTextEncode', inputs: { text: value, clip: ['1', 1] } });
  const sampling = { cfg: 7, sampler_name: 'euler', scheduler: 'normal', denoise: 1 };
  const size = { width: '{{width}}', height: '{{height}}', batch_size: '{{count}}' };
  return {
    1: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: checkpoint } },
    2: text('{{prompt}}'),
    3: text('{{negative_prompt}}'),
    4: { class_type: 'EmptyLatentImage', inputs: size },
    5: {
      class_type: 'KSampler',
      inputs: {
        ...{ seed: '{{seed}}', steps: `{{steps:${DEFAULT_STEPS}}}`, ...sampling },
        ...{ model: ['1', 0], positive: ['2', 0], negative: ['3', 0], latent_image: ['4', 0] },
      },
    },
    6: { class_type: 'VAEDecode', inputs: { samples: ['5', 0], vae: ['1', 2] } },
    7: { class_type: 'SaveImage', inputs: { images: ['6', 0], filename_prefix: 'atelier' } },
  };
}
