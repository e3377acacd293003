// Turns requests of Ollama's API into the body of a chat or of a plain completion.
import { ServiceError } from '../../../../core/errors.ts';
import { OLLAMA_FIELDS } from '../../fields/ollama.ts';
import { refuseByTable } from '../../fields/rule.ts';
import type { Message as ChatMessage } from '../../message-schema.ts';
import type { ChatBody, CompletionBody } from '../../schema.ts';
import { cameFrom, type OwnNames } from '../own-fields.ts';
import { ToolCallIds } from '../tool-call-ids.ts';
import { modelIdOf } from './model-name.ts';
import { samplingOf } from './read-options.ts';
import type { Message, OllamaChatBody, OllamaGenerateBody, Tool } from './schema.ts';

/** The limit of a raw answer without num_predict: plain completions do not end by themselves. */
const RAW_TOKENS = 2048;

/** The caller's names for the fields of the chat body or of the plain completion. */
const OWN_NAMES: OwnNames = {
  max_tokens: 'options.num_predict',
  max_completion_tokens: 'options.num_predict',
  temperature: 'options.temperature',
  top_p: 'options.top_p',
  top_k: 'options.top_k',
  min_p: 'options.min_p',
  seed: 'options.seed',
  stop: 'options.stop',
  presence_penalty: 'options.presence_penalty',
  frequency_penalty: 'options.frequency_penalty',
  repetition_penalty: 'options.repeat_penalty',
  response_format: 'format',
  reasoning_effort: 'think',
};
export const CHAT_NAMES: OwnNames = {
  ...OWN_NAMES,
  '.content': '.content',
  '.function.parameters': '.function.parameters',
  '.function.name': '.function.name',
};
export const GENERATE_NAMES: OwnNames = { ...OWN_NAMES, messages: 'prompt' };

export function chatBodyOf(body: OllamaChatBody): ChatBody {
  refuseByTable(body, OLLAMA_FIELDS);
  const calls = new ToolCallIds();
  return {
    ...askedOf(body),
    messages: (body.messages ?? []).map((message, index) => {
      const at = `messages[${index}]`;
      return cameFrom(messageOf(message, calls, at), at);
    }),
    ...(body.tools?.length ? { tools: body.tools.map(toolOf) } : {}),
    ...(body.tools?.length && body.tool_choice ? { tool_choice: body.tool_choice } : {}),
  };
}

export function generateBodyOf(body: OllamaGenerateBody): ChatBody {
  refuseByTable(body, OLLAMA_FIELDS);
  const { system, prompt = '', images } = body;
  return {
    ...askedOf(body),
    messages: [
      ...(system ? [cameFrom({ role: 'system' as const, content: system }, 'system')] : []),
      cameFrom({ role: 'user', content: contentOf(prompt, images, 'images') }, 'prompt'),
    ],
  };
}

/** A prompt sent without the chat template: `raw`, or with a suffix, where the model fills in the text between. */
export function isPlain({ raw, suffix }: OllamaGenerateBody): boolean {
  return raw === true || (suffix !== undefined && suffix !== '');
}

export function completionBodyOf(body: OllamaGenerateBody): CompletionBody {
  refuseByTable(body, OLLAMA_FIELDS);
  for (const name of ['system', 'images', 'format', 'think'] as const)
    if (body[name] && !(Array.isArray(body[name]) && body[name].length === 0))
      throw new ServiceError(
        'invalid_parameter',
        `The field "${name}" cannot be honoured beside "raw" or "suffix", which send the prompt as it is.`,
        { param: name },
      );
  const { prompt = '', suffix } = body;
  return {
    model: modelIdOf(body.model),
    max_tokens: RAW_TOKENS,
    ...(samplingOf(body.options ?? {}) as Partial<CompletionBody>),
    prompt,
    ...(suffix ? { suffix } : {}),
  };
}

function askedOf({ model, format, think, options }: Omit<OllamaChatBody, 'messages'>): Omit<ChatBody, 'messages'> {
  return {
    model: modelIdOf(model),
    ...samplingOf(options ?? {}),
    ...formatOf(format),
    ...effortOf(think),
  };
}

function formatOf(format: OllamaChatBody['format']): Pick<ChatBody, 'response_format'> {
  if (format === undefined || format === '') return {};
  if (format === 'json') return { response_format: { type: 'json_object' } };
  return {
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'response', schema: format as Record<string, unknown> },
    },
  };
}

function effortOf(think: OllamaChatBody['think']): { reasoning_effort?: string } {
  if (think === undefined || think === null) return {};
  // For an upstream that reasons only on request, `true` asks for no specific effort.
  const effort = think === true ? 'medium' : think || 'none';
  return { reasoning_effort: effort };
}

function messageOf(message: Message, calls: ToolCallIds, at: string): ChatMessage {
  const { role, content = '', images } = message;
  switch (role) {
    case 'assistant': {
      const toolCalls = (message.tool_calls ?? []).map(({ id, function: { name, arguments: given = {} } }) => ({
        id: calls.open(name, id),
        type: 'function' as const,
        function: { name, arguments: JSON.stringify(given) },
      }));
      return {
        role,
        content: content === '' && toolCalls.length > 0 ? null : content,
        ...(toolCalls.length > 0 ? { tool_calls: toolCalls } : {}),
        ...(message.thinking ? { reasoning_content: message.thinking } : {}),
      };
    }
    case 'tool': {
      const callId = calls.close(message.tool_name, message.tool_call_id);
      if (callId !== undefined) return { role, content, tool_call_id: callId };
      throw new ServiceError('invalid_parameter', `The message "${at}" answers no tool call of the turn before it.`, {
        param: at,
      });
    }
    default:
      return { role, content: contentOf(content, images, `${at}.images`) };
  }
}

function contentOf(
  text: string,
  images: readonly string[] | undefined,
  at: string,
): NonNullable<ChatMessage['content']> {
  if (!images?.length) return text;
  return [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    // Ollama's images carry no type; the chat service recognises it by the bytes.
    ...images.map((data, index) =>
      cameFrom({ type: 'image_url' as const, image_url: { url: `data:;base64,${data}` } }, `${at}[${index}]`),
    ),
  ];
}

function toolOf({ function: { name, description, parameters } }: Tool): NonNullable<ChatBody['tools']>[number] {
  return {
    type: 'function',
    function: {
      name,
      ...(description === undefined ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters }),
    },
  };
}
