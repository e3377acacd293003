// What the service tells the watchdog's thread about a sandbox, and the reasons for which the thread ends one.

export interface WatchLimits {
  /** How often it is looked at. */
  everyMs: number;
  memoryBytes: number;
  /** From the beginning; null: as long as it likes. */
  timeMs: number | null;
  /** CPU seconds that may be used in a burst. */
  burstSeconds: number;
  /** CPU seconds regained per second: a preview may use this share of a CPU indefinitely. */
  recoveryShare: number;
  /** Data waiting in sockets occupies kernel memory, which is charged to no process. */
  sockets: number;
}

/** The thread writes the place of its reason here before it kills, so the reason is known when the process has ended. */
export const REASONS = ['none', 'memory', 'cpu', 'sockets', 'time', 'unwatched'] as const;
export type WatchReason = (typeof REASONS)[number];

export type WatchOrder =
  | { id: number; pid: number; limits: WatchLimits; reason: Int32Array<SharedArrayBuffer> }
  | { id: number; stop: true };
