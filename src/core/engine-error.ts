// Turns the errors that packages throw on purpose into errors of the service's own catalogue.
import { EngineError } from '@atelier/kit';
import { ServiceError } from './errors.ts';

/** Adapters call packages through this, so that the rest of the service knows one kind of error. */
export async function callPackage<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw translateEngineError(error);
  }
}

export function translateEngineError(error: unknown): unknown {
  if (!(error instanceof EngineError)) return error;
  const { code, message, param, retryAfterSeconds, cause } = error;
  return new ServiceError(code, message, {
    ...(param === null ? {} : { param }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
    cause,
  });
}
