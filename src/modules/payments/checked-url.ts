// Checks the URL to which a browser is redirected after a payment.
import { ServiceError } from '../../core/errors.ts';

/** Null if none was given. */
export function checkedUrl(text: string | undefined, param: string): string | null {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
    throw new ServiceError('invalid_parameter', `"${param}" must be an http or https URL.`, { param });
  return url.href;
}
