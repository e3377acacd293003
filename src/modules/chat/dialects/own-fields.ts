// Services behind a dialect name fields of the translated body in their errors; this renames them to the caller's
// fields.
import { ServiceError } from '../../../core/errors.ts';
import { renameParam } from '../../../core/rename-param.ts';

/** The origins of translated messages, parts, tools and schemas. Weak: an entry lives as long as its call's body. */
const origins = new WeakMap<object, string>();

/** Records which field of the caller's body a translated value came from. */
export function cameFrom<T extends object>(value: T, field: string): T {
  origins.set(value, field);
  return value;
}

/** The path of the field that a translated value came from. */
export function originOf(value: object): string | undefined {
  return origins.get(value);
}

/**
 * Maps field names of the translated body to those of the dialect where they differ; a longer name wins. A name that
 * begins with a dot belongs to a value with a known origin: `.content` of a message.
 */
export type OwnNames = Readonly<Record<string, string>>;

export class OwnFields {
  readonly #names: OwnNames;
  readonly #body: object;

  constructor(names: OwnNames, body: object) {
    this.#names = names;
    this.#body = body;
  }

  /** Resolves with the result; an error names the caller's field. */
  async naming<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      throw this.rename(error);
    }
  }

  rename(error: unknown): unknown {
    if (!(error instanceof ServiceError) || error.param === null) return error;
    return renameParam(error, this.#nameOf(error.param));
  }

  #nameOf(param: string): string {
    const { origin, rest } = this.#locate(param);
    const from = origin === undefined ? param : rest;
    const known = Object.keys(this.#names)
      .filter((name) => name.startsWith('.') === (origin !== undefined) && isBeginning(name, from))
      .sort((a, b) => b.length - a.length)[0];
    const renamed = known === undefined ? undefined : this.#names[known];
    if (origin !== undefined) return origin + (renamed ?? '');
    return renamed ?? param;
  }

  /** The deepest value on the path to the field that has a known origin. */
  #locate(param: string): { origin: string | undefined; rest: string } {
    let value: unknown = this.#body;
    let origin: string | undefined;
    let rest = param;
    for (const step of param.matchAll(/[^.[\]]+\]?/g)) {
      const key = step[0].replace(']', '');
      // The name may come from an upstream, so it must not reach a prototype.
      if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) break;
      value = (value as Record<string, unknown>)[key];
      const known = typeof value === 'object' && value !== null ? origins.get(value) : undefined;
      if (known === undefined) continue;
      origin = known;
      rest = param.slice(step.index + step[0].length);
    }
    return { origin, rest };
  }
}

function isBeginning(name: string, param: string): boolean {
  return param.startsWith(name) && (param.length === name.length || /[.[]/.test(param.charAt(name.length)));
}
