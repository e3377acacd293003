// The models that a caller may use: the lists of its key and its plan, and in the sandbox none that a provider bills. They apply to
// the whole request, batch line or job.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from './errors.ts';

/** A model must be in each list. An entry is a model's id; `*` in it stands for any characters. */
export type ModelLists = readonly (readonly string[])[];

/** Whether a provider bills the calls of a model at an upstream; without an upstream: at every one that serves it. */
export type IsBilled = (model: string, upstream?: string) => boolean;

export interface ModelBounds {
  lists: ModelLists;
  /** Present in the sandbox: what providers bill is not called for credits that cost nothing. */
  isBilled?: IsBilled | undefined;
}

// Ambient (AsyncLocalStorage), because fallbacks are chosen deep inside every kind of engine and no code path may
// forget to pass the bounds on.
const current = new AsyncLocalStorage<ModelBounds>();
const ALL: ModelLists = [];

export function withinModels<T>(bounds: ModelBounds, work: () => T): T {
  return bounds.lists.length === 0 && !bounds.isBilled ? work() : current.run(bounds, work);
}

/** Whether some caller of this kind may use less than others. */
export function areModelsBound(): boolean {
  return current.getStore() !== undefined;
}

/** Whether calls of the model at the upstream are not for this caller, because somebody is billed for them. */
export function isSpared(model: string, upstream?: string): boolean {
  return current.getStore()?.isBilled?.(model, upstream) ?? false;
}

/** The lists that apply to the running request, batch line or job. */
export function currentModelLists(): ModelLists {
  return current.getStore()?.lists ?? ALL;
}

export function mayUseModel(id: string, lists: ModelLists = currentModelLists()): boolean {
  return lists.every((list) => list.some((entry) => matchesPattern(entry, id))) && !isSpared(id);
}

/** Aliases are already resolved: `id` is the model's own id. */
export function refuseModel(id: string, lists: ModelLists = currentModelLists()): void {
  if (mayUseModel(id, lists)) return;
  if (isSpared(id))
    throw new ServiceError(
      'model_not_allowed',
      `A provider bills the calls of "${id}", and credits of the sandbox cost nothing. Use a live key, or another model: GET /models lists those of the sandbox.`,
      { param: 'model' },
    );
  throw new ServiceError(
    'model_not_allowed',
    `The model "${id}" is not among those that this key or its plan may use. GET /models lists them.`,
    { param: 'model' },
  );
}

/** Whether a list allows nothing that the outer list does not allow. null allows every model. */
export function isListWithin(list: readonly string[] | null, outer: readonly string[] | null): boolean {
  if (outer === null) return true;
  return list?.every((entry) => outer.some((pattern) => matchesPattern(pattern, entry))) ?? false;
}

/** Linear time for any pattern: backtracks only to the last star. */
export function matchesPattern(pattern: string, text: string): boolean {
  let at = 0;
  let star = -1;
  let resumeAt = 0;
  let index = 0;
  while (index < text.length) {
    if (pattern[at] === '*') {
      star = at;
      resumeAt = index;
      at += 1;
    } else if (at < pattern.length && pattern[at] === text[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resumeAt += 1;
      index = resumeAt;
    } else return false;
  }
  while (pattern[at] === '*') at += 1;
  return at === pattern.length;
}
