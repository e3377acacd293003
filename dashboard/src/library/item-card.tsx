// One item of the library: its image or player, its name and tags, and its actions.
import { AppWindow, Download, Share2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../parts/button.tsx';
import { formatTime } from '../parts/format.ts';
import { Badge } from '../parts/panel.tsx';
import type { Item } from './item.ts';
import { ShareDialog } from './share-dialog.tsx';
import { library as words } from './strings.ts';

function nameOf({ title, prompt, kind }: Item): string {
  return title || prompt || (words.names[kind] ?? kind);
}

export function ItemCard({ item, isSelected, onSelect }: { item: Item; isSelected: boolean; onSelect(): void }) {
  const [isSharing, setSharing] = useState(false);
  const name = nameOf(item);
  return (
    <li className="flex min-w-0 flex-col overflow-hidden rounded-2xl border border-line bg-surface shadow-soft">
      <Preview item={item} name={name} />
      <div className="flex grow flex-col gap-2 p-4">
        <label className="flex min-w-0 items-start gap-2 text-sm font-medium">
          <input
            type="checkbox"
            className="mt-1 size-4 shrink-0"
            checked={isSelected}
            onChange={onSelect}
            aria-label={words.select(name)}
          />
          <span className="line-clamp-2 min-w-0 wrap-anywhere">{name}</span>
        </label>
        <p className="text-[0.8125rem] text-muted">
          {words.names[item.kind]} · <time dateTime={item.created_at}>{formatTime(item.created_at)}</time>
        </p>
        {item.tags.length > 0 && (
          <p className="flex flex-wrap gap-1 wrap-anywhere">
            {item.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </p>
        )}
        <div className="mt-auto flex gap-1 pt-1">
          <a
            className={buttonClass('quiet', 'small')}
            href={item.download_url}
            download
            aria-label={words.downloadOf(name)}
          >
            <Download aria-hidden className="size-4" />
          </a>
          <Button size="small" look="quiet" aria-label={words.shareOf(name)} onClick={() => setSharing(true)}>
            <Share2 aria-hidden className="size-4" />
            {item.shares > 0 && item.shares}
          </Button>
        </div>
      </div>
      {isSharing && <ShareDialog item={item} name={name} onClose={() => setSharing(false)} />}
    </li>
  );
}

const FRAME = 'aspect-video w-full bg-sunken object-cover';

/** Nothing is loaded before it is visible or played. */
function Preview({ item, name }: { item: Item; name: string }) {
  const picture = item.thumbnail_url;
  if (item.kind === 'video')
    return (
      <video
        className={FRAME}
        controls
        preload="none"
        src={item.url}
        aria-label={name}
        {...(picture ? { poster: picture } : {})}
      />
    );
  if (item.kind === 'build')
    return (
      <a href={item.url} target="_blank" rel="noreferrer" className={`${FRAME} grid place-items-center text-muted`}>
        <span className="flex items-center gap-2">
          <AppWindow aria-hidden className="size-5" />
          {words.open}
        </span>
      </a>
    );
  return (
    <div className="relative">
      {picture ? (
        <img className={FRAME} src={picture} alt={name} loading="lazy" decoding="async" />
      ) : (
        <div className={FRAME} />
      )}
      {item.kind !== 'image' && (
        // biome-ignore lint/a11y/useMediaCaption: a song has its words beside it.
        <audio
          className="absolute inset-x-2 bottom-2 w-[calc(100%-1rem)]"
          controls
          preload="none"
          src={item.url}
          aria-label={name}
        />
      )}
    </div>
  );
}
