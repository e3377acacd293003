// API calls as React hooks: responses cached per environment, refreshed after changes, and jobs followed while they
// run.
import { AtelierError } from '@atelier/client';
import {
  type InfiniteData,
  QueryCache,
  QueryClient,
  type UseInfiniteQueryResult,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CallInput, client, type JobState, type OperationName, type Reply } from './client.ts';
import { useEnvironment } from './environment.ts';
import { isSignedOut, isUnreachable } from './problem.ts';
import { askForService, isServiceReached, watchReach } from './reach.ts';

/** Where to go when the session has ended; set by the router, which knows the pages. */
let onSignedOut: () => void = () => undefined;
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (isSignedOut(error)) onSignedOut();
      if (isUnreachable(error)) void askForService();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Without a network a call must fail, which is shown; waiting for the network would show a spinner forever.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal is final; only server errors are retried.
      retry: (failures, error) => failures < 2 && error instanceof AtelierError && (error.status ?? 0) >= 500,
    },
  },
});

// Retries reads that failed while the service was unreachable.
watchReach(() => {
  if (isServiceReached()) void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
});

export interface QuerySettings {
  enabled?: boolean;
  refetchMs?: number;
}

export function useCall<C extends OperationName>(
  name: C,
  input: CallInput<C> = {},
  { enabled = true, refetchMs }: QuerySettings = {},
): UseQueryResult<Reply<C>> {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [name, environment, input],
    queryFn: ({ signal }) => client().call(name, input, { signal }),
    enabled,
    ...(refetchMs ? { refetchInterval: refetchMs } : {}),
  });
}

/** Lists whose responses contain the cursor of the next page. */
type Paged = { [C in OperationName]: Reply<C> extends { next_cursor: string | null } ? C : never }[OperationName];

export function usePages<C extends Paged>(
  name: C,
  query: Record<string, unknown> = {},
  { refetchMs }: Pick<QuerySettings, 'refetchMs'> = {},
): UseInfiniteQueryResult<InfiniteData<Reply<C>>> {
  const environment = useEnvironment();
  return useInfiniteQuery({
    queryKey: [name, environment, 'pages', query],
    queryFn: ({ pageParam, signal }) =>
      client().call(name, { query: { ...query, ...(pageParam ? { cursor: pageParam } : {}) } } as CallInput<C>, {
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next_cursor ?? undefined,
    ...(refetchMs ? { refetchInterval: refetchMs } : {}),
  });
}

/** Refetches in the background every visible response of these calls. */
export async function renew(...names: OperationName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** A server that is being replaced is unreachable for a while, but its jobs continue. */
const RETRIES_OF_A_FOLLOWER = 3;

/** A job and its progress; undefined until the first event. */
export function useJob(id: string | null): { job: JobState | undefined; problem: Error | undefined } {
  const [state, setState] = useState<{ id: string; job?: JobState; problem?: Error }>();
  useEffect(() => {
    if (!id) return;
    const leaving = new AbortController();
    const follow = async () => {
      const { signal } = leaving;
      for await (const job of client().jobs.follow(id, { signal, maxRetries: RETRIES_OF_A_FOLLOWER }))
        setState({ id, job: job as JobState });
    };
    follow().catch((problem: Error) => {
      if (!leaving.signal.aborted) setState((before) => ({ ...before, id, problem }));
    });
    return () => leaving.abort();
  }, [id]);
  // The state may still be an earlier job's.
  const own = state?.id === id ? state : undefined;
  return { job: own?.job, problem: own?.problem };
}
