// Chooses the grammar that constrains an answer: a JSON schema, any JSON object, or a tool call.
import { EngineError } from '@atelier/kit';
import type { Llama, LlamaGrammar } from 'node-llama-cpp';
import type { ToolDefinition } from '../port.ts';
import { hasTools } from './chat-template.ts';
import type { PromptShape } from './protocol.ts';

export interface AnswerGrammar {
  grammar: LlamaGrammar;
  /** `call`: the answer is a tool call. `call-if-opened`: it becomes one once the model writes `<tool_call>`. */
  purpose: 'format' | 'call' | 'call-if-opened';
}

export async function chooseGrammar(llama: Llama, shape: PromptShape): Promise<AnswerGrammar | undefined> {
  if (hasTools(shape)) {
    const tools = allowedTools(shape);
    const grammar = await createGrammar(llama, callSchema(tools), 'tools');
    const isForced = shape.toolChoice === 'required' || typeof shape.toolChoice === 'object';
    return { grammar, purpose: isForced ? 'call' : 'call-if-opened' };
  }
  const format = shape.responseFormat;
  if (format?.type === 'json_object') return { grammar: await llama.getGrammarFor('json'), purpose: 'format' };
  if (format?.type !== 'json_schema') return undefined;
  const schema = format.json_schema.schema;
  if (!schema) return { grammar: await llama.getGrammarFor('json'), purpose: 'format' };
  return { grammar: await createGrammar(llama, schema, 'response_format.json_schema.schema'), purpose: 'format' };
}

function allowedTools(shape: PromptShape): readonly ToolDefinition[] {
  const { tools = [], toolChoice } = shape;
  if (typeof toolChoice !== 'object') return tools;
  const chosen = tools.filter((tool) => tool.function.name === toolChoice.function.name);
  if (chosen.length > 0) return chosen;
  const message = `"tool_choice" names "${toolChoice.function.name}", which is not among the tools.`;
  throw new EngineError('invalid_parameter', message, { param: 'tool_choice' });
}

/** `arguments` comes last, so that everything after the name can be streamed. */
function callSchema(tools: readonly ToolDefinition[]): Record<string, unknown> {
  return {
    oneOf: tools.map(({ function: tool }) => ({
      type: 'object',
      properties: { name: { const: tool.name }, arguments: tool.parameters ?? { type: 'object', properties: {} } },
    })),
  };
}

async function createGrammar(llama: Llama, schema: Record<string, unknown>, param: string): Promise<LlamaGrammar> {
  try {
    // The library's type expects a literal schema; ours comes from a customer.
    const create = llama.createGrammarForJsonSchema.bind(llama) as (schema: object) => Promise<LlamaGrammar>;
    return await create(forGrammar(schema, param) as Record<string, unknown>);
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new EngineError('invalid_parameter', `This JSON schema is not supported: ${why}`, { param });
  }
}

const DEFINITIONS = /^#\/(?:\$defs|definitions)\/([^/]+)$/;

/** Converts to the library's dialect: it supports `oneOf` and `$defs`, and treats unknown keywords as "anything". */
function forGrammar(schema: unknown, param: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => forGrammar(item, param));
  if (typeof schema !== 'object' || schema === null) return schema;
  const { anyOf, definitions, $ref, ...rest } = schema as Record<string, unknown>;
  const name = typeof $ref === 'string' ? DEFINITIONS.exec($ref)?.[1] : undefined;
  if ($ref !== undefined && name === undefined)
    throw new EngineError('invalid_parameter', '"$ref" must name a schema of "$defs", like "#/$defs/item".', { param });
  const given = {
    ...typeOf(rest),
    ...rest,
    ...(anyOf === undefined ? {} : { oneOf: anyOf }),
    ...(definitions === undefined ? {} : { $defs: { ...definitions, ...(rest.$defs as object | undefined) } }),
  };
  const own = Object.entries(given).map(([key, value]) => [
    key,
    key === 'const' || key === 'enum' ? value : forGrammar(value, param),
  ]);
  return { ...Object.fromEntries(own), ...(name === undefined ? {} : { $ref: `#/$defs/${name}` }) };
}

/** A schema without a type would allow anything, whatever it says about properties and items. */
function typeOf({ type, properties, items, prefixItems }: Record<string, unknown>): { type?: string } {
  if (type !== undefined) return {};
  if (typeof properties === 'object' && properties !== null && !Array.isArray(properties)) return { type: 'object' };
  return items === undefined && prefixItems === undefined ? {} : { type: 'array' };
}
