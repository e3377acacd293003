// Says that the network is gone, while it is.
import { useSyncExternalStore } from 'react';
import { shell } from '../strings.ts';

export function OfflineNote() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (isOnline) return null;
  return (
    <p role="status" className="bg-danger-soft px-4 py-1.5 text-center text-[0.8125rem] text-danger">
      {shell.offline}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
