// Tags every word with its part of speech: the wink model, corrected where prompts differ from the prose it learned from.
import { createRequire } from 'node:module';
import type languageModel from 'wink-eng-lite-web-model';
import type winkNLP from 'wink-nlp';
import type { ItsFunction, PartOfSpeech, WinkMethods } from 'wink-nlp';
import { isKnownAttribute } from './word-lists.ts';

export interface TaggedWord {
  text: string;
  lower: string;
  lemma: string;
  pos: PartOfSpeech;
  /** A comma, a full stop or a dash follows. */
  endsClause: boolean;
}

const require = createRequire(import.meta.url);
let loaded: WinkMethods | undefined;

/** Loaded with the first text, modules included: they take a third of a second and 60 MB, which who only imports the reader does not pay. */
function load(): WinkMethods {
  if (!loaded) {
    const wink: typeof winkNLP = require('wink-nlp');
    const model: typeof languageModel = require('wink-eng-lite-web-model');
    loaded = wink(model, ['pos']);
  }
  return loaded;
}

export function tagWords(text: string): TaggedWord[] {
  const { its, readDoc } = load();
  const tokens = readDoc(text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')).tokens();
  const texts = tokens.out();
  const tags = tokens.out(its.pos) as PartOfSpeech[];
  const lemmas = tokens.out(its.lemma as ItsFunction<string>) as string[];
  const spaces = tokens.out(its.precedingSpaces) as string[];
  const words: TaggedWord[] = [];
  for (const [index, token] of texts.entries()) {
    const last = words.at(-1);
    const isGlued = spaces[index] === '' && last !== undefined && !last.endsClause;
    if (isGlued && token === '-' && spaces[index + 1] === '') last.text += '-';
    else if (isGlued && last.text.endsWith('-')) glue(last, token, tags[index] ?? 'X');
    else if (/[\p{L}\p{N}]/u.test(token)) {
      const lower = token.toLowerCase();
      words.push({ text: token, lower, lemma: lemmas[index] ?? lower, pos: tags[index] ?? 'X', endsClause: false });
    } else if (last) last.endsClause = true;
  }
  for (const [index, word] of words.entries()) word.pos = correct(words, index, word);
  return words;
}

/** "pick-up" and "white-bearded" are one word, of the class of their last part. */
function glue(word: TaggedWord, part: string, pos: PartOfSpeech): void {
  word.text += part;
  word.lower = word.text.toLowerCase();
  word.lemma = word.lower;
  word.pos = pos === 'VERB' ? 'ADJ' : pos === 'ADP' ? 'NOUN' : pos;
}

const NOUNS_IN_ING = new Set(
  `morning evening building ceiling wedding painting king ring spring string wing thing feeling beginning ending lightning clothing earring
  longing blessing crossing nothing something everything anything railing sibling pudding dressing duckling sapling`.split(
    /\s+/,
  ),
);
/** Nouns that the model takes for adverbs or verbs where nothing follows: "leaving home". */
const NOUNS_AT_THE_END = new Set('home heartbreak hustle goodbye love fire rain snow music war dawn sunset'.split(' '));
const DETERMINERS = new Set(
  'my your his her its our their this that these those every each another some no'.split(' '),
);
const FORMS_OF_BE = new Set('is are was were be am been being'.split(' '));

function correct(words: readonly TaggedWord[], index: number, { lower, pos, endsClause }: TaggedWord): PartOfSpeech {
  const before = words[index - 1]?.endsClause ? undefined : words[index - 1];
  const next = endsClause ? undefined : words[index + 1];
  if (FORMS_OF_BE.has(lower)) return 'AUX';
  if (DETERMINERS.has(lower) && next && ['NOUN', 'PROPN', 'ADJ', 'NUM', 'VERB'].includes(next.pos)) return 'DET';
  if (/^\d+$/.test(lower)) return 'NUM';
  if (pos === 'ADV' && isKnownAttribute(lower)) return 'ADJ';
  if (NOUNS_IN_ING.has(lower) && before?.pos !== 'AUX') return 'NOUN';
  if (lower.length > 4 && lower.endsWith('ing') && pos !== 'VERB') return correctGerund({ before, next, pos });
  const closes = !next || next.pos === 'CCONJ' || next.pos === 'ADP';
  if (NOUNS_AT_THE_END.has(lower) && closes && before?.pos !== 'PRON') return 'NOUN';
  if (pos === 'NOUN' && before?.pos === 'PROPN' && /[^s]s$/.test(lower) && next?.pos === 'ADP') return 'VERB';
  return pos;
}

/** "a butterfly hatching from", "about leaving home": what a noun does, or what is spoken of; not "a first meeting". */
function correctGerund({
  before,
  next,
  pos,
}: {
  before: TaggedWord | undefined;
  next: TaggedWord | undefined;
  pos: PartOfSpeech;
}): PartOfSpeech {
  const leads = next !== undefined && ['DET', 'ADP', 'ADV', 'PRON', 'PART'].includes(next.pos);
  if (before && ['NOUN', 'PROPN'].includes(before.pos)) return leads || !next ? 'VERB' : pos;
  const opens = before === undefined || ['ADP', 'CCONJ', 'SCONJ', 'ADV', 'VERB'].includes(before.pos);
  return opens && next !== undefined ? 'VERB' : pos;
}
