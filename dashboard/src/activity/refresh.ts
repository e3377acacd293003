// How often the activity lists are fetched again.
export const REFRESH_MS = 5_000;
