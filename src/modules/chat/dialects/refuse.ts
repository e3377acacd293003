// Refusals that dialects share: a field that cannot be honoured is refused with a message, never ignored.
import { ServiceError } from '../../../core/errors.ts';

export function refuse(param: string, message: string): never {
  throw new ServiceError('invalid_parameter', message, { param });
}

export function missing(param: string): never {
  throw new ServiceError('missing_parameter', `The field "${param}" is required.`, { param });
}
