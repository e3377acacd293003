// Writes an error of this service in Ollama's format: only the message.
import { errorBody, type ServiceError } from '../../../../core/errors.ts';

/**
 * The message names the field, because there is no other place for it. Ollama answers 404 for an absent model; clients
 * then offer to pull it.
 */
export function ollamaError(error: ServiceError, requestId: string): { status: number; body: object } {
  const { message, param } = errorBody(error, requestId).error;
  return {
    status: error.code === 'unknown_model' ? 404 : error.status,
    body: { error: param === null || message.includes(`"${param}"`) ? message : `${message} (field "${param}")` },
  };
}
