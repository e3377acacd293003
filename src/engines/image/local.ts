// The built-in image engine: upscaling and editing on this machine, with networks from the model store.
import { ServiceError } from '../../core/errors.ts';
import type { ModelStore } from '../../models/store.ts';
import { EDIT_OPERATIONS, type EditOperation } from './edit/settings.ts';
import { understandEdit } from './edit/understand.ts';
import type { ImageEdit, ImageEngine, ImageModel, ImageUpscale, MadeImage, ReportProgress } from './port.ts';
import type { Studio } from './studio/studio.ts';
import type { EditNetworks } from './studio/task.ts';

export interface LocalImageOptions {
  studio: Studio;
  models: ModelStore;
  /** False: missing networks are unavailable instead of being pulled on first use. */
  mayPull: boolean;
}

export const FAST_UPSCALER = 'artcnn-c4f32-1';
export const FINE_UPSCALER = 'swin2sr-lightweight-x2-1';
const INPAINTER = 'migan-512-1';
const CUTTER = 'u2net-1';
const RETOUCHER = 'retouch-1';

const NEEDS: Record<EditOperation, string> = {
  inpaint: INPAINTER,
  outpaint: INPAINTER,
  'remove-background': CUTTER,
  'replace-background': CUTTER,
  style: RETOUCHER,
  enhance: RETOUCHER,
  crop: RETOUCHER,
  adjust: RETOUCHER,
};

export function createLocalImageEngine({ studio, models, mayPull }: LocalImageOptions): ImageEngine {
  return { name: 'studio', isOwn: true, models: listModels, generate, edit, upscale };

  function listModels(): ImageModel[] {
    const able = (id: string) => EDIT_OPERATIONS.filter((name) => NEEDS[name] === id).map((name) => `edit:${name}`);
    const upscaling = ['upscale:2', 'upscale:4'];
    return [
      {
        id: FAST_UPSCALER,
        ownedBy: 'artoriuz',
        capabilities: upscaling,
        ready: true,
        note: 'Fast: doubles a 512×512 image in a second or two. Comes with the service.',
      },
      { ...stored(FINE_UPSCALER), capabilities: upscaling, slow: true },
      { ...stored(INPAINTER), capabilities: able(INPAINTER) },
      { ...stored(CUTTER), capabilities: able(CUTTER) },
      {
        id: RETOUCHER,
        ownedBy: 'atelier',
        capabilities: able(RETOUCHER),
        ready: true,
        note: 'Image processing, no network: light, colour, frame, looks.',
      },
    ];
  }

  function stored(id: string): Omit<ImageModel, 'capabilities'> {
    const entry = models.entry(id);
    const { ready, pulling, progress } = models.status(id);
    return {
      id,
      ownedBy: entry.ownedBy,
      ready,
      ...(pulling ? { progress } : {}),
      ...(entry.note ? { note: entry.note } : {}),
    };
  }

  function generate(): Promise<MadeImage[]> {
    throw new ServiceError('invalid_parameter', 'This model edits and enlarges; it does not generate.', {
      param: 'model',
    });
  }

  async function edit(order: ImageEdit, report: ReportProgress, signal: AbortSignal): Promise<MadeImage> {
    const plan = understandEdit({
      hasMask: order.mask !== undefined,
      options: order.options,
      ...(order.operation ? { operation: order.operation } : {}),
      ...(order.prompt ? { prompt: order.prompt } : {}),
    });
    const model = NEEDS[plan.operation];
    if (order.model && order.model !== model)
      throw new ServiceError(
        'invalid_parameter',
        `${order.model} cannot do "${plan.operation}"; leave model out, or use ${model}.`,
        { param: 'model' },
      );
    const networks: EditNetworks = {};
    if (model === INPAINTER) networks.inpaint = await networkFile({ id: model, file: 'model.onnx' }, report, signal);
    if (model === CUTTER) networks.background = await networkFile({ id: model, file: 'model.onnx' }, report, signal);
    const task = { kind: 'edit', image: order.image, plan, format: order.format, networks } as const;
    return studio.run(
      order.mask ? { ...task, mask: order.mask } : task,
      (fraction) => report(fraction, plan.operation),
      signal,
    );
  }

  async function upscale(order: ImageUpscale, report: ReportProgress, signal: AbortSignal): Promise<MadeImage> {
    const { image, scale, format } = order;
    const task = { kind: 'upscale', image, scale, format } as const;
    const made = (fraction: number) => report(fraction, 'enlarging');
    if (order.model !== FINE_UPSCALER) return studio.run(task, made, signal);
    const fineNetwork = await networkFile({ id: FINE_UPSCALER, file: 'model.ort' }, report, signal);
    return studio.run({ ...task, fineNetwork }, made, signal);
  }

  async function networkFile(
    { id, file }: { id: string; file: string },
    report: ReportProgress,
    signal: AbortSignal,
  ): Promise<string> {
    const ready = models.pathIfReady(id)?.[file];
    if (ready) return ready;
    if (!mayPull)
      throw new ServiceError(
        'engine_unavailable',
        `${id} is not on this machine: run \`npm run models -- pull ${id}\`.`,
      );
    try {
      const files = await models.ensure(id, {
        signal,
        onProgress: (fraction) => report(fraction, 'fetching the model'),
      });
      const path = files[file];
      if (path) return path;
    } catch (error) {
      signal.throwIfAborted();
      throw new ServiceError('engine_unavailable', `The model ${id} could not be fetched. Try again later.`, {
        cause: error,
      });
    }
    throw new ServiceError('engine_unavailable', `The model ${id} is incomplete.`);
  }
}
