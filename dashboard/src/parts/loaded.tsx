// An answer that is on its way: a bar while it comes, words when it does not, and the content once it is there.
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { shared } from '../strings.ts';
import { ErrorNote } from './error-note.tsx';
import { ProgressBar } from './progress-bar.tsx';

export interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children(data: Data): ReactNode;
}

export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error) return <ErrorNote error={query.error} onRetry={() => query.refetch()} />;
  return (
    <div className="mx-auto w-full max-w-40 py-10">
      <ProgressBar value={null} label={shared.loading} />
    </div>
  );
}
