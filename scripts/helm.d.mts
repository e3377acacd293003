// The types of helm.mjs, for the tests.
export const KUBERNETES_PROGRAMS: string;
export function findHelm(): string;
export function onPath(name: string, path?: string): string | undefined;
