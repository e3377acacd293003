// The small picture of an item, or a sign for its kind.
import { AppWindow, Clapperboard, Image, type LucideIcon, Music, Play } from 'lucide-react';
import { join } from '../parts/class-names.ts';
import { ownFile } from '../parts/own-file.ts';
import type { Item } from './item.ts';

const SIGNS: Record<Item['kind'], LucideIcon> = { image: Image, song: Music, video: Clapperboard, build: AppWindow };

export function ItemPicture({ item: { kind, thumbnail_url: picture } }: { item: Item }) {
  const Sign = SIGNS[kind];
  const isPlayed = kind === 'song' || kind === 'video';
  return (
    <span className="relative grid aspect-video w-full place-items-center overflow-hidden bg-sunken text-muted">
      {picture ? (
        <img
          src={ownFile(picture)}
          alt=""
          loading="lazy"
          decoding="async"
          className={join('absolute inset-0 size-full', kind === 'song' ? 'object-contain' : 'object-cover')}
        />
      ) : (
        <Sign aria-hidden className="size-8" strokeWidth={1.5} />
      )}
      {isPlayed && (
        <span className="absolute right-2.5 bottom-2.5 grid size-8 place-items-center rounded-full bg-black/60 text-white">
          <Play aria-hidden className="size-3.5 fill-current" />
        </span>
      )}
    </span>
  );
}
