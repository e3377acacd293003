// How many pixels a frame has: as the order says, otherwise the shorter side by the resolution's name and the longer one by the shape.
import type { FrameSize, VideoOrder, VideoResolution } from './order.ts';

const SHORT_SIDES: Record<VideoResolution, number> = { '720p': 720, '1080p': 1080, '4k': 2160 };

export function frameSize({
  resolution,
  aspectRatio,
  frame,
}: Pick<VideoOrder, 'resolution' | 'aspectRatio' | 'frame'>): FrameSize {
  if (frame) return frame;
  const short = SHORT_SIDES[resolution];
  const [wide = 16, high = 9] = aspectRatio.split(':').map(Number);
  const even = (value: number): number => Math.round(value / 2) * 2;
  return wide >= high
    ? { width: even((short * wide) / high), height: short }
    : { width: short, height: even((short * high) / wide) };
}
