// Form values are text: converts them to the numbers and booleans that the schema expects.
import type { TSchema } from 'typebox';

interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  items?: Shape;
  properties?: Record<string, Shape>;
}

/** A field that takes text stays text: a prompt may be "1984". */
export function typeForm(schema: TSchema | undefined, body: unknown): unknown {
  return typed(schema as Shape | undefined, body);
}

function typed(shape: Shape | undefined, value: unknown): unknown {
  if (typeof value === 'string') return takesText(shape) ? value : typedText(value);
  if (Array.isArray(value)) return value.map((one) => typed(listOf(shape)?.items, one));
  if (typeof value !== 'object' || value === null) return value;
  const properties = choicesOf(shape).find(({ properties }) => properties)?.properties ?? {};
  const own = (name: string) => (Object.hasOwn(properties, name) ? properties[name] : undefined);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, typed(own(name), one)]));
}

/** A list with one member arrives as the member. */
function takesText(shape: Shape | undefined): boolean {
  if (!shape) return true;
  return choicesOf(shape).some(
    (choice) =>
      choice.type === 'string' ||
      typeof choice.const === 'string' ||
      choice.enum?.some((one) => typeof one === 'string') ||
      (choice.items && takesText(choice.items)),
  );
}

function typedText(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : text;
}

function listOf(shape: Shape | undefined): Shape | undefined {
  return choicesOf(shape).find(({ items }) => items);
}

function choicesOf(shape: Shape | undefined): Shape[] {
  if (!shape) return [];
  return shape.anyOf ? shape.anyOf.flatMap(choicesOf) : [shape];
}
