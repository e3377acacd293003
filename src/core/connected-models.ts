// How customers see a model of an upstream: as the operator's, whoever makes it and wherever it runs.

/** The owner of such a model in lists of models. */
export const CONNECTED = 'operator';

export function shownEngine({ engine, ownedBy }: { engine: string; ownedBy: string }): string {
  return ownedBy === CONNECTED ? 'upstream' : engine;
}
