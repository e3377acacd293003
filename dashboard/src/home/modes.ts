// What can be made from the composer: where it is made, what may be attached, and what it will cost.
import { AppWindow, AudioLines, Clapperboard, Code, Image, type LucideIcon, MessageCircle, Music } from 'lucide-react';
import type { Reply } from '../api/client.ts';
import { useCall } from '../api/queries.ts';
import { FIRST_SONG_SECONDS, FIRST_VIDEO_SECONDS, type Mode } from '../parts/ask.ts';
import { formatPrice } from '../parts/format.ts';
import { home } from './strings.ts';

interface ModeFacts {
  id: Mode;
  to: '/play/chat' | '/play/music' | '/play/image' | '/play/video' | '/play/builder' | '/play/code' | '/play/audio';
  icon: LucideIcon;
  /** The module whose price counts, and what its model must be able to do. */
  module: string;
  capability?: string;
  maxLetters: number;
  /** What may be attached, as a file input takes it. */
  accepts?: string;
}

const PICTURES = 'image/png,image/jpeg,image/webp,image/gif';
const MAX_LETTERS = 4_000;

export const MODES: readonly ModeFacts[] = [
  {
    id: 'chat',
    to: '/play/chat',
    icon: MessageCircle,
    module: 'chat',
    maxLetters: 100_000,
    accepts: `${PICTURES},application/pdf,text/*,.md,.csv,.json,.yaml,.yml,.log`,
  },
  { id: 'image', to: '/play/image', icon: Image, module: 'image', capability: 'generate', maxLetters: MAX_LETTERS },
  { id: 'song', to: '/play/music', icon: Music, module: 'music', maxLetters: MAX_LETTERS },
  {
    id: 'video',
    to: '/play/video',
    icon: Clapperboard,
    module: 'video',
    capability: 'text-to-video',
    maxLetters: MAX_LETTERS,
  },
  { id: 'app', to: '/play/builder', icon: AppWindow, module: 'builder', maxLetters: 20_000 },
  { id: 'code', to: '/play/code', icon: Code, module: 'code', maxLetters: 20_000 },
  { id: 'speech', to: '/play/audio', icon: AudioLines, module: 'speech', maxLetters: 4_096 },
];

type Model = Reply<'GET /models'>['data'][number];

/** The price in words of what would be sent; empty while it is unknown. */
export function usePriceOf(mode: ModeFacts, letters: number): string {
  const models = useCall('GET /models').data?.data;
  const modules = useCall('GET /payments/prices').data?.modules;
  const able = models?.filter((model) => model.module === mode.module && canDo(model, mode.capability));
  const price = (able?.find(({ ready }) => ready)?.pricing ?? modules?.[mode.module]) as
    | Record<string, number>
    | undefined;
  return price ? wordsOfPrice(mode.id, price, letters) : '';
}

function canDo({ capabilities }: Model, capability: string | undefined): boolean {
  return capability === undefined || capabilities.includes(capability);
}

function wordsOfPrice(mode: Mode, price: Record<string, number>, letters: number): string {
  const { per_request = 0, per_image = 0, per_second = 0, per_million_characters = 0 } = price;
  const tokens = price.output_per_million_tokens ?? 0;
  const credits = {
    image: per_request + per_image,
    song: per_request + per_second * FIRST_SONG_SECONDS,
    video: per_request + per_second * FIRST_VIDEO_SECONDS,
    speech: per_request + (per_million_characters * letters) / 1e6,
    app: per_request,
    chat: 0,
    code: 0,
  }[mode];
  const exact = formatPrice(Math.round(credits * 1e4) / 1e4);
  if (mode === 'app') return credits > 0 ? home.pricedFrom(exact) : '';
  if (credits > 0) return home.priced(exact);
  return tokens > 0 && mode !== 'speech' ? home.pricedByTokens(formatPrice(tokens / 1_000)) : '';
}
