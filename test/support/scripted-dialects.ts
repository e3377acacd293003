// The three dialects in which the scripted model is reached: each reads a body and writes an answer, whole or as a stream.
import type { Heard, ScriptedAnswer } from './scripted-model.ts';
import { USED } from './scripted-model.ts';

// biome-ignore lint/suspicious/noExplicitAny: a body is whatever the service sends; a wrong guess fails the test.
type Body = any;

export interface ScriptedDialect {
  hear(body: Body, path: string): Heard;
  whole(answer: ScriptedAnswer, heard: Heard): object;
  /** The events of a stream, the first of which tells a piece of the text if there is any. */
  events(answer: ScriptedAnswer, heard: Heard): { name?: string; data: object | string }[];
}

const partsOf = (content: Body): Body[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
const textOf = (parts: Body[]): string => parts.map((part) => part.text ?? '').join('\n');

const openai: ScriptedDialect = {
  hear({ model, stream, messages, tools, response_format, reasoning_effort }) {
    const parts = messages.flatMap(({ role, content }: Body) => (role === 'tool' ? [] : partsOf(content)));
    const results = messages.filter(({ role }: Body) => role === 'tool');
    return {
      model,
      stream: stream === true,
      text: textOf(parts),
      images: parts.filter(({ type }: Body) => type === 'image_url').length,
      tools: (tools ?? []).map((tool: Body) => tool.function.name),
      results: results.map(({ content }: Body) => textOf(partsOf(content))),
      wantsJson: response_format?.type === 'json_schema' || response_format?.type === 'json_object',
      wantsThoughts: reasoning_effort !== undefined && reasoning_effort !== 'none',
      marks: 0,
    };
  },
  whole({ text, thoughts, calls }, { model }) {
    const tool_calls = calls.map(openaiCall);
    const message = {
      role: 'assistant',
      content: text || null,
      ...(thoughts ? { reasoning_content: thoughts } : {}),
      ...(calls.length > 0 ? { tool_calls } : {}),
    };
    const finish_reason = calls.length > 0 ? 'tool_calls' : 'stop';
    const head = { id: 'chat_1', object: 'chat.completion', created: 1, model };
    return { ...head, choices: [{ index: 0, message, finish_reason }], usage: OPENAI_USAGE };
  },
  events({ text, thoughts, calls }, { model }) {
    const head = { id: 'chat_1', object: 'chat.completion.chunk', created: 1, model };
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      data: { ...head, choices: [{ index: 0, delta, finish_reason }] },
    });
    return [
      ...(thoughts ? [chunk({ role: 'assistant', reasoning_content: thoughts })] : []),
      ...(text ? halves(text).map((content) => chunk({ content })) : []),
      ...calls.flatMap((call, index) => {
        const { id, type, function: called } = openaiCall(call);
        const [first, second] = halves(called.arguments);
        const begin = { index, id, type, function: { name: called.name, arguments: first } };
        return [chunk({ tool_calls: [begin] }), chunk({ tool_calls: [{ index, function: { arguments: second } }] })];
      }),
      chunk({}, calls.length > 0 ? 'tool_calls' : 'stop'),
      { data: { ...head, choices: [], usage: OPENAI_USAGE } },
      { data: '[DONE]' },
    ];
  },
};

const OPENAI_USAGE = {
  prompt_tokens: USED.input,
  completion_tokens: USED.output,
  total_tokens: USED.input + USED.output,
  prompt_tokens_details: { cached_tokens: USED.cached },
  completion_tokens_details: { reasoning_tokens: USED.thoughts },
};

function openaiCall({ id, name, input }: ScriptedAnswer['calls'][number]) {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } };
}

function halves(text: string): [string, string] {
  const middle = Math.ceil(text.length / 2);
  return [text.slice(0, middle), text.slice(middle)];
}

const anthropic: ScriptedDialect = {
  hear(body) {
    const { model, stream, system, messages, tools = [], thinking, output_config, output_format } = body;
    const parts = [...partsOf(system), ...messages.flatMap(({ content }: Body) => partsOf(content))];
    const results = parts.filter(({ type }) => type === 'tool_result');
    return {
      model,
      stream: stream === true,
      text: `${textOf(parts)}${parts.map(documentText).join('')}`,
      images: parts.filter(({ type }) => type === 'image').length,
      tools: tools.map(({ name }: Body) => name),
      results: results.map(({ content }) => textOf(partsOf(content))),
      wantsJson: (output_config?.format ?? output_format) !== undefined,
      wantsThoughts: thinking !== undefined && thinking.type !== 'disabled',
      marks: JSON.stringify(body).split('"cache_control"').length - 1,
    };
  },
  whole(answer, { model }) {
    const content = anthropicBlocks(answer);
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_sequence: null };
    return { ...head, content, stop_reason: anthropicStop(answer), usage: ANTHROPIC_USAGE };
  },
  events(answer, { model }) {
    const event = (data: { type: string; [member: string]: unknown }) => ({ name: data.type, data });
    const head = { id: 'msg_1', type: 'message', role: 'assistant', model, stop_reason: null, stop_sequence: null };
    const usage = { ...ANTHROPIC_USAGE, output_tokens: 1 };
    return [
      event({ type: 'message_start', message: { ...head, content: [], usage } }),
      ...anthropicBlocks(answer).flatMap((block, index) => [
        event({ type: 'content_block_start', index, content_block: emptied(block) }),
        ...deltasOf(block).map((delta) => event({ type: 'content_block_delta', index, delta })),
        event({ type: 'content_block_stop', index }),
      ]),
      event({
        type: 'message_delta',
        delta: { stop_reason: anthropicStop(answer), stop_sequence: null },
        usage: { output_tokens: USED.output },
      }),
      event({ type: 'message_stop' }),
    ];
  },
};

/** The test's PDF holds its text as it is. */
const documentText = ({ type, source }: Body): string => {
  if (type !== 'document') return '';
  return source.type === 'text' ? source.data : Buffer.from(source.data, 'base64').toString('latin1');
};

const ANTHROPIC_USAGE = {
  input_tokens: USED.input - USED.cached,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: USED.cached,
  output_tokens: USED.output,
};

function anthropicStop({ calls }: ScriptedAnswer): string {
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

function anthropicBlocks({ thoughts, text, calls }: ScriptedAnswer): Body[] {
  return [
    ...(thoughts ? [{ type: 'thinking', thinking: thoughts, signature: 'signed' }] : []),
    ...(text ? [{ type: 'text', text }] : []),
    ...calls.map((call) => ({ type: 'tool_use', ...call })),
  ];
}

function emptied(block: Body): object {
  if (block.type === 'thinking') return { ...block, thinking: '', signature: '' };
  return block.type === 'text' ? { ...block, text: '' } : { ...block, input: {} };
}

function deltasOf(block: Body): object[] {
  if (block.type === 'text') return halves(block.text).map((text) => ({ type: 'text_delta', text }));
  if (block.type === 'tool_use')
    return halves(JSON.stringify(block.input)).map((partial_json) => ({ type: 'input_json_delta', partial_json }));
  const thinking = { type: 'thinking_delta', thinking: block.thinking };
  return [thinking, { type: 'signature_delta', signature: block.signature }];
}

const google: ScriptedDialect = {
  hear({ contents, systemInstruction, tools, generationConfig = {} }, path) {
    const parts = [...(systemInstruction?.parts ?? []), ...contents.flatMap((content: Body) => content.parts)];
    const [, model = '', method = ''] = /models\/([^:]+):(\w+)/.exec(path) ?? [];
    const { thinkingConfig, responseMimeType } = generationConfig;
    const results = parts.filter(({ functionResponse }) => functionResponse);
    return {
      model,
      stream: method.startsWith('stream'),
      text: textOf(parts),
      images: parts.filter(({ inlineData }) => inlineData?.mimeType?.startsWith('image/')).length,
      tools: (tools ?? []).flatMap((tool: Body) => (tool.functionDeclarations ?? []).map(({ name }: Body) => name)),
      results: results.map(({ functionResponse }) => JSON.stringify(functionResponse.response)),
      wantsJson: responseMimeType === 'application/json',
      wantsThoughts: thinkingConfig !== undefined && thinkingConfig.thinkingBudget !== 0,
      marks: 0,
    };
  },
  whole: (answer, { model }) => googleChunk(googleParts(answer), model, 'STOP'),
  events(answer, { model }) {
    const parts = googleParts(answer);
    return parts.map((part, index) => ({
      data: googleChunk([part], model, index === parts.length - 1 ? 'STOP' : undefined),
    }));
  },
};

function googleParts({ thoughts, text, calls }: ScriptedAnswer): object[] {
  return [
    ...(thoughts ? [{ text: thoughts, thought: true }] : []),
    ...(text ? halves(text).map((piece) => ({ text: piece })) : []),
    ...calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
  ];
}

function googleChunk(parts: object[], modelVersion: string, finishReason: string | undefined): object {
  const usageMetadata = {
    promptTokenCount: USED.input,
    cachedContentTokenCount: USED.cached,
    candidatesTokenCount: USED.output - USED.thoughts,
    thoughtsTokenCount: USED.thoughts,
    totalTokenCount: USED.input + USED.output,
  };
  const candidate = { content: { role: 'model', parts }, index: 0, ...(finishReason ? { finishReason } : {}) };
  return { candidates: [candidate], usageMetadata, modelVersion, responseId: 'g_1' };
}

export const SCRIPTED_DIALECTS: Record<string, ScriptedDialect> = { openai, anthropic, google };
