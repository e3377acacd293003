// The models that a caller may use: the lists of its key and its plan. They apply to the whole request, batch line or
// job.
import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from './errors.ts';

/** A model must be in each list. An entry is a model's id; `*` in it stands for any characters. */
export type ModelLists = readonly (readonly string[])[];

// Ambient (AsyncLocalStorage), because fallbacks are chosen deep inside every kind of engine and no code path may
// forget to pass the lists on.
const current = new AsyncLocalStorage<ModelLists>();
const ALL: ModelLists = [];

export function withinModels<T>(lists: ModelLists, work: () => T): T {
  return lists.length === 0 ? work() : current.run(lists, work);
}

/** The lists that apply to the running request, batch line or job. */
export function currentModelLists(): ModelLists {
  return current.getStore() ?? ALL;
}

export function mayUseModel(id: string, lists: ModelLists = currentModelLists()): boolean {
  return lists.every((list) => list.some((entry) => matchesPattern(entry, id)));
}

/** Aliases are already resolved: `id` is the model's own id. */
export function refuseModel(id: string, lists: ModelLists = currentModelLists()): void {
  if (mayUseModel(id, lists)) return;
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
