// Calls as React needs them: answers kept per environment, renewed when something changed, jobs followed while they run.
import { QueryCache, QueryClient, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type CallInput, type CallName, call, type Reply } from './call.ts';
import { useEnvironment } from './environment.ts';
import { ApiProblem } from './problem.ts';
import { followJob, type JobState } from './stream.ts';

/** Where to go when the session has ended; set by the router, which knows the pages. */
let onSignedOut: () => void = () => undefined;
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      if (error instanceof ApiProblem && error.status === 401) onSignedOut();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal stays a refusal; only a server in trouble is asked again.
      retry: (failures, error) => failures < 2 && (!(error instanceof ApiProblem) || error.status >= 500),
    },
  },
});

export interface QuerySettings {
  enabled?: boolean;
  refetchMs?: number;
}

export function useCall<C extends CallName>(
  name: C,
  input: CallInput<C> = {},
  { enabled = true, refetchMs }: QuerySettings = {},
): UseQueryResult<Reply<C>> {
  const environment = useEnvironment();
  return useQuery({
    queryKey: [name, environment, input],
    queryFn: ({ signal }) => call(name, input, signal),
    enabled,
    ...(refetchMs ? { refetchInterval: refetchMs } : {}),
  });
}

/** Asks again, in the background, for every answer of these calls that is on the screen. */
export async function renew(...names: CallName[]): Promise<void> {
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}

/** A job as it goes on; undefined until the first news. */
export function useJob(id: string | null): { job: JobState | undefined; problem: Error | undefined } {
  const [state, setState] = useState<{ id: string; job?: JobState; problem?: Error }>();
  useEffect(() => {
    if (!id) return;
    const leaving = new AbortController();
    const follow = async () => {
      for await (const job of followJob(id, leaving.signal)) setState({ id, job });
    };
    follow().catch((problem: Error) => {
      if (!leaving.signal.aborted) setState((before) => ({ ...before, id, problem }));
    });
    return () => leaving.abort();
  }, [id]);
  // What an earlier job left behind is not this job's news.
  const own = state?.id === id ? state : undefined;
  return { job: own?.job, problem: own?.problem };
}
