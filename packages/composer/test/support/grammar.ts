// Judges lines of lyrics by rules of English grammar, with another tagger than the one that the writer's reader uses.
import nlp from 'compromise';
import { phonesOf, plainWord } from '../../src/lyrics/pronunciations.ts';
import * as facts from './grammar-facts.ts';

interface Word {
  text: string;
  tags: ReadonlySet<string>;
  /** A comma or a dash follows. */
  endsClause: boolean;
}

/** Songs share lines, and tagging is what takes the time. */
const judged = new Map<string, string[]>();

/** What is wrong with the line, in words; empty for a line that a person could have written. */
export function faultsOf(line: string): string[] {
  const known = judged.get(line) ?? judge(line);
  judged.set(line, known);
  return known;
}

/** The noun where it stands without the article that it needs: "I saw coast tonight". */
export function lacksArticle(line: string, noun: string): boolean {
  const words = line
    .toLowerCase()
    .split(/[^\p{L}'’-]+/u)
    .filter((word) => word !== '');
  if (facts.UNCOUNTED.has(noun) || /[^s]s$/.test(noun) || facts.IRREGULAR_PLURALS.has(noun)) return false;
  const isCalled = new RegExp(`^(oh,? )?([\\p{L}'-]+ ){0,3}${noun}(,|$)`, 'iu').test(line);
  return words.some((word, index) => {
    if (word !== noun || isCalled) return false;
    const before = words.slice(Math.max(0, index - 4), index);
    return !before.some((one) => facts.DETERMINERS.has(one) || /['’]s$/.test(one) || one === 'some');
  });
}

function judge(line: string): string[] {
  const words = readWords(line);
  return [
    ...words.flatMap((word, index) => faultsAt(words, index, word)),
    ...(facts.NEVER_LAST.has(words.at(-1)?.text ?? '') ? [`ends with "${words.at(-1)?.text}"`] : []),
  ];
}

function readWords(line: string): Word[] {
  const sentences = nlp(line.replace(/[’‘]/g, "'").toLowerCase()).json() as {
    terms: { text: string; post: string; tags: string[] }[];
  }[];
  return sentences
    .flatMap(({ terms }) => terms)
    .map(({ text, post, tags }) => ({
      text: plainWord(text),
      tags: new Set(tags),
      endsClause: /[,;.:!?–—]/.test(post),
    }))
    .filter(({ text }) => text !== '');
}

function faultsAt(words: readonly Word[], index: number, word: Word): string[] {
  const next = word.endsClause ? undefined : words[index + 1];
  const faults: string[] = [];
  if (phonesOf(word.text) === undefined) faults.push(`"${word.text}" is no word`);
  if (words[index + 1]?.text === word.text && !facts.REPEATABLE.has(word.text))
    faults.push(`"${word.text}" is doubled`);
  if (facts.DETERMINERS.has(word.text) && !facts.isPronounHere(word.text, next?.text))
    faults.push(...faultsOfPhrase(words, index));
  if ((word.text === 'a' || word.text === 'an') && next && (word.text === 'an') !== startsWithVowel(next.text))
    faults.push(`"${word.text} ${next.text}"`);
  if (next && facts.MODALS.has(word.text) && !facts.isBaseForm(skipAdverbs(words, index + 1)))
    faults.push(`"${word.text} ${next.text}" is no verb form`);
  if (next && !agrees(words, index, next)) faults.push(`"${word.text} ${next.text}" does not agree`);
  return faults;
}

/** After a determiner come describing words and then a noun that fits it in number. */
function faultsOfPhrase(words: readonly Word[], from: number): string[] {
  const determiner = words[from]?.text ?? '';
  const phrase: Word[] = [];
  for (let index = from + 1; index < words.length; index += 1) {
    const word = words[index];
    if (!word) break;
    // "a wide and open sky"
    const next = words[index + 1];
    if (word.text === 'and' && phrase.length > 0 && !phrase.some(isNoun) && next && canStandInPhrase(next)) continue;
    if (!canStandInPhrase(word)) break;
    phrase.push(word);
    if (word.endsClause) break;
  }
  const said = [determiner, ...phrase.map(({ text }) => text)].join(' ');
  const head = phrase.at(-1);
  if (!head) return [`"${determiner} ${words[from + 1]?.text ?? ''}" has no noun`];
  if (!phrase.some(isNoun)) return [`"${said}" has no noun`];
  const noun = phrase.findLast(isNoun) ?? head;
  const isCounted = phrase.some(({ text }) => facts.COUNTING.has(text));
  if (facts.SINGULAR_ONLY.has(determiner) && isPlural(noun) && !isCounted) return [`"${said}" does not agree`];
  if (facts.PLURAL_ONLY.has(determiner) && !isPlural(noun)) return [`"${said}" does not agree`];
  return [];
}

function canStandInPhrase({ text, tags }: Word): boolean {
  if (facts.NEVER_IN_PHRASE.has(text)) return false;
  if (facts.KNOWN_NOUNS.has(text) || facts.DESCRIBING.has(text)) return true;
  return ['Noun', 'Adjective', 'Value', 'Gerund', 'PastTense', 'Participle', 'Possessive'].some((tag) => tags.has(tag));
}

function isNoun({ text, tags }: Word): boolean {
  if (facts.KNOWN_NOUNS.has(text)) return true;
  return tags.has('Noun') && !tags.has('Pronoun') && !tags.has('Gerund') && !facts.NEVER_IN_PHRASE.has(text);
}

/** By its form: the tagger believes the verb. */
function isPlural({ text }: Word): boolean {
  if (facts.SINGULAR_IN_S.has(text)) return false;
  return facts.IRREGULAR_PLURALS.has(text) || /[^s'iu]s$/.test(text);
}

function agrees(words: readonly Word[], index: number, verb: Word): boolean {
  const subject = words[index];
  const wanted = facts.PRONOUN_VERBS[subject?.text ?? ''];
  if (!subject) return true;
  if (wanted) return !facts.FINITE.has(verb.text) || wanted.has(verb.text) || isObject(words, index);
  // Before a form of "to be" a word like "trips" is a noun, whatever the tagger says.
  const isSubject = isNoun(subject) || (subject.tags.has('PresentTense') && facts.FORMS_OF_BE.has(verb.text));
  if (!isSubject || !facts.FINITE.has(verb.text)) return true;
  // "you and I are", "the end of the days is", "the one my friends are": the noun before the verb is not its subject.
  const before = words.slice(Math.max(0, index - 4), index).map(({ text }) => text);
  if (before.some((text) => ['and', 'of', 'or', 'with', 'in', 'on', 'from', 'by', 'where', 'when'].includes(text))) {
    if (!before.some((text) => ['where', 'when'].includes(text))) return true;
  }
  return isPlural(subject) === facts.PLURAL_VERBS.has(verb.text);
}

/** "Let me be", "with you is": a pronoun after a verb or a preposition is no subject. */
function isObject(words: readonly Word[], index: number): boolean {
  const before = words[index - 1];
  if (!before || before.endsClause) return false;
  return facts.BEFORE_OBJECTS.has(before.text) || before.tags.has('Preposition') || before.tags.has('Verb');
}

function skipAdverbs(words: readonly Word[], from: number): string {
  let index = from;
  while (facts.BETWEEN.has(words[index]?.text ?? '')) index += 1;
  return words[index]?.text ?? '';
}

function startsWithVowel(word: string): boolean {
  return /\d$/.test(phonesOf(word)?.[0] ?? '') || (phonesOf(word) === undefined && /^[aeiou]/.test(word));
}
