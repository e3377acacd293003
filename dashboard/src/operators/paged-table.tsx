// A list that grows by the page: a table, a way to see more, and words when there is nothing.
import type { LucideIcon } from 'lucide-react';
import { Button } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ErrorNote } from '../parts/error-note.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { shared } from '../strings.ts';
import type { Pages, Row } from './desk.ts';
import { operators } from './strings.ts';

type ListName = Parameters<typeof import('./desk.ts').useDeskPages>[0];

export interface PagedTableProps<C extends ListName> {
  label: string;
  pages: Pages<C>;
  columns: readonly Column<Row<C>>[];
  empty: { icon: LucideIcon; title: string; hint?: string };
}

export function PagedTable<C extends ListName>({ label, pages, columns, empty }: PagedTableProps<C>) {
  if (!pages.data && pages.error) return <ErrorNote error={pages.error} onRetry={() => pages.refetch()} />;
  if (!pages.data) {
    return (
      <div className="mx-auto w-full max-w-40 py-10">
        <ProgressBar value={null} label={shared.loading} />
      </div>
    );
  }
  const rows = pages.data.pages.flatMap((page) => page.data as Row<C>[]);
  if (rows.length === 0) {
    return (
      <EmptyState icon={empty.icon} title={empty.title}>
        {empty.hint}
      </EmptyState>
    );
  }
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <Table label={label} columns={columns} rows={rows} keyOf={(row) => row.id} />
      {pages.hasNextPage && (
        <Button className="justify-self-center" isBusy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
          {operators.more}
        </Button>
      )}
    </div>
  );
}
