// Refuses impossible orders before the minutes of rendering.
import { EngineError } from '@atelier/kit';
import { frameSize } from './frame-size.ts';
import type { VideoOrder } from './order.ts';

const FRAME_RATES: readonly number[] = [24, 30];
const FORMATS: readonly string[] = ['mp4', 'webm'];
const LONGEST_SECONDS = 600;

export function checkOrder(order: VideoOrder): void {
  frameSize(order);
  if (!(order.durationSeconds > 0 && order.durationSeconds <= LONGEST_SECONDS))
    refuse('duration', `duration must be above 0 and at most ${LONGEST_SECONDS} seconds.`);
  if (!FRAME_RATES.includes(order.fps)) refuse('fps', `fps must be one of: ${FRAME_RATES.join(', ')}.`);
  if (!FORMATS.includes(order.format)) refuse('format', `format must be one of: ${FORMATS.join(', ')}.`);
  if (order.type === 'image-to-video' && !order.imagePath)
    refuse('image', 'image-to-video needs a picture: send it as image.');
}

function refuse(param: string, message: string): never {
  throw new EngineError('invalid_parameter', message, { param });
}
