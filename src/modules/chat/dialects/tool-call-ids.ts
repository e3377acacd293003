// Pairs the results of tools with the calls that they answer, for APIs in which calls may have no id.

interface OpenCall {
  id: string;
  name: string;
}

export class ToolCallIds {
  readonly #open: OpenCall[] = [];
  #made = 0;

  /** Notes a call and returns its id. */
  open(name: string, given?: string): string {
    this.#made += 1;
    const id = given || `call_${this.#made}`;
    this.#open.push({ id, name });
    return id;
  }

  /** Returns the id of the call that a result answers: by id, otherwise the first unanswered call of that name, or of any. */
  close(name: string | undefined, given?: string): string | undefined {
    const at = this.#open.findIndex((call) =>
      given ? call.id === given : name === undefined || name === '' || call.name === name,
    );
    return at < 0 ? undefined : this.#open.splice(at, 1)[0]?.id;
  }
}
