// A running job: its stage, queue position, progress, remaining time, and a cancel button.
import { X } from 'lucide-react';
import { useState } from 'react';
import { client, type JobState } from '../../api/client.ts';
import { wordsOf } from '../../api/problem.ts';
import { Button } from '../../parts/button.tsx';
import { formatCredits } from '../../parts/format.ts';
import { NotifyButton } from '../../parts/notify-button.tsx';
import { ProgressBar } from '../../parts/progress-bar.tsx';
import { tell } from '../../parts/toast.tsx';
import { formatSeconds, playground } from '../strings.ts';

export interface JobProgressProps {
  job: JobState | undefined;
  /** What is being generated, for the bar's label. */
  what: string;
}

export function JobProgress({ job, what }: JobProgressProps) {
  const [isCancelling, setCancelling] = useState(false);
  const cancel = async () => {
    if (!job) return;
    setCancelling(true);
    try {
      const { usage } = await client().call('POST /jobs/{id}/cancel', { params: { id: job.id } });
      tell(cancelledWords(usage));
    } catch (error) {
      setCancelling(false);
      tell(wordsOf(error), 'problem');
    }
  };
  const isRunning = job !== undefined && job.queue_position === 0;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p aria-live="polite" className="font-serif text-lg first-letter:uppercase">
          {stageOf(job)}
        </p>
        <Button size="small" onClick={cancel} isBusy={isCancelling} disabled={!job}>
          {!isCancelling && <X aria-hidden className="size-3.5" />}
          {playground.cancel}
        </Button>
      </div>
      <ProgressBar value={isRunning ? job.progress : null} label={playground.progressOf(what)} />
      <p className="flex justify-between text-sm text-muted tabular-nums">
        <span>{isRunning ? `${Math.round(job.progress * 100)} %` : ''}</span>
        <span>{job && job.estimated_time > 0 ? playground.timeLeft(formatSeconds(job.estimated_time)) : ''}</span>
      </p>
      <NotifyButton />
    </div>
  );
}

/** Shows the charge of a cancelled job. */
export function CancelledNote({ job }: { job: JobState | undefined }) {
  if (job?.status !== 'cancelled') return null;
  return <p className="text-sm text-muted">{cancelledWords(job.usage)}</p>;
}

function cancelledWords(usage: JobState['usage']): string {
  return playground.cancelled(usage?.credits ? formatCredits(usage.credits) : null);
}

function stageOf(job: JobState | undefined): string {
  if (!job) return playground.starting;
  if (job.queue_position > 0) return playground.queued(job.queue_position);
  return job.stage || playground.starting;
}
