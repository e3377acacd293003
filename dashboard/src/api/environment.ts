// The chosen environment as a React hook.
import { useSyncExternalStore } from 'react';
import { currentEnvironment, type Environment, watchEnvironment } from './chosen-environment.ts';

export function useEnvironment(): Environment {
  return useSyncExternalStore(watchEnvironment, currentEnvironment);
}
