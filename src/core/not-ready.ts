// What a customer hears while a model's weights are not on this machine, and why.
import { ServiceError } from './errors.ts';

export interface AwaitedModel {
  id: string;
  /** 0–1 while the weights are being pulled. */
  progress?: number;
  /** Why the last attempt to pull them failed. */
  problem?: string;
}

const COMING_SECONDS = 15;
const NOT_COMING_SECONDS = 60;

export function notReady({ id, progress, problem }: AwaitedModel): ServiceError {
  if (progress !== undefined) {
    const message = `The model "${id}" is still being fetched (${Math.round(progress * 100)} % here). Try again shortly.`;
    return new ServiceError('engine_unavailable', message, { retryAfterSeconds: COMING_SECONDS });
  }
  const why = problem ? ` The last attempt to fetch them failed: ${problem}` : '';
  const message = `The weights of "${id}" are not on this machine; its owner can fetch them (\`npm run models -- list\`).${why}`;
  return new ServiceError('engine_unavailable', message, { retryAfterSeconds: NOT_COMING_SECONDS });
}

interface WeightsState {
  ready: boolean;
  pulling: boolean;
  progress: number;
  error: string | null;
}

/** The same of what the store says of the weights. */
export function stateOf({ ready, pulling, progress, error }: WeightsState): Omit<AwaitedModel, 'id'> {
  if (ready) return {};
  return pulling ? { progress } : error ? { problem: error } : {};
}
