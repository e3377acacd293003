// The words of pages that the server writes: every text is translated, and a page has the language that its reader asks for.
import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import test from 'node:test';
import { pageLanguage } from '../../src/core/page-language.ts';

const SOURCE = new URL('../../src/', import.meta.url);
/** Words that are the same in both languages. */
const SAME_IN_GERMAN = new Set(['Bank', 'Credits', 'Dashboard', 'Video']);

interface Pair {
  path: string;
  english: unknown;
  german: unknown;
}

async function readPairs(): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for await (const name of glob(['http/*-words.ts', 'modules/*/*-words.ts'], { cwd: SOURCE })) {
    const areas = Object.entries(await import(new URL(name, SOURCE).href)).filter(([area]) => area.endsWith('_WORDS'));
    assert.equal(areas.length, 1, name);
    for (const [area, words] of areas) {
      const { en, de } = words as { en: unknown; de: unknown };
      collect({ path: area, english: en, german: de }, pairs);
    }
  }
  return pairs;
}

function collect({ path, english, german }: Pair, pairs: Pair[]): void {
  if (typeof english !== 'object' || english === null) return void pairs.push({ path, english, german });
  for (const [key, value] of Object.entries(english))
    collect({ path: `${path}.${key}`, english: value, german: (german as Record<string, unknown>)[key] }, pairs);
}

/** What a text says when it is told `told`. */
function say(words: unknown): string {
  if (typeof words !== 'function') return String(words);
  const [one, two, three] = ['xaa', 'xbb', 'xcc'];
  const first = Object.assign(new String(one), { plan: 'xdd', others: 'xee' });
  return String(words(first, two, three));
}

const told = (words: unknown) => (say(words).match(/x(aa|bb|cc|dd|ee)/g) ?? []).sort();

test('every text is translated, and says as much as the English one', async () => {
  const pairs = await readPairs();
  assert.ok(pairs.length > 90, `${pairs.length} texts`);
  const left = pairs.filter(({ english, german }) => {
    const words = say(english);
    return german === undefined || (words === say(german) && !words.split(/\W+/).every((word) => isSame(word)));
  });
  assert.deepEqual(
    left.filter(({ path }) => path !== 'ERROR_WORDS.otherExplanation').map(({ path }) => path),
    [],
  );
  for (const { path, english, german } of pairs) assert.deepEqual(told(german), told(english), path);
});

function isSame(word: string): boolean {
  return SAME_IN_GERMAN.has(word) || /^(x..)?$/.test(word);
}

test('a page has the language chosen in the dashboard, else the first that the browser asks for and we have', () => {
  const language = (accepted?: string, cookie?: string) => pageLanguage({ 'accept-language': accepted, cookie });
  for (const [accepted, wanted] of [
    [undefined, 'en'],
    ['', 'en'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['en-GB,de;q=0.9', 'en'],
    ['fr,de;q=0.5,en;q=0.7', 'en'],
    ['fr-CH, fr;q=0.9, de;q=0.2', 'de'],
    ['de;q=0', 'en'],
    ['DE', 'de'],
    ['*', 'en'],
    [';;;q=de,,', 'en'],
  ] as const)
    assert.equal(language(accepted), wanted, accepted);
  assert.equal(language('en', 'a=b; atelier_language=de'), 'de');
  assert.equal(language('de', 'atelier_language=en; c=d'), 'en');
  assert.equal(language('de', 'atelier_language=xx'), 'de');
  assert.equal(language('en', 'not_atelier_language=de'), 'en');
});
