// What a video model needs to run: read from its catalogue entry, with the defaults of its layout.
import { availableParallelism } from 'node:os';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CatalogueEntry } from '../../../models/catalogue.ts';
import type { ModelFiles } from '../../../models/store.ts';
import type { LoadedModel } from '../../diffusion/worker.ts';

const Settings = Type.Object(
  {
    /** Wan 2.1 from words: `model`, `text` and `vae`. From an image (`i2v`): `vision` too. */
    layout: Type.Enum(['wan2.1-1.3b', 'wan2.1-14b', 'wan2.1-i2v-1.3b', 'wan2.1-i2v-14b']),
    steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    /** Above 1 the model also evaluates `negative`, which doubles the time. */
    guidance: Type.Optional(Type.Number({ minimum: 0, maximum: 30 })),
    flowShift: Type.Optional(Type.Number({ minimum: 0, maximum: 20 })),
    /** Content that no video may show. */
    negative: Type.Optional(Type.String({ maxLength: 1_000 })),
    /** Videos have about the area of a square of this side. */
    side: Type.Optional(Type.Integer({ minimum: 32, maximum: 1280 })),
    fps: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })),
    maxFrames: Type.Optional(Type.Integer({ minimum: 5, maximum: 161 })),
    sampler: Type.Optional(Type.String({ maxLength: 40 })),
    /** The type of the weights in memory: f16, q8_0, q4_0, …; as in the file if absent. */
    weightType: Type.Optional(Type.String({ maxLength: 10 })),
    device: Type.Optional(Type.Enum(['cpu', 'gpu'])),
    threads: Type.Optional(Type.Integer({ minimum: 1, maximum: 256 })),
  },
  { additionalProperties: false },
);
type Settings = Static<typeof Settings>;

/** The shape of the network, for estimating a video's duration of work. */
export interface NetworkShape {
  layers: number;
  width: number;
  feedWidth: number;
}

const SMALL: NetworkShape = { layers: 30, width: 1536, feedWidth: 8960 };
const LARGE: NetworkShape = { layers: 40, width: 5120, feedWidth: 13_824 };

const LAYOUTS: Readonly<Record<Settings['layout'], { shape: NetworkShape; startsFromImage: boolean }>> = {
  'wan2.1-1.3b': { shape: SMALL, startsFromImage: false },
  'wan2.1-14b': { shape: LARGE, startsFromImage: false },
  'wan2.1-i2v-1.3b': { shape: SMALL, startsFromImage: true },
  'wan2.1-i2v-14b': { shape: LARGE, startsFromImage: true },
};

/** Recommended by the model's authors; 624 gives 832 × 464 at 16:9. */
const DEFAULTS = { steps: 20, guidance: 6, flowShift: 3, negative: '', side: 624, fps: 16, maxFrames: 81 } as const;

export interface VideoModelSettings {
  shape: NetworkShape;
  /** It needs an image and a prompt; otherwise only a prompt. */
  startsFromImage: boolean;
  steps: number;
  guidance: number;
  flowShift: number;
  negative: string;
  side: number;
  fps: number;
  maxFrames: number;
  device: 'cpu' | 'gpu';
  threads: number;
  sampler?: string;
}

const check = Compile(Settings);

/** The entry is validated on first use: an invalid one must not stop the service. */
export function readVideoSettings(entry: CatalogueEntry): VideoModelSettings {
  const { layout, weightType: _weightType, ...given } = checked(entry);
  return { ...DEFAULTS, device: 'cpu', threads: availableParallelism(), ...given, ...LAYOUTS[layout] };
}

/** `files` by the names in the entry: `model.*`, `text.*`, `vae.*`, `vision.*`. */
export function describeVideoModel(entry: CatalogueEntry, files: ModelFiles): LoadedModel {
  const { weightType } = checked(entry);
  const { device, threads, startsFromImage } = readVideoSettings(entry);
  const need = (part: string) => {
    const path = Object.entries(files).find(([name]) => name.split('.')[0] === part)?.[1];
    if (path) return path;
    throw new Error(`${entry.id}: a video model needs a file called ${part}.gguf or ${part}.safetensors`);
  };
  return {
    files: {
      ...{ diffusionModelPath: need('model'), t5XxlPath: need('text'), vaePath: need('vae') },
      ...(startsFromImage ? { clipVisionPath: need('vision') } : {}),
    },
    config: { device, threads: String(threads), verbosity: '0', ...(weightType ? { type: weightType } : {}) },
  };
}

function checked(entry: CatalogueEntry): Settings {
  const { settings } = entry;
  if (check.Check(settings)) return settings;
  const [first] = check.Errors(settings);
  throw new Error(`${entry.id}: settings ${first?.instancePath ?? ''} ${first?.message ?? 'are missing'}`);
}
