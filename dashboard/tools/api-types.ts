// Turns the service's OpenAPI document into the types of its calls: what each takes and what it answers.
interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  patternProperties?: Record<string, Schema>;
}

interface Operation {
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content: Record<string, { schema: Schema }> }>;
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

const HEADER = `// The calls of the API, made from /openapi.json. Not edited by hand: a test compares it and says how to renew it.
// Optional members take undefined too: it is left out of what is sent.
export interface Calls {`;

export function writeApiTypes(document: ApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => writeCall(`${method.toUpperCase()} ${path}`, operation)),
  );
  return `${HEADER}\n${calls.sort().join('\n')}\n}\n`;
}

function writeCall(name: string, { parameters, requestBody, responses }: Operation): string {
  const body = requestBody?.content['application/json'] ?? requestBody?.content['multipart/form-data'];
  const reply = responses[200]?.content['application/json'];
  return [
    `  '${name}': {`,
    `    params: ${writeParameters(parameters.filter((one) => one.in === 'path'))};`,
    `    query: ${writeParameters(parameters.filter((one) => one.in === 'query'))};`,
    `    body: ${body ? writeType(body.schema) : 'undefined'};`,
    `    reply: ${reply ? writeType(reply.schema) : 'unknown'};`,
    '  };',
  ].join('\n');
}

function writeParameters(parameters: Operation['parameters']): string {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const required = parameters.filter((one) => one.required).map((one) => one.name);
  return writeType({ type: 'object', properties, required });
}

function writeType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return unique(schema.anyOf.map(writeType)).join(' | ');
  if (schema.allOf) return schema.allOf.map((one) => `(${writeType(one)})`).join(' & ');
  if (Array.isArray(schema.type)) return unique(schema.type.map((type) => writeType({ ...schema, type }))).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `(${writeType(schema.items ?? {})})[]`;
    case 'object':
      return writeObject(schema);
    default:
      return 'unknown';
  }
}

function writeObject({ properties, required = [], additionalProperties, patternProperties }: Schema): string {
  const [pattern] = Object.values(patternProperties ?? {});
  const others = pattern ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
  const members = Object.entries(properties ?? {}).map(([name, schema]) => {
    const key = /^[a-z_]\w*$/i.test(name) ? name : JSON.stringify(name);
    return required.includes(name) ? `${key}: ${writeType(schema)}` : `${key}?: ${writeType(schema)} | undefined`;
  });
  if (members.length === 0) return `Record<string, ${others ? writeType(others) : properties ? 'never' : 'unknown'}>`;
  return `{ ${members.join('; ')} }`;
}

function unique(types: string[]): string[] {
  return [...new Set(types)];
}
