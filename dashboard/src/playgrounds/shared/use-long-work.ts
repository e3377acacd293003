// A service's job from start to end; continues one that is still running from an earlier visit.
import { useEffect, useState } from 'react';
import type { JobState } from '../../api/client.ts';
import { useCall, useJob } from '../../api/queries.ts';
import { lookForJobs } from '../../api/running-jobs.ts';

export interface LongWork {
  job: JobState | undefined;
  isRunning: boolean;
  /** Until the service has taken the order; after that another may follow. */
  isStarting: boolean;
  problem: unknown;
  /** Runs the call that starts a job, and follows that job. */
  start(begin: () => Promise<{ id: string }>): Promise<void>;
  forget(): void;
}

export function useLongWork(
  service: 'music' | 'video' | 'image' | 'builder',
  onEnd: (job: JobState) => void,
): LongWork {
  const [id, setId] = useState<string | null>(null);
  const [isStarting, setStarting] = useState(false);
  const [problem, setProblem] = useState<unknown>();
  const [toldOf, setToldOf] = useState<string | null>(null);
  const earlier = useCall('GET /jobs', { query: { service, status: 'processing', limit: 1 } });
  const earlierId = earlier.data?.data[0]?.id;
  useEffect(() => {
    if (earlierId) setId((current) => current ?? earlierId);
  }, [earlierId]);

  const { job, problem: broken } = useJob(id);
  const hasEnded = job !== undefined && job.status !== 'processing';
  useEffect(() => {
    if (!job || !hasEnded || toldOf === job.id) return;
    setToldOf(job.id);
    onEnd(job);
  }, [job, hasEnded, toldOf, onEnd]);

  return {
    job,
    isStarting,
    isRunning: isStarting || (id !== null && !hasEnded && !broken),
    problem: problem ?? broken,
    async start(begin) {
      setProblem(undefined);
      setStarting(true);
      try {
        setId((await begin()).id);
        lookForJobs();
      } catch (error) {
        setProblem(error);
      } finally {
        setStarting(false);
      }
    },
    forget: () => setId(null),
  };
}
