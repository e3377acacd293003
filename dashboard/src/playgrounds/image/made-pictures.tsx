// The images that were made, newest first, each to open again.
import { useCall } from '../../api/queries.ts';
import { join } from '../../parts/class-names.ts';
import { smallFile } from '../../parts/own-file.ts';
import { Trouble } from '../shared/trouble.tsx';
import { imageWords } from './strings.ts';

const MAX_SHOWN = 60;

export interface MadePicturesProps {
  openedId: string | null;
  onOpen(id: string): void;
}

export function MadePictures({ openedId, onOpen }: MadePicturesProps) {
  const made = useCall('GET /library', { query: { kind: 'image', limit: MAX_SHOWN } });
  return (
    <>
      <Trouble error={made.error} onRetry={() => void made.refetch()} />
      {made.data?.data.length === 0 && <p className="text-sm text-muted">{imageWords.noHistory}</p>}
      <ul className="grid grid-cols-3 gap-2 xl:grid-cols-2">
        {made.data?.data.map(({ id, url, title, prompt }) => (
          <li key={id}>
            <button
              type="button"
              aria-label={imageWords.openMade(title || prompt)}
              title={title || prompt}
              aria-current={id === openedId ? 'true' : undefined}
              onClick={() => onOpen(id)}
              className={join(
                'block w-full overflow-hidden rounded-lg border-2 bg-sunken',
                id === openedId ? 'border-accent' : 'border-transparent hover:border-edge',
              )}
            >
              <img
                src={smallFile(url, 160)}
                alt=""
                loading="lazy"
                decoding="async"
                className="aspect-square w-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
