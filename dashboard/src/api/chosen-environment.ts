// Live or sandbox: chosen once for the whole app and stored in this browser.
export type Environment = 'live' | 'test';

const STORAGE_KEY = 'environment';
const listeners = new Set<() => void>();
let current: Environment = localStorage.getItem(STORAGE_KEY) === 'test' ? 'test' : 'live';

export function currentEnvironment(): Environment {
  return current;
}

export function chooseEnvironment(environment: Environment): void {
  current = environment;
  localStorage.setItem(STORAGE_KEY, environment);
  for (const listener of listeners) listener();
}

export function watchEnvironment(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function basePath(environment: Environment = current): string {
  return environment === 'live' ? '/v1' : '/sandbox/v1';
}
