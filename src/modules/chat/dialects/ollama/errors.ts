// Writes an error of this service as Ollama does: its words, and nothing else.
import { errorBody, type ServiceError } from '../../../../core/errors.ts';

/** Ollama answers 404 for a model that it does not have; clients then offer to pull it. */
export function ollamaError(error: ServiceError, requestId: string): { status: number; body: object } {
  return {
    status: error.code === 'unknown_model' ? 404 : error.status,
    body: { error: errorBody(error, requestId).error.message },
  };
}
