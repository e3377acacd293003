// Turns a chat into the model's tokens with the chat template stored in the weights.
import { EngineError } from '@atelier/kit';
import { Template } from '@huggingface/jinja';
import type { LlamaModel, Token } from 'node-llama-cpp';
import type { TextMessage, ToolDefinition } from '../port.ts';
import { FINAL_CHANNEL, hasChannels } from './channel-reader.ts';
import type { PromptShape } from './protocol.ts';

const CHATML = `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`;

interface PlainMessage {
  role: string;
  content: string;
  tool_calls?: unknown[];
}

export interface Prompt {
  tokens: Token[];
  /** Tokens of the leading system message, which a context shift must never drop. */
  keep: number;
}

export class ChatTemplate {
  readonly #model: LlamaModel;
  readonly #template: Template;
  /** Whether the template describes the tools to the model; otherwise the system message does. */
  readonly #knowsTools: boolean;
  /** Whether the model names a channel before everything that it writes. */
  readonly hasChannels: boolean;
  /** Turn markers that a small model may write as text; its answer ends there. */
  readonly turnMarkers: readonly string[];

  constructor(model: LlamaModel) {
    const source = model.fileInfo.metadata.tokenizer?.chat_template ?? CHATML;
    this.#model = model;
    this.#template = new Template(source);
    this.hasChannels = hasChannels(source);
    this.#knowsTools = /\btools\b/.test(source) && (this.hasChannels || writesCallsAsJson(source));
    // `<|im_end|>` of most families, `<|turn>` and `<turn|>` of Gemma.
    const markers = source.match(/<\|[a-z_]+\|?>|<[a-z_]+\|>/g) ?? [];
    this.turnMarkers = this.hasChannels ? [] : [...new Set(markers)];
  }

  tokenize(messages: readonly TextMessage[], shape: PromptShape): Prompt {
    const plain = this.#plainMessages(messages, shape);
    const tools = this.#knowsTools && hasTools(shape) ? shape.tools?.map(described) : undefined;
    const opening = this.opensFinalChannel(shape) ? this.#tokenizePiece(FINAL_CHANNEL, true) : [];
    const tokens = [...this.#render(plain, tools, true), ...opening];
    const firstTurn = plain.findIndex(({ role }) => role !== 'system');
    // Compared with the same chat with another first turn: the common prefix is the system message and its frame. Some
    // templates refuse a chat without a turn, so the system message cannot be rendered alone.
    const other = [...plain.slice(0, Math.max(0, firstTurn)), { role: 'user', content: '\n' }];
    const keep = firstTurn > 0 ? commonPrefix(tokens, this.#render(other, tools, false)) : 1;
    return { tokens, keep };
  }

  /** If a grammar constrains the whole answer, the model must not name a channel first. */
  opensFinalChannel(shape: PromptShape): boolean {
    if (!this.hasChannels) return false;
    if (hasTools(shape)) return shape.toolChoice === 'required' || typeof shape.toolChoice === 'object';
    return shape.responseFormat !== undefined && shape.responseFormat.type !== 'text';
  }

  #plainMessages(messages: readonly TextMessage[], shape: PromptShape): PlainMessage[] {
    const plain = messages.map((message, index) => this.#plainMessage(message, index));
    const addition = [
      ...(hasTools(shape) && !this.#knowsTools ? [describeTools(shape.tools ?? [])] : []),
      ...describeFormat(shape),
    ].join('\n\n');
    if (!addition) return plain;
    const [first, ...rest] = plain;
    if (first?.role !== 'system') return [{ role: 'system', content: addition }, ...plain];
    return [{ ...first, content: `${first.content}\n\n${addition}` }, ...rest];
  }

  #plainMessage(message: TextMessage, index: number): PlainMessage {
    const content = textOf(message, index);
    if (message.role === 'developer') return { role: 'system', content };
    if (message.role === 'tool' && !this.#knowsTools) {
      return { role: 'user', content: `<tool_response>\n${content}\n</tool_response>` };
    }
    if (!message.tool_calls?.length) return { role: message.role, content };
    const calls = message.tool_calls.map(({ function: call }) => ({
      name: call.name,
      arguments: parseArguments(call.arguments),
    }));
    if (this.#knowsTools) {
      return { role: message.role, content, tool_calls: calls.map((call) => ({ type: 'function', function: call })) };
    }
    const spelled = calls.map((call) => `<tool_call>\n${JSON.stringify(call)}\n</tool_call>`).join('\n');
    return { role: message.role, content: content ? `${content}\n${spelled}` : spelled };
  }

  /**
   * Contents pass through the template as placeholders and are tokenized separately, as plain text: a customer who writes
   * `<|im_end|>` writes these letters, not the end of a turn.
   */
  #render(messages: PlainMessage[], tools: ToolDefinition[] | undefined, addGenerationPrompt: boolean): Token[] {
    const marked = messages.map((message, index) => ({
      ...message,
      content: message.content && `\uE000${index}\uE001`,
    }));
    const { tokens } = this.#model;
    const text = this.#renderText({
      messages: marked,
      ...(tools ? { tools } : {}),
      add_generation_prompt: addGenerationPrompt,
      enable_thinking: false,
      bos_token: tokens.bosString ?? '',
      eos_token: tokens.eosString ?? '',
    });
    const pieces = text.split(/\uE000(\d+)\uE001/);
    const result: Token[] = pieces.flatMap((piece, index) =>
      index % 2 === 0
        ? this.#tokenizePiece(piece, true)
        : this.#tokenizePiece(messages[Number(piece)]?.content ?? '', false),
    );
    return withBeginning(this.#model, result);
  }

  #renderText(values: Record<string, unknown>): string {
    try {
      return this.#template.render(values);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new EngineError('invalid_parameter', `This model does not accept this sequence of messages: ${why}`, {
        param: 'messages',
      });
    }
  }

  #tokenizePiece(text: string, isTemplate: boolean): Token[] {
    return text ? this.#model.tokenize(text, isTemplate, 'trimLeadingSpace') : [];
  }
}

/**
 * The format that our grammar reads. Qwen3.5 and Gemma use formats of their own for calls unless the system message
 * asks for this one.
 */
function writesCallsAsJson(template: string): boolean {
  return template.includes('<tool_call>') && !template.includes('<function=');
}

/** Some templates fail on a function without a description. */
function described(tool: ToolDefinition): ToolDefinition {
  return { ...tool, function: { description: '', ...tool.function } };
}

export function withBeginning(model: LlamaModel, tokens: Token[]): Token[] {
  const { bos, shouldPrependBosToken } = model.tokens;
  return bos !== null && shouldPrependBosToken && tokens[0] !== bos ? [bos, ...tokens] : tokens;
}

export function hasTools(shape: PromptShape): boolean {
  return (shape.tools?.length ?? 0) > 0 && shape.toolChoice !== 'none';
}

function textOf(message: TextMessage, index: number): string {
  if (typeof message.content === 'string') return message.content;
  return (message.content ?? [])
    .map((part, position) => {
      if (part.type === 'text') return part.text;
      throw new EngineError(
        'invalid_parameter',
        'This model accepts text only. For images, choose a model with the capability "vision".',
        { param: `messages[${index}].content[${position}]` },
      );
    })
    .join('');
}

function parseArguments(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json; // a client's own history may hold a broken call; the model sees it as it was
  }
}

function describeTools(tools: readonly ToolDefinition[]): string {
  const list = tools.map((tool) => JSON.stringify(tool)).join('\n');
  return (
    `You may call one of these functions to help with the question:\n<tools>\n${list}\n</tools>\n` +
    'To call one, answer with nothing but its name and arguments as JSON:\n' +
    '<tool_call>\n{"name": "function name", "arguments": {…}}\n</tool_call>'
  );
}

function describeFormat({ responseFormat }: PromptShape): string[] {
  if (responseFormat?.type === 'json_object') return ['Answer with one JSON object and nothing else.'];
  if (responseFormat?.type !== 'json_schema' || !responseFormat.json_schema.schema) return [];
  return [`Answer with JSON of this schema and nothing else:\n${JSON.stringify(responseFormat.json_schema.schema)}`];
}

function commonPrefix(left: readonly Token[], right: readonly Token[]): number {
  let length = 0;
  while (length < left.length && length < right.length && left[length] === right[length]) length += 1;
  return length;
}
