// One pull for all callers that want the same model: each can leave, and the last one ends it.
export type ModelFiles = Readonly<Record<string, string>>;

export interface EnsureOptions {
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
  /** The operator has read and accepts the licence, where it is not permissive. */
  acceptLicence?: boolean;
}

export interface Pull {
  promise: Promise<ModelFiles>;
  abort: AbortController;
  waiting: number;
  progress: number;
  listeners: Set<(fraction: number) => void>;
}

/** A caller that aborts ends only its own wait; the pull itself is aborted when no caller waits any more. */
export async function joinPull(pull: Pull, signal: AbortSignal | undefined, onProgress: EnsureOptions['onProgress']) {
  pull.waiting += 1;
  if (onProgress) pull.listeners.add(onProgress);
  let leave: (() => void) | undefined;
  const left = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal?.reason);
    signal?.addEventListener('abort', leave, { once: true });
  });
  try {
    const files = await Promise.race([pull.promise, left]);
    onProgress?.(1);
    return files;
  } finally {
    if (leave) signal?.removeEventListener('abort', leave);
    if (onProgress) pull.listeners.delete(onProgress);
    pull.waiting -= 1;
    if (pull.waiting === 0) pull.abort.abort(new Error('no caller waits for this model any more'));
  }
}
