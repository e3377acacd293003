// Pairs the results of tools with the calls that they answer, for APIs in which calls may have no id.

export class ToolCallIds {
  /** The unanswered calls in their order: id → name. */
  readonly #open = new Map<string, string>();
  /** The same by name, because a chat may hold many thousands of calls. */
  readonly #byName = new Map<string, Set<string>>();
  #made = 0;

  /** Records a call and returns its id. */
  open(name: string, given?: string): string {
    this.#made += 1;
    const id = given || `call_${this.#made}`;
    this.#open.set(id, name);
    const ids = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, ids.add(id));
    return id;
  }

  /** Returns the id of the call that a result answers: by id, otherwise the first unanswered call of that name, or of any. */
  close(name: string | undefined, given?: string): string | undefined {
    const id = given || first(name ? this.#byName.get(name) : this.#open.keys());
    const opened = id === undefined ? undefined : this.#open.get(id);
    if (id === undefined || opened === undefined) return undefined;
    this.#open.delete(id);
    this.#byName.get(opened)?.delete(id);
    return id;
  }
}

function first(ids: Iterable<string> | undefined): string | undefined {
  for (const id of ids ?? []) return id;
  return undefined;
}
