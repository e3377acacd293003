// What a diffusion model needs to run: read from its catalogue entry, with the defaults of its layout.
import { availableParallelism } from 'node:os';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CatalogueEntry } from '../../../models/catalogue.ts';
import type { ModelFiles } from '../../../models/store.ts';
import type { LoadedModel } from '../../diffusion/worker.ts';

const Settings = Type.Object(
  {
    /** `sd`: one file (SD1.x, SDXS). The others: `model`, `llm` and `vae`. */
    layout: Type.Enum(['sd', 'flux2', 'z-image']),
    /** The default without `steps` in the request, and the maximum. */
    steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 150 })),
    maxSteps: Type.Optional(Type.Integer({ minimum: 1, maximum: 150 })),
    /** Above 1 the model also evaluates negative prompts, which doubles the time. */
    guidance: Type.Optional(Type.Number({ minimum: 0, maximum: 30 })),
    /** Images are generated with about the area of a square of this side, then scaled to the requested size. */
    side: Type.Optional(Type.Integer({ minimum: 64, maximum: 2048 })),
    /** Smaller images are generated at this side and then reduced. */
    minSide: Type.Optional(Type.Integer({ minimum: 64, maximum: 2048 })),
    sampler: Type.Optional(Type.String({ maxLength: 40 })),
    /** The type of the weights in memory: f16, q8_0, q4_0, …; as in the file if absent. */
    weightType: Type.Optional(Type.String({ maxLength: 10 })),
    device: Type.Optional(Type.Enum(['cpu', 'gpu'])),
    threads: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof Settings>;

/**
 * Without a GPU, one-megapixel models generate a quarter of that, four times as fast; the image is enlarged afterwards.
 */
const GPU_SIDE = { sd: 512, flux2: 1024, 'z-image': 1024 } as const;

/** The defaults of each layout, which an entry can override. */
const LAYOUTS = {
  sd: { steps: 20, guidance: 7, side: 512, minSide: 256, multiple: 64, maxSteps: 50, startsFromImage: true },
  flux2: { steps: 4, guidance: 1, side: 512, minSide: 512, multiple: 16, maxSteps: 20, startsFromImage: true },
  // With a language model, the addon accepts an initial image only for FLUX.2.
  'z-image': { steps: 8, guidance: 1, side: 512, minSide: 512, multiple: 16, maxSteps: 20, startsFromImage: false },
} as const;

export interface DiffusionSettings {
  layout: Settings['layout'];
  steps: number;
  maxSteps: number;
  guidance: number;
  side: number;
  minSide: number;
  multiple: number;
  startsFromImage: boolean;
  sampler?: string;
}

const check = Compile(Settings);

/** The entry is validated on first use: an invalid one must not stop the service. */
export function readDiffusionSettings(entry: CatalogueEntry): DiffusionSettings {
  const given = checked(entry);
  const { steps, maxSteps, guidance, side, minSide, sampler } = given;
  return {
    ...LAYOUTS[given.layout],
    ...(given.device === 'gpu' ? { side: GPU_SIDE[given.layout] } : {}),
    layout: given.layout,
    ...(steps === undefined ? {} : { steps }),
    ...(maxSteps === undefined ? {} : { maxSteps }),
    ...(guidance === undefined ? {} : { guidance }),
    ...(side === undefined ? {} : { side }),
    ...(minSide === undefined ? {} : { minSide }),
    ...(sampler === undefined ? {} : { sampler }),
  };
}

/** `files` by the names in the entry: `model.*`, `llm.*`, `vae.*`, `lora.*`. */
export function describeModel(entry: CatalogueEntry, files: ModelFiles): LoadedModel {
  const given = checked(entry);
  const find = (part: string) => Object.entries(files).find(([name]) => name.split('.')[0] === part)?.[1];
  const need = (part: string) => {
    const path = find(part);
    if (!path)
      throw new Error(
        `${entry.id}: the layout "${given.layout}" needs a file called ${part}.gguf or ${part}.safetensors`,
      );
    return path;
  };
  const vae = find('vae');
  const adapter = find('lora');
  return {
    files:
      given.layout === 'sd'
        ? { path: need('model'), ...(vae ? { vaePath: vae } : {}) }
        : { diffusionModelPath: need('model'), llmPath: need('llm'), vaePath: need('vae') },
    config: {
      device: given.device ?? 'cpu',
      threads: String(given.threads ?? availableParallelism()),
      // Only the log, at level info, says how much of an adapter was used.
      verbosity: adapter ? '2' : '0',
      // An adapter merged into the weights, which is the default, makes this runtime fail an assertion.
      ...(adapter ? { lora_apply_mode: 'at_runtime' } : {}),
      ...(given.weightType ? { type: given.weightType } : {}),
      ...(given.layout === 'flux2' ? { prediction: 'flux2_flow' } : {}),
    },
    ...(adapter ? { adapter } : {}),
  };
}

function checked(entry: CatalogueEntry): Settings {
  const { settings } = entry;
  if (check.Check(settings)) return settings;
  const [first] = check.Errors(settings);
  throw new Error(`${entry.id}: settings ${first?.instancePath ?? ''} ${first?.message ?? 'are missing'}`);
}
