// The state of a request: a progress bar while it loads, an error if it fails, and the content once it has arrived.
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
