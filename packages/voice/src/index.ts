// The entry of the package.
export { KokoroSpeech } from './kokoro.ts';
export { countSounds } from './pronounce/count-sounds.ts';
export type {
  Performance,
  SingableSpeech,
  Speech,
  SpeechEngine,
  SpeechOrder,
  StudiedLine,
  TimedPhoneme,
  Voice,
} from './speech.ts';
