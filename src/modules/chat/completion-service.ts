// Plain completion, OpenAI's legacy shape: one answer per prompt and choice.

import { ServiceError } from '../../core/errors.ts';
import type { TextModel, TextOrder, TextRoutes } from '../../engines/text/port.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { AnswerOrder, StreamItem } from './answer-order.ts';
import type { Answers } from './answers.ts';
import { refuseFields, samplingOf } from './chat-order.ts';
import type { TextCall } from './chat-service.ts';
import { chooseModel } from './model-choice.ts';
import { refuseHugePrompt } from './prompt-size.ts';
import type { CompletionBody } from './schema.ts';
import { COMPLETION_SHAPE } from './shapes.ts';

/** OpenAI's default for this legacy endpoint. */
const DEFAULT_MAX_TOKENS = 16;

export class CompletionService {
  readonly #text: TextRoutes;
  readonly #answers: Answers;

  constructor(parts: { text: TextRoutes; answers: Answers }) {
    this.#text = parts.text;
    this.#answers = parts.answers;
  }

  async whole(call: TextCall<CompletionBody>): Promise<{ body: object; receipt: Receipt }> {
    return this.#answers.whole(await this.#prepare(call));
  }

  async stream(call: TextCall<CompletionBody>): Promise<AsyncIterable<StreamItem>> {
    return (await this.#answers.stream(await this.#prepare(call))).items;
  }

  async #prepare(call: TextCall<CompletionBody>): Promise<AnswerOrder> {
    const { body, caller } = call;
    const model = chooseModel(this.#text, body.model, caller.environment);
    refuseFields(body);
    const prompts = promptsOf(body);
    for (const prompt of prompts) refuseHugePrompt(model, bytesOf(prompt, body.suffix), 'prompt');
    const choices = body.n ?? 1;
    const orders = prompts.flatMap((prompt) => ordersFor({ body, model, prompt, choices }));
    return {
      module: 'chat',
      caller,
      requestId: call.requestId,
      signal: call.signal,
      shape: COMPLETION_SHAPE,
      mayRelay: true,
      model,
      orders: () => orders,
      body: {
        max_tokens: DEFAULT_MAX_TOKENS,
        ...body,
        ...(body.max_tokens === null ? { max_tokens: DEFAULT_MAX_TOKENS } : {}),
      },
      maxTokens: body.max_tokens ?? DEFAULT_MAX_TOKENS,
      includeUsage: body.stream_options?.include_usage ?? false,
      countPrompt: () => this.#countPrompts(model, prompts),
      echoes: orders.map(({ prompt }) => (body.echo ? (prompt ?? '') : '')),
      extra: {},
    };
  }

  async #countPrompts(model: TextModel, prompts: readonly (string | readonly number[])[]): Promise<number> {
    let tokens = 0;
    for (const prompt of prompts) {
      tokens += typeof prompt === 'string' ? await this.#text.countTokens(model.id, prompt) : prompt.length;
    }
    return tokens;
  }
}

function promptsOf({ prompt }: CompletionBody): (string | readonly number[])[] {
  if (typeof prompt === 'string') return [prompt];
  return typeof prompt[0] === 'number' ? [prompt as number[]] : (prompt as (string | number[])[]);
}

function ordersFor(wanted: {
  body: CompletionBody;
  model: TextModel;
  prompt: string | readonly number[];
  choices: number;
}): TextOrder[] {
  const { body, model, prompt, choices } = wanted;
  if (body.suffix && !model.capabilities.includes('fill_in_the_middle')) {
    throw new ServiceError(
      'invalid_parameter',
      `The model "${model.id}" does not support a suffix (fill in the middle).`,
      {
        param: 'suffix',
      },
    );
  }
  const order: TextOrder = {
    ...samplingOf(body, model),
    // Token ids are meaningful only to an upstream that gets the body unchanged; every other engine refuses an order without text.
    ...(typeof prompt === 'string' ? { prompt } : {}),
    ...(body.suffix ? { suffix: body.suffix } : {}),
  };
  return Array.from({ length: choices }, (_, index) =>
    index === 0 || order.seed === undefined ? order : { ...order, seed: order.seed + index },
  );
}

function bytesOf(prompt: string | readonly number[], suffix: string | null | undefined): number {
  return (typeof prompt === 'string' ? Buffer.byteLength(prompt) : prompt.length) + Buffer.byteLength(suffix ?? '');
}
