// Whether the screen is a phone's, for components that need another structure there and not only other sizes.
import { useSyncExternalStore } from 'react';

const query = matchMedia('(width < 40rem)');

export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => query.matches,
  );
}
