// Whether the service answers. The browser's own "online" flag is about the machine's network, and the service may run
// on the same machine.
const ASK_AGAIN_MS = 3_000;
const ANSWER_WITHIN_MS = 10_000;

let isReached = true;
let isAsking = false;
const listeners = new Set<() => void>();

export const isServiceReached = () => isReached;

/**
 * Called when something suggests that the service is unreachable or back: checks it, and keeps checking until it
 * answers.
 */
export async function askForService(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  while (!(await answers())) {
    setReached(false);
    await new Promise((done) => setTimeout(done, ASK_AGAIN_MS));
  }
  isAsking = false;
  setReached(true);
}

export function watchReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function watchNetwork(): void {
  addEventListener('online', askForService);
  addEventListener('offline', askForService);
  if (!navigator.onLine) void askForService();
}

function setReached(reached: boolean): void {
  if (reached === isReached) return;
  isReached = reached;
  for (const listener of listeners) listener();
}

function answers(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).then(
    () => true,
    () => false,
  );
}
