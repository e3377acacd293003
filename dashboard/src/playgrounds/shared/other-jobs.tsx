// How many other orders of a page are waiting or running beside the one that it shows.
import { Link } from '@tanstack/react-router';
import { useCall } from '../../api/queries.ts';
import { RUNNING_JOBS } from '../../api/running-jobs.ts';
import { playground } from '../strings.ts';

export interface OtherJobsProps {
  service: 'image' | 'music' | 'video';
  /** The one that is shown. */
  shownId: string | undefined;
}

export function OtherJobs({ service, shownId }: OtherJobsProps) {
  const jobs = useCall('GET /jobs', RUNNING_JOBS).data?.data ?? [];
  const others = jobs.filter(({ id, object }) => id !== shownId && object.startsWith(`${service}.`)).length;
  if (others === 0) return null;
  return (
    <p className="text-sm text-muted">
      {playground.otherJobs(others)}{' '}
      <Link to="/" className="font-medium text-accent hover:text-accent-strong">
        {playground.seeAllJobs}
      </Link>
    </p>
  );
}
