// Starts work that may take a while as a job, so that the page can show how it goes on.
import { addressOf, type CallInput, type CallName, fetchOrExplain } from '../../api/call.ts';
import { problemOf } from '../../api/problem.ts';
import type { JobState } from '../../api/stream.ts';

/** The job, at once: the server is told not to wait for its end. */
export async function startJob<C extends CallName>(name: C, input: CallInput<C>): Promise<JobState> {
  const { method, url } = addressOf(name, input);
  const response = await fetchOrExplain(url, {
    method,
    headers: { 'content-type': 'application/json', prefer: 'respond-async' },
    body: JSON.stringify(input.body ?? {}),
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw problemOf(response.status, answer);
  return answer as JobState;
}
