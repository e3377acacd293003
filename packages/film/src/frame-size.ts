// How many pixels a frame has: as the order says, otherwise the shorter side by the resolution's name and the longer one by the shape.
import { EngineError } from '@atelier/kit';
import { ASPECT_RATIOS, type FrameSize, VIDEO_RESOLUTIONS, type VideoOrder, type VideoResolution } from './order.ts';

const SHORT_SIDES: Record<VideoResolution, number> = { '720p': 720, '1080p': 1080, '4k': 2160 };
const LONGEST_SIDE = 4096;

export function frameSize({
  resolution,
  aspectRatio,
  frame,
}: Pick<VideoOrder, 'resolution' | 'aspectRatio' | 'frame'>): FrameSize {
  if (frame) return checkFrame(frame);
  const short = SHORT_SIDES[oneOf(VIDEO_RESOLUTIONS, resolution, 'resolution')];
  const [wide = 16, high = 9] = oneOf(ASPECT_RATIOS, aspectRatio, 'aspect_ratio').split(':').map(Number);
  const even = (value: number): number => Math.round(value / 2) * 2;
  return wide >= high
    ? { width: even((short * wide) / high), height: short }
    : { width: short, height: even((short * high) / wide) };
}

/** Also for callers without the type checker, who must not start a video whose frames have no size. */
function oneOf<T extends string>(known: readonly T[], value: T, param: string): T {
  if (known.includes(value)) return value;
  throw new EngineError('invalid_parameter', `${param} must be one of: ${known.join(', ')}.`, { param });
}

function checkFrame(frame: FrameSize): FrameSize {
  const isSide = (side: number) => Number.isInteger(side) && side >= 2 && side <= LONGEST_SIDE && side % 2 === 0;
  if (isSide(frame.width) && isSide(frame.height)) return frame;
  throw new EngineError('invalid_parameter', `Both sides of a frame must be even numbers up to ${LONGEST_SIDE}.`, {
    param: 'size',
  });
}
