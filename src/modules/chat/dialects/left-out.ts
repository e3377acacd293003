// Names what a call asked for that nothing here can do, in a header of the answer: the call goes on without it.
const MAX_NAMED = 16;
const MAX_NAME_CHARACTERS = 60;

/** Header values hold plain characters only, and these names are the caller's. */
export function leftOutHeaders(names: readonly string[]): Record<string, string> {
  if (names.length === 0) return {};
  const named = names
    .slice(0, MAX_NAMED)
    .map((name) => name.replace(/[^\w.\-[\] ]/g, '').slice(0, MAX_NAME_CHARACTERS));
  const more = names.length > MAX_NAMED ? [`${names.length - MAX_NAMED} more`] : [];
  return { 'X-Left-Out': [...named, ...more].join(', ') };
}
