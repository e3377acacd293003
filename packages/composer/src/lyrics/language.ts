// Detects the language of lyrics by script and frequent words.

const SCRIPTS: readonly { language: string; letters: RegExp }[] = [
  { language: 'ja', letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/gu },
  { language: 'zh', letters: /\p{Script=Han}/gu },
  { language: 'hi', letters: /\p{Script=Devanagari}/gu },
  { language: 'ko', letters: /\p{Script=Hangul}/gu },
  { language: 'ru', letters: /\p{Script=Cyrillic}/gu },
];

/** Words that are frequent in one language and rare in the others. */
const COMMON_WORDS: Record<string, ReadonlySet<string>> = {
  en: new Set('the and you my is of to in me your we are with this that for on was it be all i'.split(' ')),
  es: new Set('el los las y que mi tu yo una por con para es está en del muy corazón noche cuando'.split(' ')),
  fr: new Set('le les et je tu mon ma est dans pour avec une des sur nous vous pas qui sans comme'.split(' ')),
  it: new Set('il gli che mio tuo sei con per una della nel cuore notte amore non sono anche come'.split(' ')),
  pt: new Set('o os eu você meu minha teu não com uma para em do da coração noite quando é'.split(' ')),
  de: new Set('der die das und ich du mein dein ist mit für nicht ein eine wir im auf den wenn'.split(' ')),
};

const LONGEST_READ = 4_000;

export function languageOf(lyrics: string): string {
  const text = lyrics.slice(0, LONGEST_READ).replace(/\[[^\]]*\]/g, ' ');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  for (const { language, letters: own } of SCRIPTS) {
    // Kana are enough: Japanese is half written in Han.
    const share = (text.match(own)?.length ?? 0) / Math.max(1, letters);
    if (share > (language === 'ja' ? 0.1 : 0.4)) return language;
  }
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best = { language: 'en', count: 0 };
  for (const [language, common] of Object.entries(COMMON_WORDS)) {
    const count = words.filter((word) => common.has(word)).length;
    if (count > best.count) best = { language, count };
  }
  return best.language;
}
