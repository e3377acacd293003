// The error for a model whose weights are not on this machine.
import { ServiceError } from './errors.ts';

export interface UnreadyModel {
  id: string;
  /** Progress of the pull, from 0 to 1. */
  progress?: number;
  /** Why the last attempt to pull them failed. */
  problem?: string;
}

const RETRY_WHILE_PULLING_SECONDS = 15;
const RETRY_WHILE_MISSING_SECONDS = 60;

export function notReady({ id, progress, problem }: UnreadyModel): ServiceError {
  if (progress !== undefined) {
    const message = `The model "${id}" is still being downloaded (${Math.round(progress * 100)} % done). Try again shortly.`;
    return new ServiceError('engine_unavailable', message, { retryAfterSeconds: RETRY_WHILE_PULLING_SECONDS });
  }
  const why = problem ? ` The last download failed: ${problem}` : '';
  const message = `The weights of "${id}" are not on this machine; the operator can download them (see \`npm run models -- list\`).${why}`;
  return new ServiceError('engine_unavailable', message, { retryAfterSeconds: RETRY_WHILE_MISSING_SECONDS });
}

interface WeightsState {
  ready: boolean;
  pulling: boolean;
  progress: number;
  error: string | null;
}

/** Converts the model store's status to the fields of UnreadyModel. */
export function unreadyState({ ready, pulling, progress, error }: WeightsState): Omit<UnreadyModel, 'id'> {
  if (ready) return {};
  return pulling ? { progress } : error ? { problem: error } : {};
}
