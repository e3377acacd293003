// Reads an entry of a list of upstreams in the configuration, and says which entry is wrong, and where.
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { hideUpstream } from './upstream-words.ts';
import { refuseWatch } from './watch-settings.ts';

interface Entry {
  name?: string;
  base_url?: string;
  resource?: string;
  project?: string;
  models?: { id: string; upstream_id?: string }[];
}

interface SchemaError {
  instancePath: string;
  message: string;
  params?: object;
}

/** `list`: the field of the configuration. */
export function entryReader<Schema extends TSchema>(list: string, schema: Schema): (entry: unknown) => Static<Schema> {
  const compiled = Compile(schema);
  return (entry) => {
    if (compiled.Check(entry)) {
      const problem = refuseWatch(list, entry as object);
      if (problem) throw new Error(`${list}: ${nameOf(entry)}${problem}`);
      hideEntry(entry);
      return entry;
    }
    const [first] = compiled.Errors(entry) as SchemaError[];
    throw new Error(`${list}: ${nameOf(entry)}${first ? problemOf(first) : 'is not valid'}`);
  };
}

/** What such an entry says is the operator's: customers do not read it in what the upstream says. */
function hideEntry(entry: unknown): void {
  const { name, base_url: address, models, resource, project } = entry as Entry;
  if (name !== undefined) hideUpstream({ name, address, models, places: [resource, project] });
}

function nameOf(entry: unknown): string {
  const { name } = (entry ?? {}) as { name?: unknown };
  return typeof name === 'string' && name !== '' ? `${name}, ` : 'an entry, ';
}

function problemOf({ instancePath, message, params }: SchemaError): string {
  const { allowedValues } = (params ?? {}) as { allowedValues?: unknown };
  const field = instancePath.slice(1).replaceAll('/', '.');
  if (Array.isArray(allowedValues)) return `${field} must be one of ${allowedValues.join(', ')}`;
  return message === 'schema is false' ? `${field} is no field here` : `${field} ${message}`.trim();
}
