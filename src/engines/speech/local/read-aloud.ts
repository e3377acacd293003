// Converts text to speech with local voices: sentence by sentence, encoding one while the next is synthesised.
import { callPackage } from '../../../core/engine-error.ts';
import { ServiceError } from '../../../core/errors.ts';
import { notReady, unreadyState } from '../../../core/not-ready.ts';
import type { ModelStore } from '../../../models/store.ts';
import { KOKORO_MODEL } from '../kokoro.ts';
import type { ReadingEngine, ReadingModel, ReadingOrder, SpeechEngine, SpokenChunk } from '../port.ts';
import { findSpeechEncoder, type SpeechEncoder } from './encoder.ts';
import { toPcm } from './pcm.ts';
import { cutIntoSentences } from './sentences.ts';
import { ownVoiceName } from './voice-names.ts';

export interface LocalReadingOptions {
  speech: SpeechEngine;
  store: Pick<ModelStore, 'entry' | 'status' | 'ensure' | 'pathIfReady'>;
}

const LOCAL_READING_MODEL = 'atelier-voice-1';
const SLOWEST = 0.5;
const FASTEST = 2;
/** The voices process one text after the other: clients would give up before a longer queue is done. */
const MAX_AT_ONCE = 16;
const RETRY_AFTER_SECONDS = 10;

export function createLocalReading({ speech, store }: LocalReadingOptions): ReadingEngine {
  const { ownedBy } = store.entry(KOKORO_MODEL);
  let encoder: Promise<SpeechEncoder> | undefined;
  let reading = 0;

  function models(): ReadingModel[] {
    const status = store.status(KOKORO_MODEL);
    return [LOCAL_READING_MODEL, KOKORO_MODEL].map((id) => ({
      id,
      ownedBy,
      capabilities: ['speech'],
      ready: status.ready,
      ...unreadyState(status),
    }));
  }

  async function check(order: ReadingOrder): Promise<void> {
    encoder ??= findSpeechEncoder();
    const { formats } = await encoder;
    if (!formats.includes(order.format))
      throw refusal('response_format', `This machine cannot encode ${order.format}. Use ${formats.join(', ')}.`);
    if (order.speed < SLOWEST || order.speed > FASTEST)
      throw refusal('speed', `The voices of this machine speak at a speed of ${SLOWEST} to ${FASTEST}.`);
    if (order.instructions !== undefined)
      throw refusal(
        'instructions',
        'The voices of this machine take no instructions. Leave the field out, or choose another voice.',
      );
    if (!speech.voices().some((voice) => voice.id === ownVoiceName(order.voice)))
      throw refusal('voice', `There is no voice "${order.voice}". GET /audio/voices lists all voices.`);
    if (store.pathIfReady(KOKORO_MODEL)) return;
    const { pulling } = store.status(KOKORO_MODEL);
    if (!pulling) store.ensure(KOKORO_MODEL).catch(() => undefined); // the reason is kept in the store's status
    throw notReady({ id: KOKORO_MODEL, ...unreadyState(store.status(KOKORO_MODEL)) });
  }

  async function* read(order: ReadingOrder, signal: AbortSignal): AsyncGenerator<SpokenChunk> {
    if (reading >= MAX_AT_ONCE)
      throw new ServiceError(
        'engine_unavailable',
        'Too many texts are waiting for the voices of this machine. Try again soon.',
        {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        },
      );
    const leaving = new AbortController();
    const either = AbortSignal.any([signal, leaving.signal]);
    let characters = 0;
    let isHeard = false;
    const { speed } = order;
    const voice = ownVoiceName(order.voice);
    async function* speakPieces(): AsyncGenerator<Uint8Array> {
      for (const text of cutIntoSentences(order.text)) {
        const { samples } = await callPackage(() => speech.speak({ text, voice, speed }, either));
        characters += text.length;
        isHeard ||= samples.length > 0;
        if (samples.length > 0) yield toPcm(samples);
      }
      if (!isHeard) throw refusal('input', 'The text has no words that these voices can say. They speak English.');
    }
    reading += 1;
    try {
      encoder ??= findSpeechEncoder();
      for await (const bytes of (await encoder).encode(order.format, speakPieces(), either))
        yield { bytes, characters };
    } finally {
      reading -= 1;
      leaving.abort();
    }
  }

  return { name: 'voice', isOwn: true, models, check, read };
}

function refusal(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
