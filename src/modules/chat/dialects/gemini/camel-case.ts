// Renames a body's members to lowerCamelCase: Google's API accepts both spellings, and its own examples use both.

/** Every two-word member that this service reads. */
const NAMES = [
  'systemInstruction',
  'toolConfig',
  'generationConfig',
  'safetySettings',
  'serviceTier',
  'cachedContent',
  'googleSearch',
  'codeExecution',
  'codeExecutionResult',
  'executableCode',
  'toolCall',
  'toolResponse',
  'speechConfig',
  'imageConfig',
  'urlContext',
  'responseLogprobs',
  'generateContentRequest',
  'thoughtSignature',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'mimeType',
  'fileUri',
  'functionDeclarations',
  'parametersJsonSchema',
  'responseJsonSchema',
  'functionCallingConfig',
  'allowedFunctionNames',
  'topP',
  'topK',
  'candidateCount',
  'maxOutputTokens',
  'stopSequences',
  'presencePenalty',
  'frequencyPenalty',
  'responseMimeType',
  'responseSchema',
  'responseModalities',
  'mediaResolution',
  'thinkingConfig',
  'includeThoughts',
  'thinkingBudget',
  'thinkingLevel',
  'taskType',
  'outputDimensionality',
  'anyOf',
  'propertyOrdering',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
];
const BY_SNAKE_CASE = new Map(
  NAMES.map((name) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), name]),
);

/** Members whose content belongs to the client and keeps its names. */
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

/**
 * Also drops null members, which Google's API treats as absent. Returns unchanged values as they are, and copies nothing
 * before the first change, because a body may have tens of thousands of members. The depth is limited by the limit on bodies.
 */
export function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return renamedList(value);
  return typeof value === 'object' && value !== null ? renamedObject(value as Record<string, unknown>) : value;
}

function renamedObject(object: Record<string, unknown>): object {
  const keys = Object.keys(object);
  let members: [string, unknown][] | undefined;
  for (let at = 0; at < keys.length; at += 1) {
    const key = keys[at] as string;
    const member = object[key];
    const name = BY_SNAKE_CASE.get(key) ?? key;
    const renamed = renamedMember(name, member);
    if (!members && name === key && renamed === member && member !== null) continue;
    members ??= keys.slice(0, at).map((one) => [one, object[one]]);
    if (renamed !== null) members.push([name, renamed]);
  }
  // Not by assignment: a member named __proto__ must stay a member.
  return members ? Object.fromEntries(members) : object;
}

function renamedList(list: readonly unknown[]): readonly unknown[] {
  const renamed = list.map(inCamelCase);
  return renamed.some((item, index) => item !== list[index]) ? renamed : list;
}

function renamedMember(name: string, member: unknown): unknown {
  if (FREE_FORM.has(name)) return member;
  // The names of a schema's properties belong to the client.
  if (name === 'properties' && typeof member === 'object' && member !== null && !Array.isArray(member))
    return renamedProperties(member);
  return inCamelCase(member);
}

function renamedProperties(properties: object): object {
  let isChanged = false;
  const members = Object.entries(properties).map(([key, schema]): [string, unknown] => {
    const renamed = inCamelCase(schema);
    isChanged ||= renamed !== schema;
    return [key, renamed];
  });
  return isChanged ? Object.fromEntries(members) : properties;
}
