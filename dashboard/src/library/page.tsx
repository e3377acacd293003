// The library: all items, with search, filters, and actions on a selection.
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Images } from 'lucide-react';
import { useState } from 'react';
import { type CallInput, client } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { useCall } from '../api/queries.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { Field, Input, Select } from '../parts/field.tsx';
import { PageHead } from '../parts/panel.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { useSettled } from '../parts/use-settled.ts';
import { shared } from '../strings.ts';
import { ItemCard } from './item-card.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { library as words } from './strings.ts';

const NO_FILTER = { q: '', kind: '', tag: '' };
/** The maximum number of items in one zip file or one deletion. */
const MAX_SELECTED = 100;
const MAX_LETTERS = 200;

/** The URL may contain the search words. */
export function LibraryPage() {
  const { q = '' } = useSearch({ strict: false });
  return <Library key={q} asked={q} />;
}

function Library({ asked }: { asked: string }) {
  const [filter, setFilter] = useState({ ...NO_FILTER, q: asked.slice(0, MAX_LETTERS) });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const pages = useItems(useSettled(filter));
  const items = pages.data?.pages.flatMap((page) => page.data) ?? [];
  const toggle = (id: string) => {
    const next = new Set(selected);
    if (!next.delete(id) && next.size < MAX_SELECTED) next.add(id);
    setSelected(next);
  };
  const isFiltered = filter.q !== '' || filter.kind !== '' || filter.tag !== '';
  return (
    <>
      <PageHead title={words.title} lead={words.lead} />
      <Filters filter={filter} onChange={setFilter} />
      {pages.error && !pages.data && <ErrorNote error={pages.error} onRetry={() => pages.refetch()} />}
      {pages.isPending && <ProgressBar value={null} label={shared.loading} />}
      {pages.data && items.length === 0 && (
        <EmptyState icon={Images} title={isFiltered ? words.noMatch : words.nothing}>
          {isFiltered ? undefined : words.nothingHint}
        </EmptyState>
      )}
      <ul
        aria-label={words.items}
        className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] sm:gap-4"
      >
        {items.map((item) => (
          <ItemCard key={item.id} item={item} isSelected={selected.has(item.id)} onSelect={() => toggle(item.id)} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="mt-6 grid justify-items-center">
          <Button isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
      {selected.size > 0 && (
        <SelectionBar
          items={items.filter(({ id }) => selected.has(id))}
          ids={[...selected]}
          onClear={() => setSelected(new Set())}
        />
      )}
    </>
  );
}

function useItems({ q, kind, tag }: typeof NO_FILTER) {
  const environment = useEnvironment();
  const query = { ...(q ? { q } : {}), ...(kind ? { kind } : {}), ...(tag ? { tag } : {}) };
  return useInfiniteQuery({
    queryKey: ['GET /library', environment, 'growing', query],
    queryFn: ({ pageParam, signal }) => {
      const input = { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } } as CallInput<'GET /library'>;
      return client().call('GET /library', input, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  });
}

function Filters({ filter, onChange }: { filter: typeof NO_FILTER; onChange(next: typeof NO_FILTER): void }) {
  const tags = useCall('GET /library/tags').data?.data ?? [];
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-3">
      <Field label={words.search} className="max-sm:col-span-2">
        <Input
          type="search"
          maxLength={MAX_LETTERS}
          placeholder={words.searchHint}
          value={filter.q}
          onChange={(event) => onChange({ ...filter, q: event.target.value })}
        />
      </Field>
      <Field label={words.kind}>
        <Select
          value={filter.kind}
          options={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
      </Field>
      <Field label={words.tag}>
        <Select
          value={filter.tag}
          options={[
            { value: '', label: words.allTags },
            ...tags.map(({ tag, items }) => ({ value: tag, label: `${tag} (${items})` })),
          ]}
          onChange={(tag) => onChange({ ...filter, tag })}
        />
      </Field>
    </div>
  );
}
