// Text to speech for customers: quotes per character, and charges for the delivered part.
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import type { ReadingEngine, ReadingOrder, SpeechFormat, SpokenChunk, Voice } from '../../engines/speech/port.ts';
import type { Hold } from '../../money/hold.ts';
import type { Money } from '../../money/money.ts';
import type { Prices } from '../../money/prices.ts';
import { chooseModel } from './choose-model.ts';
import type { SpeechBody } from './schema.ts';

export interface SpeechParts {
  /** In order of preference. */
  engines: readonly ReadingEngine[];
  /** The local voices, with OpenAI's names for them. */
  voices(): readonly (Voice & { openAiNames: readonly string[] })[];
  money: Money;
  prices: Prices;
}

export interface SpeechCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: SpeechBody;
}

/** A paid speech. Reading it starts the synthesis; at any end, the hold is settled or released. */
export interface PaidSpeech {
  format: SpeechFormat;
  model: string;
  /** The price of the whole speech. */
  credits: number;
  characters: number;
  sound: AsyncIterable<Uint8Array>;
}

interface Paying {
  hold: Hold;
  costOf(characters: number): number;
}

export class SpeechService {
  readonly #parts: SpeechParts;

  constructor(parts: SpeechParts) {
    this.#parts = parts;
  }

  async speak({ caller, requestId, signal, body }: SpeechCall): Promise<PaidSpeech> {
    const { engines, money } = this.#parts;
    const prices = this.#parts.prices.now();
    const { engine, model } = chooseModel(engines, body.model, 'speech');
    const order = orderOf(body, model);
    await engine.check(order);
    const what = { module: 'speech', model, description: `Speech (${model})` };
    const characters = order.text.length;
    const quote = prices.quote(caller, what, { requests: 1, characters });
    const hold = await money.hold({ ...caller, requestId }, quote);
    const costOf = (count: number) => prices.cost(caller, what, { requests: 1, characters: count });
    const sound = this.#deliver(engine.read(order, signal), characters, { hold, costOf });
    return { format: order.format, model, credits: microToCredits(quote.amount), characters, sound };
  }

  voices(): object {
    const data = this.#parts.voices().map(({ range: _range, openAiNames, ...voice }) => ({
      ...voice,
      openai_names: openAiNames,
    }));
    return { object: 'list', data };
  }

  async *#deliver(
    chunks: AsyncIterable<SpokenChunk>,
    total: number,
    { hold, costOf }: Paying,
  ): AsyncGenerator<Uint8Array> {
    const { money } = this.#parts;
    let delivered = 0;
    let used: Pick<SpokenChunk, 'by'> = {};
    let isWhole = false;
    try {
      for await (const { bytes, characters, by } of chunks) {
        delivered = characters;
        if (by) used = { by };
        yield bytes;
      }
      isWhole = true;
    } finally {
      if (isWhole) await money.settle(hold, costOf(total), { characters: total, ...used });
      else if (delivered > 0)
        await money.settle(hold, costOf(Math.min(delivered, total)), { characters: delivered, ...used });
      else await money.release(hold);
    }
  }
}

function orderOf(body: SpeechBody, model: string): ReadingOrder {
  if (!/[\p{L}\p{N}]/u.test(body.input))
    throw new ServiceError('invalid_parameter', 'The text has no words to speak.', { param: 'input' });
  return {
    model,
    text: body.input,
    speed: body.speed ?? 1,
    format: body.response_format ?? 'mp3',
    ...(body.voice ? { voice: body.voice } : {}),
    ...(body.instructions ? { instructions: body.instructions } : {}),
  };
}
