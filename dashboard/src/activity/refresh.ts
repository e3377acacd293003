// How often the lists of what happens are asked for again.
export const REFRESH_MS = 5_000;
