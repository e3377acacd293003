// A megabyte, the same in plans, limits and messages.
export const MEGABYTE = 1024 * 1024;
