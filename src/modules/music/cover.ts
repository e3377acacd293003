// Makes the cover with an image engine while the song is composed; a song does not need one.
import type { ImageEngine } from '../../engines/image/port.ts';
import type { MusicOrder } from '../../engines/music/port.ts';

const SIDE_PIXELS = 512;

export interface Cover {
  bytes: Uint8Array;
  model: string;
}

export async function paintCover(
  images: ImageEngine | undefined,
  order: MusicOrder,
  signal: AbortSignal,
): Promise<Cover | undefined> {
  const model = images?.models().find((one) => one.ready && one.capabilities.includes('generate'));
  if (!images || !model) return undefined;
  const subject = [order.title, order.prompt, order.genre ? `${order.genre} music` : undefined, order.mood]
    .filter(Boolean)
    .join(', ');
  const made = await images.generate(
    {
      model: model.id,
      prompt: `album cover art, ${subject}`,
      width: SIDE_PIXELS,
      height: SIDE_PIXELS,
      count: 1,
      style: 'artistic',
      seed: order.seed,
      format: 'png',
    },
    () => undefined,
    signal,
  );
  return made[0] && { bytes: made[0].bytes, model: model.id };
}
