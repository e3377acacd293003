// Checks whether a text is a regular expression. It is never run here; only the engine runs it.

/** A property such as \p{L} is looked up in Unicode's tables while it is compiled: 360 kB of them took 13 seconds. */
const PROPERTY = /\\[pP]\{[^{}]*\}/g;

export function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value.replaceAll(PROPERTY, '\\d'), 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
