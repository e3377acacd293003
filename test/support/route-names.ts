// A route's name in the tables of the tests, and a path to call it by.
import { type Route, templateOf } from '../../src/http/route.ts';

/** `POST /chat/completions`; routes outside of /v1 with their prefix. */
export function nameOf(route: Route): string {
  return `${route.method} ${route.prefix === '/v1' ? '' : route.prefix}${route.path}`;
}

export function pathOf(route: Route, value: string): string {
  return `${route.prefix}${templateOf(route.path).replace(/\{\w+\}/g, value)}`;
}
