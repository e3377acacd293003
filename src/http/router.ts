// Finds the target of a request: a route of the API under one of its base paths, or a page.

import type { ParsedUrlQuery } from 'node:querystring';
import { parse as parseQuery } from 'node:querystring';
import findMyWay from 'find-my-way';
import type { Environment } from '../core/caller.ts';
import { BASES } from './common-headers.ts';
import type { Page } from './page.ts';
import type { Route } from './route.ts';

export type Target = { route: Route; environment: Environment; pattern: string } | { page: Page; pattern: string };

export interface Found {
  target: Target;
  params: Readonly<Record<string, string | undefined>>;
  query: ParsedUrlQuery;
}

export interface Router {
  find(method: string, url: string): Found | undefined;
  /** The methods that a path accepts; empty for an unknown path. */
  methodsAt(url: string): string[];
}

const MAX_PARAM_LENGTH = 300;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

export function buildRouter(routes: readonly Route[], pages: readonly Page[]): Router {
  const router = findMyWay({
    ignoreTrailingSlash: true,
    maxParamLength: MAX_PARAM_LENGTH,
    querystringParser: parseQuery as (text: string) => { [name: string]: string },
  });
  /** Paths without parameters, which most requests name exactly: found without a walk through the tree. */
  const fixed = new Map<string, Target>();
  const add = (method: (typeof METHODS)[number], pattern: string, target: Target) => {
    router.on(method, pattern, unused, target);
    if (!/[:*(]/.test(pattern)) fixed.set(`${method} ${pattern}`, target);
  };
  for (const route of routes)
    for (const { path, environment } of BASES[route.prefix])
      add(route.method, `${path}${matched(route.path)}`, { route, environment, pattern: `${path}${route.path}` });
  for (const page of pages) for (const method of page.methods) add(method, page.path, { page, pattern: page.path });
  const find = (method: string, url: string): Found | undefined => {
    const target = fixed.get(`${method} ${url}`);
    if (target) return { target, params: {}, query: {} };
    const found = router.find(method as 'GET', url);
    return found
      ? { target: found.store as Target, params: found.params, query: found.searchParams as ParsedUrlQuery }
      : undefined;
  };
  return { find, methodsAt: (url) => METHODS.filter((method) => find(method, url) !== undefined) };
}

/** A parameter before a colon may contain colons itself, which the router has to be told. */
function matched(path: string): string {
  return path.replace(/:(\w+)::/g, ':$1(^.+)::');
}

/** The router only finds a target; the server runs it. */
function unused(): void {}
