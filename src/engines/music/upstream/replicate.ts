// A service with Replicate's API: creates a prediction, polls until it ends, downloads its output; cancels it when the job is aborted.
import { failedAt } from '../../../core/upstream-failure.ts';
import { orderOnce } from '../../../net/paid-order.ts';
import { callProvider, fetchFile, fileAt, type Provider } from '../../../net/provider-call.ts';
import { quoteUpstream } from '../../../net/upstream-words.ts';
import type { MusicOrder, ReportProgress } from '../port.ts';
import type { SongSource } from './engine.ts';
import { MAX_SOUND_BYTES, shareOf, waitForSong } from './wait.ts';

export interface ReplicateSettings extends Provider {
  /** owner/name, or owner/name:version. */
  model: string;
  /** Maps our fields to the model's own names, because models differ. */
  inputs?: Partial<Record<'prompt' | 'lyrics' | 'duration' | 'seed', string>>;
  /** Sent with every prediction. */
  fixedInputs?: Record<string, unknown>;
}

interface Prediction {
  id: string;
  status: 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted';
  output?: unknown;
  error?: string | null;
}

const NAMES = { prompt: 'prompt', lyrics: 'lyrics', duration: 'duration', seed: 'seed' };

export function replicateSource(settings: ReplicateSettings): SongSource {
  return {
    name: settings.name,
    async fetchSong(order, report, signal) {
      return orderOnce(
        () => create(settings, order, signal),
        (created) => fetchOutput(settings, created, report, signal),
        signal,
      );
    },
  };
}

async function fetchOutput(
  settings: ReplicateSettings,
  created: Prediction,
  report: ReportProgress,
  signal: AbortSignal,
): Promise<Uint8Array> {
  try {
    const output = await waitForSong(
      settings,
      async (round) => {
        const now =
          round === 0
            ? created
            : await callProvider<Prediction>(settings, { path: `predictions/${created.id}` }, signal);
        if (now.status === 'succeeded') return firstAddress(now.output) ?? '';
        if (now.status !== 'starting' && now.status !== 'processing') {
          const said = quoteUpstream(String(now.error ?? now.status), settings.name);
          throw failedAt(settings.name, `The model could not make the song: ${said}.`);
        }
        report(shareOf(round), 'composing');
        return undefined;
      },
      signal,
    );
    if (output === '') throw failedAt(settings.name, 'The model finished without a file.');
    return await fetchFile(settings, fileAt(settings, output), { maxBytes: MAX_SOUND_BYTES, signal });
  } catch (error) {
    if (signal.aborted) await cancel(settings, created.id);
    throw error;
  }
}

function create(settings: ReplicateSettings, order: MusicOrder, signal: AbortSignal): Promise<Prediction> {
  const names = { ...NAMES, ...settings.inputs };
  const input = {
    ...settings.fixedInputs,
    [names.prompt]: [order.prompt, order.genre, order.mood].filter(Boolean).join(', '),
    [names.duration]: order.durationSeconds,
    [names.seed]: order.seed,
    ...(order.lyrics && !order.instrumental ? { [names.lyrics]: order.lyrics } : {}),
  };
  const [model = '', version] = settings.model.split(':');
  return version
    ? callProvider(settings, { path: 'predictions', body: { version, input } }, signal)
    : callProvider(settings, { path: `models/${model}/predictions`, body: { input } }, signal);
}

/** Cancels the prediction; its answer is ignored, because the job is already aborted. */
async function cancel(settings: ReplicateSettings, id: string): Promise<void> {
  const path = `predictions/${id}/cancel`;
  await callProvider(settings, { path, body: {} }, AbortSignal.timeout(10_000)).catch(() => undefined);
}

/** A string, a list of strings, or an object with one inside. */
function firstAddress(output: unknown): string | undefined {
  if (typeof output === 'string') return output;
  if (output === null || typeof output !== 'object') return undefined;
  for (const value of Object.values(output)) {
    const found = firstAddress(value);
    if (found) return found;
  }
  return undefined;
}
