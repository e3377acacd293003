// The running jobs: one list for the whole dashboard, refetched only while jobs run.
import { useQuery } from '@tanstack/react-query';
import { currentEnvironment } from './chosen-environment.ts';
import { type CallInput, client, type Reply } from './client.ts';
import { useEnvironment } from './environment.ts';
import { queryClient } from './queries.ts';

export type ListedJob = Reply<'GET /jobs'>['data'][number];

export const RUNNING_JOBS: CallInput<'GET /jobs'> = { query: { status: 'processing', limit: 20 } };
const LOOK_EVERY_MS = 3_000;

/** Used once, by the pages' layout: every additional user would poll separately. */
export function usePolledJobs(): readonly ListedJob[] | undefined {
  const environment = useEnvironment();
  const { data } = useQuery({
    queryKey: ['GET /jobs', environment, RUNNING_JOBS],
    queryFn: ({ signal }) => client().call('GET /jobs', RUNNING_JOBS, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.data.length > 0 ? LOOK_EVERY_MS : false),
    // A user in another window most wants to know when a job ends.
    refetchIntervalInBackground: true,
  });
  return data?.data;
}

/** Called when a job was started in this page. */
export function lookForJobs(): void {
  void queryClient.invalidateQueries({ queryKey: ['GET /jobs', currentEnvironment(), RUNNING_JOBS] });
}

/** An end is missed only if this many jobs were started after it. */
const LAST_JOBS: CallInput<'GET /jobs'> = { query: { limit: 100 } };
const RETRIES = 3;

/** Of these jobs, those that have ended, in one call. */
export async function findEndedJobs(ids: readonly string[]): Promise<ListedJob[]> {
  const { data } = await client().call('GET /jobs', LAST_JOBS, { maxRetries: RETRIES });
  return data.filter(({ id, status }) => ids.includes(id) && status !== 'processing');
}
