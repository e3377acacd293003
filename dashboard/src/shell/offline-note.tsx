// Shown while the service does not answer.
import { useSyncExternalStore } from 'react';
import { isServiceReached, watchReach } from '../api/reach.ts';
import { shell } from '../strings.ts';

export function OfflineNote() {
  const isReached = useSyncExternalStore(watchReach, isServiceReached);
  if (isReached) return null;
  return (
    <p role="status" className="bg-danger-soft px-4 py-1.5 text-center text-[0.8125rem] text-danger">
      {shell.offline}
    </p>
  );
}
