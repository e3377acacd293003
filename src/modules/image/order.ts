// Turns a validated body into an order: applies defaults, and checks rules that a schema cannot express.
import { randomInt } from 'node:crypto';
import { ServiceError } from '../../core/errors.ts';
import type { ImageOrder, ImageStyle } from '../../engines/image/port.ts';
import { type GenerateBody, MAX_SIDE, type OpenAiGenerateBody } from './schema.ts';

const DEFAULT_SIDE = 1024;

export function orderOf(body: GenerateBody): Omit<ImageOrder, 'model'> {
  const { width, height } = sizeOf(body);
  const prompt = body.background ? `${body.prompt}, ${body.background} background` : body.prompt;
  return {
    prompt,
    width,
    height,
    count: body.count ?? 1,
    seed: body.seed ?? newSeed(),
    format: body.format ?? 'png',
    ...(body.negative_prompt ? { negativePrompt: body.negative_prompt } : {}),
    ...(body.steps ? { steps: body.steps } : {}),
    ...(body.style ? { style: body.style } : {}),
  };
}

export function newSeed(): number {
  return randomInt(0, 2 ** 32);
}

function sizeOf({ size, width, height }: Pick<GenerateBody, 'size' | 'width' | 'height'>) {
  if (!size) {
    // If only one side is given, the image is a square.
    return { width: width ?? height ?? DEFAULT_SIDE, height: height ?? width ?? DEFAULT_SIDE };
  }
  const [wide = DEFAULT_SIDE, high = DEFAULT_SIDE] = size.split('x').map(Number);
  if ((width !== undefined && width !== wide) || (height !== undefined && height !== high))
    throw new ServiceError(
      'invalid_parameter',
      `"size" (${size}) and "width"/"height" contradict each other. Send only one of the two.`,
      {
        param: 'size',
      },
    );
  return { width: wide, height: high };
}

/** Translates OpenAI's body into ours: any size within the limits, `n` for `count`; OpenAI's own styles are ignored. */
export function fromOpenAi(body: OpenAiGenerateBody): GenerateBody {
  const styles: readonly unknown[] = ['realistic', 'artistic', 'anime', '3d'];
  return {
    prompt: body.prompt,
    ...openAiSize(body.size),
    ...(body.model ? { model: body.model } : {}),
    ...(body.n ? { count: body.n } : {}),
    ...(body.output_format ? { format: body.output_format } : {}),
    ...(styles.includes(body.style) ? { style: body.style as ImageStyle } : {}),
  };
}

function openAiSize(size: string | null | undefined): { width?: number; height?: number } {
  if (!size || size === 'auto') return {};
  const [width = 0, height = 0] = size.split('x').map(Number);
  if ([width, height].some((side) => side < 64 || side > MAX_SIDE))
    throw new ServiceError('invalid_parameter', `size must be from 64x64 to ${MAX_SIDE}x${MAX_SIDE}.`, {
      param: 'size',
    });
  return { width, height };
}
