// The one rule for fields of every dialect, and the check that refuses unsupported ones.
import { ServiceError } from '../../../core/errors.ts';

/**
 * How a field is treated. A field that only concerns caches, tracing or display is ignored; one that changes the result
 * or the price is honoured or refused by name. Unknown fields are accepted, because clients send new ones every month.
 */
export type Effect = 'honoured' | 'passed on' | 'ignored' | 'refused';

export interface FieldRule {
  effect: Effect;
  /** Why, and what to do instead; shown in the guide and in the error. */
  why: string;
  /** Values of a refused field that change nothing and are accepted, ignoring case. */
  accepts?: readonly string[];
}

/**
 * By name. An object's member is named with its path: `generationConfig.speechConfig`; a list's: `tools[].behavior`.
 */
export type FieldTable = Readonly<Record<string, FieldRule>>;

export function refused(why: string, accepts?: readonly string[]): FieldRule {
  return { effect: 'refused', why, ...(accepts ? { accepts } : {}) };
}

export function honoured(why: string): FieldRule {
  return { effect: 'honoured', why };
}

export function passedOn(why: string): FieldRule {
  return { effect: 'passed on', why };
}

export function ignored(why: string): FieldRule {
  return { effect: 'ignored', why };
}

/** Refuses an object's unsupported members. `at` is the object's path in the request. */
export function refuseByTable(object: object, table: FieldTable, at = ''): void {
  const place = at === '' ? '' : `${at.replace(/\[\d+\]/g, '[]')}.`;
  for (const name of Object.keys(object)) {
    const rule = Object.hasOwn(table, place + name) ? table[place + name] : undefined;
    if (rule?.effect !== 'refused' || asksForNothing((object as Record<string, unknown>)[name], rule)) continue;
    const param = at === '' ? name : `${at}.${name}`;
    throw new ServiceError('invalid_parameter', `This service does not support the field "${param}". ${rule.why}`, {
      param,
    });
  }
}

function asksForNothing(value: unknown, { accepts = [] }: FieldRule): boolean {
  if (value === null || value === undefined || value === false) return true;
  if (Array.isArray(value)) return value.every((one) => typeof one === 'string' && isAccepted(one, accepts));
  return (typeof value === 'string' || typeof value === 'number') && isAccepted(String(value), accepts);
}

function isAccepted(value: string, accepts: readonly string[]): boolean {
  return accepts.includes(value.toLowerCase());
}
