// Maps OpenAI's voice names to the voices here that sound most similar.

const OPENAI_NAMES: Readonly<Record<string, string>> = {
  alloy: 'af_alloy',
  ash: 'am_michael',
  ballad: 'bm_lewis',
  cedar: 'am_fenrir',
  coral: 'af_heart',
  echo: 'am_echo',
  fable: 'bm_fable',
  marin: 'bf_emma',
  nova: 'af_nova',
  onyx: 'am_onyx',
  sage: 'af_sarah',
  shimmer: 'af_bella',
  verse: 'am_puck',
};

const DEFAULT_VOICE = 'af_heart';

/** A name that OpenAI does not know is returned unchanged. */
export function ownVoiceName(name: string = DEFAULT_VOICE): string {
  return Object.hasOwn(OPENAI_NAMES, name) ? (OPENAI_NAMES[name] ?? name) : name;
}

export function openAiNamesOf(voice: string): string[] {
  return Object.keys(OPENAI_NAMES).filter((name) => OPENAI_NAMES[name] === voice);
}
