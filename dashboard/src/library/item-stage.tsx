// The thing itself: a picture, a video, a song to hear, an application to use.
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../parts/button.tsx';
import { ownFile, smallFile } from '../parts/own-file.ts';
import type { Item } from './item.ts';
import { library as words } from './strings.ts';

const FRAME = 'flex min-h-[50vh] min-w-0 flex-col items-center justify-center gap-6 bg-sunken p-4 sm:p-8 lg:min-h-0';
const WHOLE = 'max-h-full max-w-full rounded-xl object-contain shadow-lifted';

export function ItemStage({ item, name }: { item: Item; name: string }) {
  const url = ownFile(item.url);
  switch (item.kind) {
    case 'image':
      return (
        <div className={FRAME}>
          <a href={url} target="_blank" rel="noreferrer" className="flex min-h-0 max-w-full justify-center">
            <img src={url} alt={name} className={WHOLE} />
          </a>
        </div>
      );
    case 'video':
      return (
        <div className={FRAME}>
          <video
            controls
            playsInline
            src={url}
            aria-label={name}
            className={`${WHOLE} bg-black`}
            {...(item.thumbnail_url ? { poster: smallFile(item.thumbnail_url, 960) } : {})}
          />
        </div>
      );
    case 'song':
      return (
        <div className={FRAME}>
          {item.thumbnail_url && (
            <img src={ownFile(item.thumbnail_url)} alt="" className={`${WHOLE} min-h-0 w-80 max-lg:w-64`} />
          )}
          {/* biome-ignore lint/a11y/useMediaCaption: a song has its words beside it. */}
          <audio controls src={url} aria-label={name} className="w-full max-w-xl" />
          <Link to="/play/music" hash={item.id} className={buttonClass('plain', 'small')}>
            {words.openPlayer}
          </Link>
        </div>
      );
    case 'build':
      return (
        <div className="flex min-h-[60vh] min-w-0 flex-col lg:min-h-0">
          <div className="flex justify-center gap-2 border-b border-line bg-sunken p-2">
            <Link to="/play/builder" hash={item.id} className={buttonClass('plain', 'small')}>
              {words.openBuilder}
            </Link>
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass('plain', 'small')}>
              {words.openAlone}
            </a>
          </div>
          <iframe
            src={item.url}
            title={words.previewOf(name)}
            sandbox="allow-scripts allow-forms allow-modals"
            className="min-h-0 w-full grow bg-white"
          />
        </div>
      );
  }
}
