// Performs one piece of image work, from the order to stored files, both for direct calls and for jobs.
import type { ArtifactStore, Origin } from '../../artifacts/port.ts';
import type { CallSignals } from '../../core/left-calls.ts';
import type {
  ImageEdit,
  ImageOrder,
  ImageRoutes,
  ImageUpscale,
  MadeImage,
  ReportProgress,
} from '../../engines/image/port.ts';
import type { Queries } from '../../store/database.ts';
import { addLibraryFiles } from '../../store/library.ts';
import type { Owner } from '../../store/owner.ts';

export type ImageWork =
  | { kind: 'generate'; order: ImageOrder }
  | { kind: 'edit'; order: ImageEdit }
  | { kind: 'upscale'; order: ImageUpscale };

export interface StoredImage {
  url: string;
  width: number;
  height: number;
  seed: number | null;
  format: string;
}

/** The result that a job stores and a response shows. */
export type ImageResult = {
  image_url: string;
  images: StoredImage[];
  model: string;
  warnings: string[];
};

export class ImageWorker {
  readonly #routes: ImageRoutes;
  readonly #artifacts: ArtifactStore;
  readonly #queries: Queries;
  readonly #publicUrl: string;

  constructor(parts: { routes: ImageRoutes; artifacts: ArtifactStore; queries: Queries; publicUrl: string }) {
    this.#routes = parts.routes;
    this.#artifacts = parts.artifacts;
    this.#queries = parts.queries;
    this.#publicUrl = parts.publicUrl;
  }

  async make(work: ImageWork, report: ReportProgress, signals: CallSignals): Promise<MadeImage[]> {
    switch (work.kind) {
      case 'generate':
        return this.#routes
          .forGenerate(work.order.model, work.order.format)
          .engine.generate(work.order, report, signals);
      case 'edit': {
        const { order } = work;
        const wish = { ...order, hasMask: order.mask !== undefined };
        return [await this.#routes.forEdit(wish).engine.edit(order, report, signals)];
      }
      case 'upscale': {
        const { engine } = this.#routes.forUpscale(work.order.model, work.order.scale);
        return [await engine.upscale(work.order, report, signals)];
      }
    }
  }

  /** Stores the files of the images. They are in the library only after `addToLibrary`. */
  async store(
    owner: Owner,
    work: ImageWork,
    { made, call, signal }: { made: readonly MadeImage[]; call: string; signal?: AbortSignal },
  ): Promise<ImageResult> {
    const images = await Promise.all(
      made.map((image) => this.#put(owner, { image, origin: originOf(work, image, call) }, signal)),
    );
    const [first] = images;
    if (!first) throw new Error('the engine made no image');
    const { model } = work.order;
    return { image_url: first.url, images, model, warnings: [...new Set(made.flatMap((image) => image.warnings))] };
  }

  async addToLibrary(
    owner: Owner,
    { work, result }: { work: ImageWork; result: ImageResult },
    queries: Queries = this.#queries,
  ): Promise<void> {
    const prompt = 'prompt' in work.order ? (work.order.prompt ?? '') : '';
    await addLibraryFiles(queries, owner, { kind: 'image', prompt, artifactIds: artifactIdsOf(result) });
  }

  async discard(result: ImageResult): Promise<void> {
    await Promise.allSettled(artifactIdsOf(result).map((id) => this.#artifacts.remove(id)));
  }

  async read(url: string): Promise<Uint8Array> {
    const artifact = await this.#artifacts.find(artifactIdOf(url));
    if (!artifact) throw new Error(`the image ${url} no longer exists`);
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.#artifacts.read(artifact)) chunks.push(chunk as Uint8Array);
    return Buffer.concat(chunks);
  }

  async #put(
    owner: Owner,
    { image, origin }: { image: MadeImage; origin: Origin },
    signal?: AbortSignal,
  ): Promise<StoredImage> {
    const extension = image.format === 'jpeg' ? 'jpg' : image.format;
    const artifact = await this.#artifacts.put(
      {
        accountId: owner.accountId,
        environment: owner.environment,
        extension,
        contentType: image.format === 'svg' ? 'image/svg+xml' : `image/${image.format}`,
        name: `image.${extension}`,
        source: image.bytes,
        origin,
      },
      signal,
    );
    const { width, height, format } = image;
    return { url: `${this.#publicUrl}${artifact.path}`, width, height, seed: image.seed ?? null, format };
  }
}

function artifactIdsOf({ images }: ImageResult): string[] {
  return images.map(({ url }) => artifactIdOf(url));
}

function artifactIdOf(url: string): string {
  return /\/files\/([0-9a-z]{26})/.exec(url)?.[1] ?? '';
}

/** Edits that add nothing: they correct or cut what is there. */
const CORRECTIONS = ['adjust', 'crop', 'enhance'];

/** What the marks of an image say: how it came about, from which model, and from which other image. */
function originOf(work: ImageWork, image: MadeImage, call: string): Origin {
  const { model } = work.order;
  if (work.kind === 'generate') {
    const source = image.isProcedural ? 'algorithmicMedia' : 'trainedAlgorithmicMedia';
    return { source, model, call, prompt: work.order.prompt, parent: image.signedSource };
  }
  return { ...changeOf(work), model, call, parent: work.order.image };
}

function changeOf(
  work: { kind: 'edit'; order: ImageEdit } | { kind: 'upscale'; order: ImageUpscale },
): Pick<Origin, 'source' | 'prompt'> {
  const isCorrection = work.kind === 'upscale' || CORRECTIONS.includes(work.order.operation);
  if (isCorrection) return { source: 'algorithmicallyEnhanced' };
  const source = 'compositeWithTrainedAlgorithmicMedia';
  return work.kind === 'edit' ? { source, prompt: work.order.prompt } : { source };
}
