// The words of the dashboard in German: every text is there, is translated, and says as much as the English one.
import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import test, { after, before } from 'node:test';
import { german } from '../../dashboard/src/german.ts';
import { setLanguage } from '../../dashboard/src/words.ts';

const SOURCE = new URL('../../dashboard/src/', import.meta.url);

/** Words that are the same in both languages: names, formats, units, and loan words. */
const SAME_IN_GERMAN = new Set(
  `Anime Audio Branch Browser Builder Chat Code Codes Credits Framework IBANs In Live live MIDI Name Next.js Node.js Passkeys Prompts Python React
  Region Sandbox Status Tablet Team Tempo Text Tokens Upstream Upstreams Video Videos Vue Warm Webhooks Zip bpm curl ms s`.split(
    /\s+/,
  ),
);
/** Values that the API understands in English only, and words that are sung or spoken in English. */
// The makers of this machine read English, so what they are asked for is English too.
const ENGLISH_BY_NATURE =
  /musicWords\.(moods|moodExample|styleExample|lyricsExample|tags)|videoWords\.scriptExample|home\.modes\.\w+\.(placeholder|examples)|modes\.app\.name|factNames\.(genre|seed)/;

interface Pair {
  path: string;
  english: unknown;
  german: unknown;
}

const pairs: Pair[] = [];

before(async () => {
  for await (const name of glob('**/*strings.ts', { cwd: SOURCE })) {
    const url = new URL(name, SOURCE).href;
    const english = await import(url);
    setLanguage('de', german);
    // Words are read when a module is loaded: another address loads it again.
    const translated = await import(`${url}?de`);
    setLanguage('en', null);
    const areas = Object.keys(english).filter((name) => typeof english[name] === 'object');
    for (const area of areas) collect({ path: area, english: english[area], german: translated[area] });
  }
});
after(() => setLanguage('en', null));

function collect({ path, english, german }: Pair): void {
  if (typeof english !== 'object' || english === null) return void pairs.push({ path, english, german });
  // German may have more: where English shows the server's own names, German gives them words.
  const missing = Object.keys(english).filter((key) => !Object.hasOwn(german as object, key));
  assert.deepEqual(missing, [], path);
  for (const [key, value] of Object.entries(english))
    collect({ path: `${path}.${key}`, english: value, german: (german as Record<string, unknown>)[key] });
}

test('every text is translated', () => {
  assert.ok(pairs.length > 900, `${pairs.length} texts`);
  const left = pairs
    .filter(({ path }) => !ENGLISH_BY_NATURE.test(path) && !path.endsWith('.value'))
    .map((pair) => ({ ...pair, english: say(pair.english), german: say(pair.german) }))
    .filter(({ english, german }) => english === german && !english.split(/[^\w.]+/).every(isSame));
  assert.deepEqual(
    left.map(({ path, english }) => `${path}: ${english}`),
    [],
  );
});

test('what a text is told is in both languages or in neither', () => {
  const functions = pairs.filter(({ english }) => typeof english === 'function');
  assert.ok(functions.length > 150, `${functions.length} functions`);
  for (const { path, english, german } of functions) assert.deepEqual(told(german), told(english), path);
});

/** Also what the text was told, and what has no letters. */
function isSame(word: string): boolean {
  return SAME_IN_GERMAN.has(word) || /^(x(aa|bb|cc|dd)|NaN|in|[\d.x]*D?)$/.test(word);
}

type Words = (...given: unknown[]) => unknown;
const TEXTS = ['xaa', 'xbb', 'xcc', 'xdd'];
const NUMBERS = [301, 302, 303, 304];

/** A text, or what a function makes of texts, or of numbers if it counts. */
function say(words: unknown): string {
  if (typeof words !== 'function') return String(words);
  try {
    return String((words as Words)(...TEXTS));
  } catch {
    return String((words as Words)(...NUMBERS));
  }
}

function told(words: unknown): string[] {
  return (say(words).match(/xaa|xbb|xcc|xdd|30[1-4]/gi) ?? []).map((given) => given.toLowerCase()).sort();
}
