// The videos: open one, or delete it.
import { Clapperboard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import { renew, useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { smallFile } from '../../parts/own-file.ts';
import { Trouble } from '../shared/trouble.tsx';
import { formatClock, playground } from '../strings.ts';
import type { Film } from './film-wish.ts';
import { videoWords } from './strings.ts';

export interface LibraryProps {
  openedId: string | null;
  onOpen(id: string): void;
  onDeleted(id: string): void;
}

const PAGE = 12;
const MOST = 100;

export function Library({ openedId, onOpen, onDeleted }: LibraryProps) {
  const [limit, setLimit] = useState(PAGE);
  const [doomed, setDoomed] = useState<Film | null>(null);
  const films = useCall('GET /video', { query: { limit, status: 'completed' } });
  const remove = async () => {
    if (!doomed) return;
    await client().call('DELETE /video/{id}', { params: { id: doomed.id } });
    onDeleted(doomed.id);
    await renew('GET /video');
  };
  return (
    <>
      <Trouble error={films.error} onRetry={() => void films.refetch()} />
      {films.data?.data.length === 0 && (
        <EmptyState icon={Clapperboard} title={videoWords.libraryEmpty}>
          {videoWords.libraryEmptyText}
        </EmptyState>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {films.data?.data.map((film) => (
          <Card
            key={film.id}
            film={film}
            isOpen={film.id === openedId}
            onOpen={() => onOpen(film.id)}
            onDelete={() => setDoomed(film)}
          />
        ))}
      </ul>
      {films.data?.has_more && limit < MOST && (
        <Button size="small" className="mt-3" onClick={() => setLimit(MOST)}>
          {playground.showMore}
        </Button>
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        title={videoWords.deleteTitle}
        description={videoWords.deleteText}
        confirmLabel={playground.remove}
        isDangerous
        onConfirm={remove}
      />
    </>
  );
}

interface CardProps {
  film: Film;
  isOpen: boolean;
  onOpen(): void;
  onDelete(): void;
}

function Card({ film, isOpen, onOpen, onDelete }: CardProps) {
  const prompt = film.prompt ?? '';
  return (
    <li
      className={join('relative grid min-w-0 content-start rounded-xl', isOpen ? 'bg-accent-soft' : 'hover:bg-sunken')}
    >
      <button
        type="button"
        onClick={onOpen}
        aria-current={isOpen ? 'true' : undefined}
        className="grid min-w-0 gap-1.5 rounded-xl p-2 text-left"
      >
        {film.thumbnail_url && (
          <img
            src={smallFile(film.thumbnail_url, 480)}
            alt=""
            loading="lazy"
            className="aspect-video w-full rounded-lg bg-black object-contain"
          />
        )}
        <span className="truncate text-sm">{prompt}</span>
        <span className="text-xs text-muted">
          {[formatClock(film.duration ?? 0), film.resolution].filter(Boolean).join(' · ')}
        </span>
      </button>
      <button
        type="button"
        onClick={onDelete}
        aria-label={videoWords.deleteFilm(prompt)}
        className="absolute right-1 bottom-1 rounded-md p-2 text-muted hover:text-danger"
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
    </li>
  );
}
