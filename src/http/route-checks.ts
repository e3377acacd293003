// Compiles the checks of a route's schemas once.
import { refuseBrokenTexts } from './parse-json.ts';
import type { Route } from './route.ts';
import { type Check, compileCheck } from './validate.ts';

export interface RouteChecks {
  params: Check | undefined;
  query: Check | undefined;
  body: Check | undefined;
  queryNumbers: ReadonlySet<string>;
  queryBooleans: ReadonlySet<string>;
}

export function compileChecks(route: Route): RouteChecks {
  return {
    params: route.params && compileCheck(route.params),
    query: route.query && compileCheck(route.query),
    body: route.body && compileCheck(route.body),
    queryNumbers: propertiesOfType(route, ['integer', 'number']),
    queryBooleans: propertiesOfType(route, ['boolean']),
  };
}

function propertiesOfType(route: Route, types: readonly string[]): ReadonlySet<string> {
  const properties = Object.entries((route.query?.properties ?? {}) as Record<string, { type?: string }>);
  return new Set(properties.filter(([, schema]) => types.includes(schema.type ?? '')).map(([name]) => name));
}

/** Query parameters are text: numbers and booleans are converted to what the schema asks for. */
export function typedQuery(query: Record<string, unknown>, checks: RouteChecks): Record<string, unknown> {
  const typed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    refuseBrokenTexts(value, name);
    if (
      checks.queryNumbers.has(name) &&
      typeof value === 'string' &&
      value.trim() !== '' &&
      !Number.isNaN(Number(value))
    )
      typed[name] = Number(value);
    else if (checks.queryBooleans.has(name) && (value === 'true' || value === 'false')) typed[name] = value === 'true';
    else typed[name] = value;
  }
  return typed;
}
