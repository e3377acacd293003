// Chooses the singers: named voices, else voices native to the language of the lyrics.
import { EngineError } from '@atelier/kit';
import type { MusicOrder } from '../order.ts';
import { Random } from '../score/random.ts';
import type { SingingVoice } from '../vocal-part.ts';
import { languageOf } from './language.ts';
import type { Stage } from './words.ts';

/** A voice's native language, by its accent. */
const HOME_LANGUAGES: Record<string, string> = {
  American: 'en',
  British: 'en',
  Spanish: 'es',
  French: 'fr',
  Hindi: 'hi',
  Italian: 'it',
  Japanese: 'ja',
  'Brazilian Portuguese': 'pt',
  Mandarin: 'zh',
};

/** The voices of this song. Without ready voices: none and a warning, or an error if the order asks for one. */
export function chooseVoices(order: MusicOrder, stage: Stage, warnings: string[]): SingingVoice[] {
  const insists = order.voices.length > 0 || order.vocals?.enabled === true;
  if (!stage.singer?.isReady() || !stage.scansion) {
    if (insists)
      throw new EngineError(
        'engine_unavailable',
        'The singing voices are not ready yet: their weights are still being fetched. Try again later, or leave out the voice.',
        { retryAfterSeconds: 60 },
      );
    warnings.push('The singing voices are not ready yet: a lead instrument carries the melody.');
    return [];
  }
  const voices = stage.singer.voices();
  if (order.voices.length > 0) return order.voices.map((id) => findVoice(voices, id));
  const random = new Random(order.seed, 'voices');
  // Written words are English.
  const pool = voicesAtHomeIn(order.lyrics === undefined ? 'en' : languageOf(order.lyrics), voices);
  const wanted = order.vocals?.gender ?? 'any';
  if (wanted === 'duet') return [pickVoice(pool, 'female', random), pickVoice(pool, 'male', random)];
  return [pickVoice(pool, wanted === 'any' ? random.pick(['female', 'male']) : wanted, random)];
}

/** English voices for a language without native voices. */
function voicesAtHomeIn(language: string, voices: readonly SingingVoice[]): readonly SingingVoice[] {
  const speaking = (wanted: string) => voices.filter(({ accent }) => HOME_LANGUAGES[accent] === wanted);
  const native = speaking(language);
  if (native.length > 0) return native;
  const english = speaking('en');
  return english.length > 0 ? english : voices;
}

function findVoice(voices: readonly SingingVoice[], id: string): SingingVoice {
  const voice = voices.find((one) => one.id === id);
  if (!voice)
    throw new EngineError('invalid_parameter', `There is no voice "${id}".`, {
      param: 'voice',
    });
  return voice;
}

/** A language with voices of one gender only borrows voices of the other. */
function pickVoice(voices: readonly SingingVoice[], gender: 'female' | 'male', random: Random): SingingVoice {
  const fitting = voices.filter((voice) => voice.gender === gender);
  return random.pick(fitting.length > 0 ? fitting : voices);
}
