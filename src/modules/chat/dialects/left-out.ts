// Lists, in a response header, requested features that this service does not have: the call continues without them.
const MAX_NAMED = 16;
const MAX_NAME_CHARACTERS = 60;

/** Header values allow only plain characters, and the caller chose these names. */
export function leftOutHeaders(names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};
  const named = names
    .slice(0, MAX_NAMED)
    .map((name) => name.replace(/[^\w.\-[\] ]/g, '').slice(0, MAX_NAME_CHARACTERS));
  const more = names.length > MAX_NAMED ? [`${names.length - MAX_NAMED} more`] : [];
  return { 'X-Left-Out': [...named, ...more].join(', ') };
}
