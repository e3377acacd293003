// The types of clients.mjs, for the tests that install clients.
export const CLIENT_SETS: readonly string[];
export function installClients(set: string): string;
