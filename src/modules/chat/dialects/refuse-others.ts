// Refuses members of a request that a dialect cannot honour, so that nothing is ignored silently.
import { ServiceError } from '../../../core/errors.ts';

/** Members that are null ask for nothing. `why` says what to do instead, for members that clients are known to send. */
export function refuseOthers(
  object: object,
  honoured: readonly string[],
  at: string,
  why: Readonly<Record<string, string>> = {},
): void {
  for (const [name, value] of Object.entries(object)) {
    if (value === null || honoured.includes(name)) continue;
    const param = at === '' ? name : `${at}.${name}`;
    const reason = Object.hasOwn(why, name) ? why[name] : 'Leave it out.';
    throw new ServiceError('invalid_parameter', `This service does not support the field "${param}". ${reason}`, {
      param,
    });
  }
}
