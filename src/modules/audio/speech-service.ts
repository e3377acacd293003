// Text to speech for customers: quotes per character, and charges for the delivered part.
import type { Origin, StreamMarker } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { microToCredits } from '../../core/money.ts';
import type { ReadingOrder, ReadingOrders, SpeechFormat, SpokenChunk, Voice } from '../../engines/speech/port.ts';
import type { Hold } from '../../money/hold.ts';
import { ownEndOf, watchLeave } from '../../money/left-bill.ts';
import type { ServedBy } from '../../money/prices.ts';
import type { Paying } from '../../money/token-hold.ts';
import { chooseModel } from './choose-model.ts';
import type { SpeechBody } from './schema.ts';

const CONTENT_TYPES: Record<SpeechFormat, string> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

export interface SpeechParts extends Paying {
  /** In order of preference. */
  engines: readonly ReadingOrders[];
  /** The local voices, with OpenAI's names for them. */
  /** Puts the marks into the head of the sound. */
  mark(contentType: string, origin: Origin): StreamMarker;
  voices(): readonly (Voice & { openAiNames: readonly string[] })[];
}

export interface SpeechCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: SpeechBody;
}

/** A paid speech. Reading it starts the synthesis; at any end, the hold is settled or released. */
export interface PaidSpeech {
  contentType: string;
  model: string;
  /** The price of the whole speech. */
  credits: number;
  characters: number;
  sound: AsyncIterable<Uint8Array>;
}

interface Spoken extends Pick<SpeechCall, 'caller' | 'signal'> {
  engine: ReadingOrders;
  order: ReadingOrder;
  marker: StreamMarker;
}

interface HeldSpeech {
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
    const contentType = CONTENT_TYPES[order.format];
    const origin = { source: 'trainedAlgorithmicMedia', model, call: requestId, prompt: order.text } as const;
    const marker = this.#parts.mark(contentType, origin);
    const sound = this.#deliver({ caller, signal, engine, order, marker }, { hold, costOf });
    return { contentType, model, credits: microToCredits(quote.amount), characters, sound };
  }

  voices(): object {
    const data = this.#parts.voices().map(({ range: _range, openAiNames, ...voice }) => ({
      ...voice,
      openai_names: openAiNames,
    }));
    return { object: 'list', data };
  }

  async *#deliver(
    { caller, signal, engine, order, marker }: Spoken,
    { hold, costOf }: HeldSpeech,
  ): AsyncGenerator<Uint8Array> {
    const { money } = this.#parts;
    const total = order.text.length;
    const watch = watchLeave(this.#parts, caller, signal);
    const { leave, policy } = watch;
    const bookLost = async (by: ServedBy) =>
      money.bookUnpaid(hold, { by, usage: { characters: total, isEstimated: true } });
    leave.onLost = bookLost;
    let delivered = 0;
    let by: SpokenChunk['by'];
    let isWhole = false;
    let failure: unknown;
    try {
      for await (const chunk of engine.read(order, leave.signals)) {
        by = chunk.by;
        // Whoever left hears nothing, but the upstream has accepted the text.
        if (leave.hasLeft) break;
        leave.stopReadingOn();
        delivered = chunk.characters;
        const bytes = marker.push(chunk.bytes);
        if (bytes.byteLength > 0) yield bytes;
      }
      const rest = marker.flush();
      if (rest.byteLength > 0 && !leave.hasLeft) yield rest;
      isWhole = !leave.hasLeft;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      leave.end();
      const end = isWhole ? undefined : ownEndOf(watch, failure);
      const share = Math.min(delivered, total);
      if (isWhole) await money.settle(hold, costOf(total), { characters: total, by });
      else if (end && policy === 'accepted')
        await money.settle(hold, costOf(total), { characters: total, by: by ?? leave.acceptedBy, isEstimated: true });
      else if (end) {
        const isFree = share === 0 || (end === 'left' && policy === 'free');
        await money.settle(hold, isFree ? 0 : costOf(share), {
          characters: total,
          by: by ?? leave.acceptedBy,
          isEstimated: true,
        });
      } else if (share > 0) await money.settle(hold, costOf(share), { characters: delivered, by });
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
