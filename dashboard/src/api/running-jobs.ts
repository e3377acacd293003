// The jobs that run now: one list for the whole dashboard, asked for again only while something runs.
import { useQuery } from '@tanstack/react-query';
import { currentEnvironment } from './chosen-environment.ts';
import { type CallInput, client, type Reply } from './client.ts';
import { useEnvironment } from './environment.ts';
import { queryClient } from './queries.ts';

export type ListedJob = Reply<'GET /jobs'>['data'][number];

export const RUNNING_JOBS: CallInput<'GET /jobs'> = { query: { status: 'processing', limit: 20 } };
const LOOK_EVERY_MS = 3_000;

/** For the frame of the pages, which is there once: every user of it would ask on its own. */
export function usePolledJobs(): readonly ListedJob[] | undefined {
  const environment = useEnvironment();
  const { data } = useQuery({
    queryKey: ['GET /jobs', environment, RUNNING_JOBS],
    queryFn: ({ signal }) => client().call('GET /jobs', RUNNING_JOBS, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.data.length > 0 ? LOOK_EVERY_MS : false),
    // Somebody who looks at another window wants to hear of the end most.
    refetchIntervalInBackground: true,
  });
  return data?.data;
}

/** Called when a job was started here. */
export function lookForJobs(): void {
  void queryClient.invalidateQueries({ queryKey: ['GET /jobs', currentEnvironment(), RUNNING_JOBS] });
}

/** An end goes untold only when this many jobs were started after it. */
const LAST_JOBS: CallInput<'GET /jobs'> = { query: { limit: 100 } };
const RETRIES = 3;

/** Those of the jobs that have ended, in one call. */
export async function findEndedJobs(ids: readonly string[]): Promise<ListedJob[]> {
  const { data } = await client().call('GET /jobs', LAST_JOBS, { maxRetries: RETRIES });
  return data.filter(({ id, status }) => ids.includes(id) && status !== 'processing');
}
