// A list loaded page by page: a table, a button for more, and a text if it is empty.
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { shared } from '../strings.ts';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { ErrorNote } from './error-note.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { type Column, Table } from './table.tsx';

export interface PagedTableProps<Row extends { id: string }> {
  label: string;
  pages: UseInfiniteQueryResult<InfiniteData<{ data: readonly Row[] }>>;
  columns: readonly Column<Row>[];
  onOpen?: (row: Row) => void;
  empty: { icon: LucideIcon; title: string; hint?: ReactNode; action?: ReactNode };
}

export function PagedTable<Row extends { id: string }>(props: PagedTableProps<Row>) {
  const { label, pages, columns, onOpen, empty } = props;
  if (!pages.data && pages.error) return <ErrorNote error={pages.error} onRetry={() => pages.refetch()} />;
  if (!pages.data) {
    return (
      <div className="mx-auto w-full max-w-40 py-10">
        <ProgressBar value={null} label={shared.loading} />
      </div>
    );
  }
  const rows = pages.data.pages.flatMap(({ data }) => data);
  if (rows.length === 0) {
    return (
      <EmptyState icon={empty.icon} title={empty.title} action={empty.action}>
        {empty.hint}
      </EmptyState>
    );
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <Table label={label} columns={columns} rows={rows} keyOf={({ id }) => id} onOpen={onOpen} />
      {pages.hasNextPage && (
        <Button className="justify-self-center" isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          {shared.more}
        </Button>
      )}
    </div>
  );
}
