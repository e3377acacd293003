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
 * Also drops null members, which Google's API treats as absent. Returns unchanged values as they are, because a body
 * may have tens of thousands of members. The depth is limited by the limit on bodies.
 */
export function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return renamedList(value);
  if (typeof value !== 'object' || value === null) return value;
  let isChanged = false;
  const members: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const name = BY_SNAKE_CASE.get(key) ?? key;
    const renamed = renamedMember(name, member);
    if (renamed !== null) members.push([name, renamed]);
    isChanged ||= name !== key || renamed !== member || member === null;
  }
  // Not by assignment: a member named __proto__ must stay a member.
  return isChanged ? Object.fromEntries(members) : value;
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
