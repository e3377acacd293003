// Kokoro as the service's speech engine: its weights come from the model store.
import { KokoroSpeech } from '@atelier/voice';
import type { ModelStore } from '../../models/store.ts';

export const KOKORO_MODEL = 'kokoro-82m-v1';

export function createKokoroSpeech(store: Pick<ModelStore, 'ensure' | 'pathIfReady'>): KokoroSpeech {
  return new KokoroSpeech({
    isReady: () => store.pathIfReady(KOKORO_MODEL) !== undefined,
    findFiles: (signal) => store.ensure(KOKORO_MODEL, { signal }),
  });
}
