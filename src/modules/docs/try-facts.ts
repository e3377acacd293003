// What the page's script needs to show an operation as a form: its path, its parameters, and working values.
import type { ApiDocument, ListedOperation, Schema } from './api-document.ts';
import type { BodyKind, ExampleCall } from './example-call.ts';

export interface TryFacts {
  method: string;
  /** With the version prefix: `/v1/jobs/{id}`. */
  path: string;
  parameters: TryField[];
  bodyKind: BodyKind;
  /** The example as JSON text; empty if there is none. */
  body: string;
  /** The fields of a form. */
  fields: TryField[];
}

export interface TryField {
  name: string;
  in: 'path' | 'query' | 'form';
  isRequired: boolean;
  isFile: boolean;
  about: string;
  /** A working value, as text; empty if only the reader can know it. */
  value: string;
  /** The only accepted values; empty: any. */
  values: string[];
}

export function tryFacts({ method, path, operation }: ListedOperation, api: ApiDocument, call: ExampleCall): TryFacts {
  const parameters = operation.parameters.flatMap(
    ({ name, in: place, required, description = '', schema, example }): TryField[] =>
      place === 'header'
        ? []
        : [
            {
              name,
              in: place,
              isRequired: required,
              isFile: false,
              about: firstSentence(description),
              value: example === undefined ? '' : String(example),
              values: valuesOf(schema, api),
            },
          ],
  );
  return {
    method,
    path: `${operation.servers ? '' : '/v1'}${path}`,
    parameters,
    bodyKind: call.bodyKind,
    body: call.bodyKind === 'json' ? JSON.stringify(call.body, null, 2) : '',
    fields: call.bodyKind === 'form' ? formFields({ method, path, operation }, api) : [],
  };
}

function formFields({ operation }: ListedOperation, api: ApiDocument): TryField[] {
  const form = operation.requestBody?.content['multipart/form-data'];
  if (!form) return [];
  const example = (form.example ?? {}) as Record<string, unknown>;
  const schema = api.resolve(form.schema);
  const required = new Set(schema.required);
  const names = new Set([...Object.keys(example), ...Object.keys(schema.properties ?? {})]);
  return [...names].map((name) => {
    const own = schema.properties?.[name] ?? {};
    const value = name in example ? textOf(example[name]) : '';
    return {
      name,
      in: 'form',
      isRequired: required.has(name),
      isFile: value.startsWith('@') || 'contentMediaType' in api.resolve(own),
      about: firstSentence(api.resolve(own).description ?? ''),
      value: value.startsWith('@') ? '' : value,
      values: valuesOf(own, api),
    };
  });
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function valuesOf(given: Schema, api: ApiDocument): string[] {
  const schema = api.resolve(given);
  if (schema.enum) return schema.enum.filter((one) => one !== null).map(String);
  return schema.type === 'boolean' ? ['true', 'false'] : [];
}

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/)[0] ?? '';
}
