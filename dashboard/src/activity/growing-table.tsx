// A table that grows by the page, with words where there is nothing.
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { Activity } from 'lucide-react';
import { type CallInput, client, type OperationName, type Reply } from '../api/client.ts';
import { useEnvironment } from '../api/environment.ts';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { shared } from '../strings.ts';
import { activity as words } from './strings.ts';

type ListName = Extract<OperationName, 'GET /requests' | 'GET /jobs' | 'GET /payments/transactions'>;
export type Row<C extends ListName> = Reply<C>['data'][number];

const REFRESH_MS = 5_000;

export function useGrowing<C extends ListName>(name: C, query: Record<string, unknown>) {
  const environment = useEnvironment();
  return useInfiniteQuery({
    queryKey: [name, environment, 'growing', query],
    queryFn: ({ pageParam, signal }) => {
      const input = { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } } as CallInput<C>;
      return client().call(name, input, { signal });
    },
    initialPageParam: '',
    getNextPageParam: (last) => (last as { next_cursor?: string | null }).next_cursor ?? undefined,
    refetchInterval: REFRESH_MS,
  });
}

export interface GrowingTableProps<C extends ListName> {
  label: string;
  pages: UseInfiniteQueryResult<InfiniteData<Reply<C>>>;
  columns: readonly Column<Row<C>>[];
  empty: { title: string; hint?: string };
}

export function GrowingTable<C extends ListName>({ label, pages, columns, empty }: GrowingTableProps<C>) {
  if (!pages.data && pages.error) return <ErrorNote error={pages.error} onRetry={() => pages.refetch()} />;
  if (!pages.data) return <ProgressBar value={null} label={shared.loading} />;
  const rows = pages.data.pages.flatMap((page) => (page as { data: Row<C>[] }).data);
  if (rows.length === 0)
    return (
      <EmptyState icon={Activity} title={empty.title}>
        {empty.hint}
      </EmptyState>
    );
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <Table label={label} columns={columns} rows={rows} keyOf={(row) => (row as { id: string }).id} />
      {pages.hasNextPage && (
        <Button className="justify-self-center" isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </div>
  );
}
