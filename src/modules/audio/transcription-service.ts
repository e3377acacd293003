// Transcribes recordings for customers: decodes the recording, quotes by its length, and charges once it is transcribed.
import type { ArtifactStore } from '../../artifacts/port.ts';
import type { Caller } from '../../core/caller.ts';
import { ServiceError } from '../../core/errors.ts';
import { guardAnswer } from '../../core/guards/current-guard.ts';
import { microToCredits } from '../../core/money.ts';
import {
  type Heard,
  type Recording,
  type SoundIntake,
  sniffSound,
  type TranscriptionOrder,
  type TranscriptionOrders,
} from '../../engines/transcription/port.ts';
import { ownEndOf, watchLeave } from '../../money/left-bill.ts';
import type { Money } from '../../money/money.ts';
import { payForOrder } from '../../money/paid-order.ts';
import type { Prices, Quote, ServedBy } from '../../money/prices.ts';
import type { Receipt } from '../../money/receipt.ts';
import type { Paying } from '../../money/token-hold.ts';
import { type ChosenModel, chooseModel } from './choose-model.ts';
import type { TranscriptionBody } from './schema.ts';
import { type Transcript, textOf, usageOf } from './transcript-shapes.ts';

export interface TranscriptionParts extends Paying {
  /** In order of preference. */
  engines(): readonly TranscriptionOrders[];
  intake: SoundIntake;
  /** Uploaded and generated files, which a request may name. */
  artifacts: Pick<ArtifactStore, 'find' | 'read'>;
}

export interface TranscriptionCall {
  caller: Caller;
  requestId: string;
  signal: AbortSignal;
  body: TranscriptionBody;
  uploads: readonly { field: string; fileName: string; bytes: Uint8Array }[];
  task: TranscriptionOrder['task'];
}

interface Opened {
  recording: Recording;
  engine: TranscriptionOrders;
  order: TranscriptionOrder;
  quote: Quote;
  /** The prices that the quote used. */
  prices: Prices;
}

interface SentSound {
  bytes: Uint8Array;
  fileName: string;
}

/** An id, or the end of a /files/ URL of this service. */
const FILE_NAME = /^(?:(?:https?:\/\/[^/]+)?\/files\/)?([0-9a-z]{26})(?:\.[0-9a-z]{1,8})?(?:\?.*)?$/;
const MAX_BYTES = 50 * 1024 * 1024;
const NEEDS_TIMES = new Set(['srt', 'vtt', 'verbose_json']);

export class TranscriptionService {
  readonly #parts: TranscriptionParts;

  constructor(parts: TranscriptionParts) {
    this.#parts = parts;
  }

  async whole(call: TranscriptionCall): Promise<{ transcript: Transcript; receipt: Receipt }> {
    const { recording, engine, order, quote } = await this.#open(call);
    try {
      const { caller, requestId, signal } = call;
      const ordered = { cost: quote.amount, usage: usedBy(recording) };
      const { value, receipt } = await payForOrder(
        this.#parts,
        { caller, requestId, signal, quote, ordered },
        {
          make: async (signals) => {
            const heard: Heard[] = [];
            for await (const window of engine.transcribe(recording, order, signals))
              heard.push(await guardHeard(window));
            return heard;
          },
          finish: async (heard) => ({
            value: transcriptOf(order, recording, heard),
            cost: quote.amount,
            usage: usedBy(recording, heard),
          }),
        },
      );
      return { transcript: value, receipt };
    } finally {
      await recording.remove();
    }
  }

  /** The words alone, by the default model. */
  async hear({ file, ...call }: Omit<TranscriptionCall, 'body' | 'uploads' | 'task'> & { file: string }) {
    const { transcript, receipt } = await this.whole({ ...call, body: { file }, uploads: [], task: 'transcribe' });
    return { text: textOf(transcript), charged: receipt.charged };
  }

  /** Charges for the transcribed part; at any end, the hold is settled or released. */
  async stream(call: TranscriptionCall): Promise<AsyncIterable<object>> {
    const opened = await this.#open(call);
    const payer = { ...call.caller, requestId: call.requestId };
    const hold = await this.#parts.money.hold(payer, opened.quote).catch(async (error: unknown) => {
      await opened.recording.remove();
      throw error;
    });
    return this.#events(call, opened, hold);
  }

  async *#events(
    call: TranscriptionCall,
    { recording, engine, order, quote, prices }: Opened,
    hold: Parameters<Money['settle']>[0],
  ): AsyncGenerator<object> {
    const { money } = this.#parts;
    const watch = watchLeave(this.#parts, call.caller, call.signal);
    const { leave, policy } = watch;
    const bookLost = async (by: ServedBy) =>
      money.bookUnpaid(hold, { by, usage: { ...usedBy(recording), isEstimated: true } });
    leave.onLost = bookLost;
    const heard: Heard[] = [];
    let isWhole = false;
    let failure: unknown;
    const costOf = (seconds: number) =>
      prices.cost(call.caller, quote, { requests: 1, milliseconds: Math.round(seconds * 1000) });
    try {
      for await (const window of engine.transcribe(recording, order, leave.signals)) {
        // Whoever left reads nothing, but the upstream has listened to the recording.
        if (leave.hasLeft) break;
        const guarded = await guardHeard(window);
        heard.push(guarded);
        const delta = guarded.segments.map(({ text }) => text).join('');
        if (delta !== '')
          yield { type: 'transcript.text.delta', delta: heard.length === 1 ? delta.trimStart() : delta };
      }
      if (leave.hasLeft) return;
      isWhole = true;
      const { charged } = await money.settle(hold, quote.amount, usedBy(recording, heard));
      const transcript = transcriptOf(order, recording, heard);
      yield {
        type: 'transcript.text.done',
        text: textOf(transcript),
        usage: { ...usageOf(transcript), credits: microToCredits(charged) },
      };
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      leave.end();
      const end = isWhole ? undefined : ownEndOf(watch, failure);
      const last = heard.at(-1);
      const isFree = end === 'left' && policy === 'free';
      const reached = isFree ? 0 : (last?.reachedSeconds ?? last?.segments.at(-1)?.end ?? 0);
      if (end && (policy === 'accepted' || reached === 0))
        await money.settle(hold, policy === 'accepted' ? quote.amount : 0, {
          ...usedBy(recording, heard),
          by: heard[0]?.by ?? leave.acceptedBy,
          isEstimated: true,
        });
      else if (!isWhole && reached > 0)
        await money.settle(hold, costOf(Math.min(reached, recording.seconds)), {
          ...usedBy(recording, heard),
          milliseconds: Math.round(Math.min(reached, recording.seconds) * 1000),
        });
      else if (!isWhole) await money.release(hold);
      await recording.remove();
    }
  }

  async #soundOf(call: TranscriptionCall): Promise<SentSound> {
    const { file } = call.body;
    const upload = call.uploads.find(({ field }) => field === 'file');
    if (!upload && file === undefined)
      throw new ServiceError(
        'missing_parameter',
        'The recording is missing. Upload it as the multipart field "file".',
        {
          param: 'file',
        },
      );
    const sent = upload ?? fromDataUri(file ?? '') ?? (await this.#ownFile(call.caller, file ?? ''));
    if (sent.bytes.byteLength > MAX_BYTES) throw tooLarge();
    if (!sniffSound(sent.bytes))
      throw refusal('file', 'The file is not readable audio. Send MP3, WAV, FLAC, OGG, M4A, AAC, AIFF or WebM.');
    return sent;
  }

  /** Another account's file is treated as missing. */
  async #ownFile(caller: Caller, file: string): Promise<SentSound> {
    const id = FILE_NAME.exec(file)?.[1];
    if (!id)
      throw refusal('file', 'Upload the recording as multipart/form-data, or send a file id or a base64 data URI.');
    const artifact = await this.#parts.artifacts.find(id);
    if (!artifact || artifact.accountId !== caller.accountId || artifact.environment !== caller.environment)
      throw new ServiceError('not_found', `There is no file "${id}".`, { param: 'file' });
    if (artifact.bytes > MAX_BYTES) throw tooLarge();
    const chunks: Uint8Array[] = [];
    for await (const chunk of await this.#parts.artifacts.read(artifact)) chunks.push(chunk);
    return { bytes: Buffer.concat(chunks), fileName: artifact.name };
  }

  async #open(call: TranscriptionCall): Promise<Opened> {
    const { body, caller, task } = call;
    const chosen = chooseModel(this.#parts.engines(), body.model, 'transcription');
    const order = orderOf(body, task, chosen);
    refuseImpossible(body, task, chosen);
    const { bytes, fileName } = await this.#soundOf(call);
    chosen.engine.check();
    const recording = await this.#parts.intake.open(bytes, fileName, call.signal);
    const what = { module: 'transcription', model: chosen.model, description: `Transcription (${chosen.model})` };
    const prices = this.#parts.prices.now();
    const quote = prices.quote(caller, what, { requests: 1, ...usedBy(recording) });
    return { recording, engine: chosen.engine, order, quote, prices };
  }
}

/** The words of a segment lead back to what was masked in it. */
async function guardHeard(heard: Heard): Promise<Heard> {
  const segments = await guardAnswer(heard.segments.map(({ text }) => text));
  return {
    ...heard,
    segments: heard.segments.map((segment, index) => {
      const text = segments[index] ?? segment.text;
      if (text === segment.text) return segment;
      const { words: _, tokens: __, ...rest } = segment;
      return { ...rest, text };
    }),
  };
}

function usedBy({ seconds }: Recording, [first]: readonly Heard[] = []): { milliseconds: number } & Pick<Heard, 'by'> {
  return { milliseconds: Math.round(seconds * 1000), ...(first?.by ? { by: first.by } : {}) };
}

function transcriptOf(order: TranscriptionOrder, { seconds }: Recording, heard: readonly Heard[]): Transcript {
  const language = order.task === 'translate' ? 'en' : heard.find((one) => one.language !== undefined)?.language;
  return { task: order.task, language, seconds, segments: heard.flatMap(({ segments }) => segments) };
}

function orderOf(
  body: TranscriptionBody,
  task: TranscriptionOrder['task'],
  { model }: ChosenModel<TranscriptionOrders>,
): TranscriptionOrder {
  return {
    model,
    task,
    temperature: body.temperature ?? 0,
    wantsWords: granularitiesOf(body).includes('word'),
    ...(body.language ? { language: body.language } : {}),
    ...(body.prompt ? { prompt: body.prompt } : {}),
  };
}

export function granularitiesOf({ timestamp_granularities: wanted }: TranscriptionBody): readonly string[] {
  return wanted === undefined ? ['segment'] : typeof wanted === 'string' ? [wanted] : wanted;
}

const UNSUPPORTED: Readonly<Record<string, string>> = {
  include: 'Transcripts have no log probabilities here. Leave "include" out.',
  chunking_strategy: 'This service splits long recordings itself. Leave "chunking_strategy" out, or send "auto".',
  known_speaker_names: 'This service does not distinguish speakers. Leave "known_speaker_names" out.',
  known_speaker_references: 'This service does not distinguish speakers. Leave "known_speaker_references" out.',
};

function isAskedFor(value: unknown): boolean {
  return value !== undefined && value !== null && value !== 'auto' && !(Array.isArray(value) && value.length === 0);
}

function refuseImpossible(
  body: TranscriptionBody,
  task: TranscriptionOrder['task'],
  { model, capabilities }: ChosenModel<TranscriptionOrders>,
): void {
  for (const [field, why] of Object.entries(UNSUPPORTED))
    if (isAskedFor(body[field as keyof TranscriptionBody])) throw refusal(field, why);
  const format = body.response_format ?? 'json';
  if (task === 'translate' && !capabilities.includes('translate'))
    throw refusal('model', `The model "${model}" does not translate. Use another one, or POST /audio/transcriptions.`);
  if (NEEDS_TIMES.has(format) && !capabilities.includes('timestamps'))
    throw refusal('response_format', `The model "${model}" gives no times. Use json or text.`);
  if (granularitiesOf(body).includes('word') && format !== 'verbose_json')
    throw refusal(
      'timestamp_granularities',
      'Word timestamps are only in verbose_json. Set response_format accordingly.',
    );
  if (body.stream && NEEDS_TIMES.has(format))
    throw refusal('stream', 'A stream contains text only. Use response_format json or text, or leave out stream.');
}

function fromDataUri(file: string): SentSound | undefined {
  const base64 = /^data:[^,]{0,200};base64,/.exec(file);
  return base64 ? { bytes: Buffer.from(file.slice(base64[0].length), 'base64'), fileName: 'audio' } : undefined;
}

function tooLarge(): ServiceError {
  const message = 'The recording is larger than 50 MB. Send it compressed or in parts.';
  return new ServiceError('payload_too_large', message, { param: 'file' });
}

function refusal(param: string, message: string): ServiceError {
  return new ServiceError('invalid_parameter', message, { param });
}
