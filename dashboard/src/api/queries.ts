// Calls as React needs them: answers kept per environment, renewed when something changed, jobs followed while they run.
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
      // Without a network a call fails, which is shown; a call that waits for the network would spin for ever.
      networkMode: 'always',
      refetchOnReconnect: true,
      // A refusal stays a refusal; only a server in trouble is asked again.
      retry: (failures, error) => failures < 2 && error instanceof AtelierError && (error.status ?? 0) >= 500,
    },
  },
});

// What could not be read while the service was away is read when it is back.
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

/** Lists of which each answer names the next page. */
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

/** Asks again, in the background, for every answer of these calls that is on the screen. */
export async function renew(...names: OperationName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** A server that is being replaced is away for a while: its jobs go on. */
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
