// The songs: searched by words and genre, opened, deleted.
import { Disc3, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { client } from '../../api/client.ts';
import { renew, useCall } from '../../api/queries.ts';
import { Button } from '../../parts/button.tsx';
import { join } from '../../parts/class-names.ts';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Field, Input, Select } from '../../parts/field.tsx';
import { smallFile } from '../../parts/own-file.ts';
import { Trouble } from '../shared/trouble.tsx';
import { formatClock, formatWhen, playground } from '../strings.ts';
import type { Track } from './song-wish.ts';
import { musicWords } from './strings.ts';

export interface LibraryProps {
  openedId: string | null;
  onOpen(track: Track): void;
  onDeleted(id: string): void;
}

const PAGE = 12;
const MOST = 100;

export function Library({ openedId, onOpen, onDeleted }: LibraryProps) {
  const [words, setWords] = useState('');
  const [genre, setGenre] = useState('');
  const [limit, setLimit] = useState(PAGE);
  const [doomed, setDoomed] = useState<Track | null>(null);
  const q = useDeferredValue(words.trim());
  const genres = useCall('GET /music/genres').data?.data ?? [];
  const tracks = useCall('GET /music/library', { query: { limit, ...(q ? { q } : {}), ...(genre ? { genre } : {}) } });
  const remove = async () => {
    if (!doomed) return;
    await client().call('DELETE /music/{id}', { params: { id: doomed.id } });
    onDeleted(doomed.id);
    await renew('GET /music/library');
  };
  const isSearching = q !== '' || genre !== '';
  return (
    <>
      <div className="mb-4 grid gap-3">
        <Field label={musicWords.searchLabel}>
          <Input
            type="search"
            value={words}
            placeholder={musicWords.searchExample}
            onChange={(event) => setWords(event.target.value)}
          />
        </Field>
        <Field label={musicWords.genre}>
          <Select
            value={genre}
            onChange={setGenre}
            options={[
              { value: '', label: musicWords.allGenres },
              ...genres.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
      </div>
      <Trouble error={tracks.error} onRetry={() => void tracks.refetch()} />
      {tracks.data?.data.length === 0 && (
        <EmptyState icon={Disc3} title={isSearching ? musicWords.nothingFound : musicWords.libraryEmpty}>
          {isSearching ? null : musicWords.libraryEmptyText}
        </EmptyState>
      )}
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
        {tracks.data?.data.map((track) => (
          <Row
            key={track.id}
            track={track}
            isOpen={track.id === openedId}
            onOpen={() => onOpen(track)}
            onDelete={() => setDoomed(track)}
          />
        ))}
      </ul>
      {tracks.data?.has_more && limit < MOST && (
        <Button size="small" className="mt-3" onClick={() => setLimit(MOST)}>
          {playground.showMore}
        </Button>
      )}
      <ConfirmDialog
        isOpen={doomed !== null}
        onClose={() => setDoomed(null)}
        title={musicWords.deleteTitle}
        description={musicWords.deleteText}
        confirmLabel={playground.remove}
        isDangerous
        onConfirm={remove}
      />
    </>
  );
}

interface RowProps {
  track: Track;
  isOpen: boolean;
  onOpen(): void;
  onDelete(): void;
}

function Row({ track, isOpen, onOpen, onDelete }: RowProps) {
  const title = track.title ?? '';
  return (
    <li className={join('flex min-w-0 items-center gap-1 rounded-xl', isOpen ? 'bg-accent-soft' : 'hover:bg-sunken')}>
      <button
        type="button"
        onClick={onOpen}
        aria-current={isOpen ? 'true' : undefined}
        className="flex min-w-0 grow items-center gap-3 rounded-xl p-2 text-left"
      >
        {track.cover_url ? (
          <img
            src={smallFile(track.cover_url, 160)}
            alt=""
            loading="lazy"
            className="size-11 shrink-0 rounded-lg object-cover"
          />
        ) : (
          <Disc3 aria-hidden className="size-11 shrink-0 text-muted" />
        )}
        <span className="min-w-0">
          <span className="block truncate text-sm font-medium">{title}</span>
          <span className="block truncate text-xs text-muted">
            {[track.genre, formatClock(track.duration ?? 0), formatWhen(track.created_at)].filter(Boolean).join(' · ')}
          </span>
        </span>
      </button>
      <button
        type="button"
        onClick={onDelete}
        aria-label={musicWords.deleteSong(title)}
        className="shrink-0 rounded-md p-2 text-muted hover:text-danger"
      >
        <Trash2 aria-hidden className="size-4" />
      </button>
    </li>
  );
}
