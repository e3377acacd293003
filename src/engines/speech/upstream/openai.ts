// A text-to-speech server with OpenAI's API: OpenAI itself, Kokoro-FastAPI, LocalAI, Speaches and others.
import { CONNECTED } from '../../../core/connected-models.ts';
import { ServiceError } from '../../../core/errors.ts';
import { failedAt } from '../../../core/upstream-failure.ts';
import { afterWork } from '../../../net/attempt-error.ts';
import { type Provider, streamFromProvider } from '../../../net/provider-call.ts';
import type { ReadingEngine, ReadingOrder, SpokenChunk } from '../port.ts';

export interface UpstreamSpeechModel {
  id: string;
  upstreamId: string;
  takesInstructions: boolean;
}

const DEFAULT_VOICE = 'alloy';
/** Larger than the longest text as WAV. */
const MAX_BYTES = 256 * 1024 * 1024;

export function createOpenAiReading(server: Provider, models: readonly UpstreamSpeechModel[]): ReadingEngine {
  const find = (id: string) => models.find((model) => model.id === id);

  async function* read(order: ReadingOrder, signal: AbortSignal): AsyncGenerator<SpokenChunk> {
    const { text: input, voice = DEFAULT_VOICE, speed, format: response_format, instructions } = order;
    const body = {
      model: find(order.model)?.upstreamId ?? order.model,
      input,
      voice,
      response_format,
      ...(speed === 1 ? {} : { speed }),
      ...(instructions === undefined ? {} : { instructions }),
    };
    const call = { path: '/audio/speech', body, field: 'input', answersFile: true };
    // The upstream charges for the whole text, even if only its first byte is read.
    let isHeard = false;
    for await (const bytes of streamFromProvider(server, call, { maxBytes: MAX_BYTES, signal })) {
      isHeard = true;
      yield { bytes, characters: input.length };
    }
    if (!isHeard) throw afterWork(failedAt(server.name, 'The model sent no sound.'));
  }

  return {
    name: server.name,
    isOwn: false,
    models: () =>
      models.map(({ id, takesInstructions }) => ({
        id,
        ownedBy: CONNECTED,
        capabilities: takesInstructions ? ['speech', 'instructions'] : ['speech'],
        ready: true,
      })),
    async check({ model, instructions }) {
      if (instructions !== undefined && !find(model)?.takesInstructions)
        throw new ServiceError(
          'invalid_parameter',
          `The model "${model}" takes no instructions. Leave the field out.`,
          {
            param: 'instructions',
          },
        );
    },
    read,
  };
}
