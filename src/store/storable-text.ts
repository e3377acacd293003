// Replaces what PostgreSQL cannot store in a text: NUL and unpaired surrogates. Requests with them are refused, but models may produce them.

/** U+FFFD, the replacement character, takes their place. */
export function storableText(text: string): string {
  return (text.includes('\0') ? text.replaceAll('\0', '\uFFFD') : text).toWellFormed();
}

/** The same for every text and member name inside of a value. */
function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [storableText(name), storableValue(one)]));
}

/** The value as JSON text that PostgreSQL accepts. `text` is its JSON where the caller has it already. */
export function storableJson(value: unknown, text = JSON.stringify(value)): string {
  // The escapes that jsonb refuses; a match after an escaped backslash only causes a second check.
  return /\\u(?:0000|d[89a-f])/.test(text) ? JSON.stringify(storableValue(value)) : text;
}
