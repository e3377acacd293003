// Renames a body's members to lowerCamelCase: Google's API accepts both spellings, and its own examples use both.

/** Members whose content is the client's own and keeps its names. */
const FREE_FORM = new Set([
  'args',
  'response',
  'parametersJsonSchema',
  'responseJsonSchema',
  'default',
  'example',
  'enum',
  'labels',
]);

/** Also drops members that are null, which Google's API reads as absent. The depth is bounded by the body's own bound. */
export function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== 'object' || value === null) return value;
  // Not by assignment: a member named __proto__ must stay a member.
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== null)
      .map(([key, member]) => {
        const name = key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
        return [name, renamedMember(name, member)];
      }),
  );
}

function renamedMember(name: string, member: unknown): unknown {
  if (FREE_FORM.has(name)) return member;
  // The names of a schema's properties are the client's own.
  if (name === 'properties' && typeof member === 'object' && member !== null && !Array.isArray(member))
    return Object.fromEntries(Object.entries(member).map(([key, schema]) => [key, inCamelCase(schema)]));
  return inCamelCase(member);
}
