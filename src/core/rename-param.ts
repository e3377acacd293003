// Renames the field in an error to the name that its caller used, in `param` and wherever the message mentions it.
import { ServiceError } from './errors.ts';

export function renameParam(error: ServiceError, own: string): ServiceError {
  const { code, message, param, retryAfterSeconds, cause } = error;
  if (param === null || own === param) return error;
  return new ServiceError(code, mention(message, param, own), {
    param: own,
    cause,
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  });
}

/** Replaces an unquoted name only if it is not an English word: an upstream's message may well contain "stop". */
function mention(message: string, param: string, own: string): string {
  const quoted = ['"', "'", '`'].reduce(
    (text, mark) => text.replaceAll(`${mark}${param}${mark}`, `${mark}${own}${mark}`),
    message,
  );
  if (!/^\w+_\w+$/.test(param)) return quoted;
  return quoted.replaceAll(new RegExp(`(?<![\\w."'\`])${param}(?![\\w."'\`[])`, 'g'), () => own);
}
