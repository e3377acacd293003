// What is being made right now, with its progress as it happens.
import { useState } from 'react';
import { client } from '../api/client.ts';
import { wordsOf } from '../api/problem.ts';
import { renew, useCall } from '../api/queries.ts';
import { type ListedJob, RUNNING_JOBS } from '../api/running-jobs.ts';
import { Button } from '../parts/button.tsx';
import { NotifyButton } from '../parts/notify-button.tsx';
import { Panel } from '../parts/panel.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { tell } from '../parts/toast.tsx';
import { home } from './strings.ts';

/** Nothing is shown while nothing runs. */
export function RunningJobs() {
  const jobs = useCall('GET /jobs', RUNNING_JOBS).data?.data ?? [];
  if (jobs.length === 0) return null;
  return (
    <Panel title={home.running} actions={<NotifyButton />}>
      <ul className="grid gap-4">
        {jobs.map((job) => (
          <RunningJob key={job.id} job={job} />
        ))}
      </ul>
    </Panel>
  );
}

function RunningJob({ job }: { job: ListedJob }) {
  const what = home.kinds[job.object.split('.')[0] ?? ''] ?? job.object;
  const waits = job.queue_position > 0;
  return (
    <li className="grid gap-2">
      <div className="flex items-center justify-between gap-3 text-sm">
        <span className="min-w-0 truncate">
          <span className="font-medium">{what}</span>
          <span className="text-muted"> · {waits ? home.queued(job.queue_position) : job.stage}</span>
        </span>
        <span className="flex shrink-0 items-center gap-2 text-muted">
          {!waits && job.estimated_time > 0 && home.secondsLeft(job.estimated_time)}
          <StopButton id={job.id} what={what} />
        </span>
      </div>
      <ProgressBar value={waits ? null : job.progress} label={home.progressOf(what)} />
    </li>
  );
}

function StopButton({ id, what }: { id: string; what: string }) {
  const [isBusy, setBusy] = useState(false);
  const stop = async () => {
    setBusy(true);
    try {
      await client().call('POST /jobs/{id}/cancel', { params: { id } });
      tell(home.stopped);
      await renew('GET /jobs', 'GET /payments/balance');
    } catch (error) {
      tell(wordsOf(error), 'problem');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="small" look="quiet" isBusy={isBusy} onClick={stop} aria-label={home.stopJob(what)}>
      {home.stop}
    </Button>
  );
}
