// Shows a schema as a list of fields; a field with nested fields can be expanded.
import { escapeHtml } from '../../core/html-page.ts';
import type { ApiDocument, Schema } from './api-document.ts';
import { renderProse } from './markdown.ts';

/** Deeper levels show only their type. */
const DEEPEST = 5;

interface Place {
  api: ApiDocument;
  depth: number;
  /** References in progress: a recursive schema is expanded once. */
  open: readonly string[];
}

export function showSchema(schema: Schema, api: ApiDocument): string {
  return showFields(schema, { api, depth: 0, open: [] });
}

export function showField(
  name: string,
  schema: Schema,
  { api, isRequired }: { api: ApiDocument; isRequired: boolean },
): string {
  return field(name, schema, { api, depth: 0, open: [], isRequired });
}

function showFields(given: Schema, place: Place): string {
  const { schema, inside } = enter(given, place);
  const variants = schema.anyOf ?? schema.oneOf;
  if (schema.properties) {
    const required = new Set(schema.required);
    const items = Object.entries(schema.properties).map(([name, one]) =>
      field(name, one, { ...inside, isRequired: required.has(name) }),
    );
    return items.length === 0 ? '' : `<ul class="fields">${items.join('')}</ul>`;
  }
  if (schema.type === 'array' && schema.items) return showFields(schema.items, inside);
  if (schema.allOf) return schema.allOf.map((one) => showFields(one, inside)).join('');
  const [values] = Object.values(schema.patternProperties ?? {});
  if (values) return showFields(values, inside);
  if (!variants) return '';
  const shown = variants.map((one) => ({ type: typeOf(one, inside), html: showFields(one, inside) }));
  const expanded = shown.filter(({ html }) => html !== '');
  if (expanded.length === 1) return expanded[0]?.html ?? '';
  return expanded.map(({ type, html }) => opener(`If ${type}`, html)).join('');
}

function field(name: string, given: Schema, place: Place & { isRequired: boolean }): string {
  const schema = place.api.resolve(given);
  const notes = [schema.description, boundsOf(schema)].filter(Boolean).join('. ');
  const inner =
    place.depth >= DEEPEST || place.open.includes(given.$ref ?? '-')
      ? ''
      : showFields(given, { ...place, depth: place.depth + 1 });
  const mark = place.isRequired ? ' <b>required</b>' : '';
  const prose = notes ? renderProse(notes, () => undefined) : '';
  return `<li><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(typeOf(given, place))}</span>${mark}${prose}${inner && opener(`Fields of ${name}`, inner)}</li>`;
}

function opener(title: string, html: string): string {
  return `<details class="inner"><summary>${escapeHtml(title)}</summary>${html}</details>`;
}

function enter(given: Schema, place: Place): { schema: Schema; inside: Place } {
  const { $ref } = given;
  if ($ref !== undefined && place.open.includes($ref)) return { schema: {}, inside: place };
  return {
    schema: place.api.resolve(given),
    inside: { ...place, open: $ref === undefined ? place.open : [...place.open, $ref] },
  };
}

const MAX_VALUES = 12;

function typeOf(given: Schema, place: Place): string {
  const schema = place.api.resolve(given);
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) {
    const values = schema.enum.map((one) => JSON.stringify(one));
    return values.length > MAX_VALUES ? `${values.slice(0, MAX_VALUES).join(' | ')} | …` : values.join(' | ');
  }
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return [...new Set(variants.map((one) => typeOf(one, place)))].join(' | ');
  if (schema.type === 'array') return `list of ${schema.items ? typeOf(schema.items, place) : 'anything'}`;
  return [schema.type ?? 'anything'].flat().join(' | ');
}

function boundsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const range = (low: number | undefined, high: number | undefined, unit: string) => {
    if (high === undefined) return low === undefined || low <= 1 ? [] : [`At least ${low}${unit}`];
    return [low === undefined ? `At most ${high}${unit}` : `${low} to ${high}${unit}`];
  };
  const fallback = schema.default === undefined ? [] : [`Default: \`${JSON.stringify(schema.default)}\``];
  return [
    ...range(minimum, maximum, ''),
    ...range(minLength, maxLength, ' characters'),
    ...range(minItems, maxItems, ' items'),
    ...fallback,
  ].join('. ');
}
