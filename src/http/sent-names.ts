// Names a field in an error as the client wrote it, for routes that accept a body in two spellings.
import { ServiceError } from '../core/errors.ts';
import { renameParam } from '../core/rename-param.ts';

/** `sent` is the body before its members were renamed. */
export function nameAsSent(error: unknown, sent: unknown): unknown {
  if (!(error instanceof ServiceError) || error.param === null) return error;
  return renameParam(error, spellAsSent(error.param, sent));
}

/** A missing field is spelled like those on the path to it. */
function spellAsSent(param: string, sent: unknown): string {
  let value = sent;
  let isSnakeCase = false;
  return param.replaceAll(/[^.[\]]+/g, (name) => {
    const snake = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const has = (key: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, key);
    const isRenamed = snake !== name && !has(name) && (has(snake) || isSnakeCase);
    isSnakeCase ||= isRenamed;
    const key = isRenamed ? snake : name;
    value = has(key) ? (value as Record<string, unknown>)[key] : undefined;
    return key;
  });
}
