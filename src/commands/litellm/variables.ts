// The variables that LiteLLM's configuration names with os.environ/, the keys that stand in it, and which variable here holds which key.
import { SETTING_GROUPS } from '../../config/declarations.ts';
import { isSet, StaysBehind } from './stays-behind.ts';

type Row = Record<string, unknown>;

const NAMED = /^os\.environ\/(\w+)$/;
const OUR_SETTINGS = new Set(SETTING_GROUPS.flatMap(({ settings }) => Object.keys(settings)));

export class Variables {
  /** Variables that the service needs, with their values. */
  readonly environment = new Map<string, string>();
  /** Variables that the file names, and that must be set as before. */
  readonly expected = new Set<string>();
  /** Our name → LiteLLM's, which is a setting of this service and would change it. */
  readonly renamed = new Map<string, string>();
  /** Of environment_variables: those that were used. */
  readonly used = new Set<string>();
  readonly #inFile: Row;
  readonly #taken: ReadonlySet<string>;
  readonly #secrets = new Map<string, string>();
  readonly #inEnvironment: (name: string) => string | undefined;

  /** `text` is the whole file: no key that stands in it gets the name of a variable that the file names. */
  constructor(text: string, inFile: Row, inEnvironment: (name: string) => string | undefined) {
    this.#inFile = inFile;
    this.#inEnvironment = inEnvironment;
    this.#taken = new Set([...text.matchAll(/os\.environ\/(\w+)/g)].map(([, name = '']) => name));
  }

  /** The value itself, or of the variable that it names. Without it, something else would be asked than LiteLLM asks. */
  textOf(field: string, value: unknown): string | undefined {
    if (!isSet(value)) return undefined;
    if (typeof value !== 'string') throw new StaysBehind(`its ${field} is no text`);
    if (!value.includes('os.environ/')) return value;
    const [, name = ''] = NAMED.exec(value) ?? [];
    const found = this.#valueIn(name) ?? (name && this.#inEnvironment(name));
    if (!found)
      throw new StaysBehind(
        `its ${field} is in the variable ${name || '(which cannot be read)'}, which is not set here`,
      );
    return found;
  }

  /** The variable with the key. A key that stands in the file gets one. */
  nameOfKey(provider: string, key: unknown): string | undefined {
    if (!isSet(key) || key === 'none') return undefined;
    if (typeof key !== 'string') throw new StaysBehind('its api_key is no text');
    const [, name] = NAMED.exec(key) ?? [];
    if (name === undefined) {
      if (/^os\.environ|^oidc\//.test(key))
        throw new StaysBehind('its api_key is fetched in a way that has no counterpart here');
      return this.#store(provider, key);
    }
    const inFile = this.#valueIn(name);
    if (inFile !== undefined) return this.#store(provider, inFile);
    const own = OUR_SETTINGS.has(name) || OUR_SETTINGS.has(name.replace(/_FILE$/, '')) ? `LITELLM_${name}` : name;
    if (own !== name) this.renamed.set(own, name);
    else this.expected.add(name);
    return own;
  }

  #valueIn(name: string): string | undefined {
    const value = Object.hasOwn(this.#inFile, name) ? this.#inFile[name] : undefined;
    if (typeof value !== 'string' || value === '') return undefined;
    this.used.add(name);
    return value;
  }

  #store(provider: string, key: string): string {
    const known = this.#secrets.get(key);
    if (known) return known;
    const start = `${provider.toUpperCase().replace(/\W/g, '_')}_KEY`;
    const isTaken = (name: string) => this.environment.has(name) || this.#taken.has(name) || OUR_SETTINGS.has(name);
    let name = start;
    for (let index = 2; isTaken(name); index += 1) name = `${start}_${index}`;
    this.environment.set(name, key);
    this.#secrets.set(key, name);
    return name;
  }
}
