// "Make another like it": its page opens with the same words. Nothing is made, or charged for, before it is asked for there.
import type { useNavigate } from '@tanstack/react-router';
import { carryAsk, type Mode } from '../parts/ask.ts';
import type { Item } from './item.ts';

const PLACES = {
  image: { mode: 'image', to: '/play/image' },
  song: { mode: 'song', to: '/play/music' },
  video: { mode: 'video', to: '/play/video' },
  build: { mode: 'app', to: '/play/builder' },
} as const satisfies Record<Item['kind'], { mode: Mode; to: string }>;

/** undefined: its words were not kept. */
export function againOf({ kind, prompt }: Item) {
  if (prompt === '') return undefined;
  const { mode, to } = PLACES[kind];
  return (navigate: ReturnType<typeof useNavigate>) => {
    carryAsk(mode, { prompt, files: [], isSent: false });
    return navigate({ to });
  };
}
