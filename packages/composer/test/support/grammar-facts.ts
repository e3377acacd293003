// Facts of English that the judge of lyrics relies on: closed classes of words, and nouns that taggers take for verbs.

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

export const DETERMINERS = list('the a an my your his her our their its this that these those every each no another');
export const SINGULAR_ONLY = list('a an this that every each another');
export const PLURAL_ONLY = list('these those');
export const REPEATABLE = list('oh yeah hey la na ooh');
/** A line may break anywhere but behind these. */
export const NEVER_LAST = list('the a an my your his our their its every each of and or but than as if because into');

const PRONOUNS = 'i you he she it we they me him us them who what which that someone everyone nothing something';
const PREPOSITIONS =
  'of to in on at by for from with along through across under over above below between beyond toward towards into onto upon without within around against about behind beside before after until till during since near despite like';
const CONJUNCTIONS = 'and or but so if when where while because although though than as whenever wherever';
const AUXILIARIES =
  'am is are was were be been being have has had do does did will would can could shall should may must';
const ADVERBS =
  'tonight today tomorrow always never again away here there now then still just even ever too together forever alone everywhere anyway';

/** Nothing of this stands between a determiner and its noun. */
export const NEVER_IN_PHRASE = list(`${PRONOUNS} ${PREPOSITIONS} ${CONJUNCTIONS} ${AUXILIARIES} ${ADVERBS} the a an`);

/** These describe a noun though they are adverbs elsewhere. */
export const DESCRIBING = list('only very same other hundred thousand few many more most little late early');
export const COUNTING = list('hundred thousand few dozen');

/** Nouns that are verbs elsewhere. */
export const KNOWN_NOUNS = list(
  `love heart dream dreams night nights light lights sky road roads rain way ways day days time times home hand hands name names world song songs sea door floor fire
  flame star stars sun moon wind winds wave waves sand shore hill hills street streets town city train trains drive ride turn turns step steps call calls cry
  touch kiss kisses smile smiles laugh laughter dance dances run race chance change promise promises prayer tear tears fall spring summer winter rise
  sound sounds voice voices beat beats drum drums line lines page pages story stories word words part parts place places face faces past future end
  start dark morning evening dawn dusk sunset sunrise midnight fight war peace pain scar scars wound truth lie lies reason season wonder hope fear work
  job boss clock hour hours minute mile miles mountain climb view sight cloud clouds storm thunder breeze tide coast beach ocean river stream field fields
  flower flowers tree trees leaf leaves root roots bird birds wing wings dog cat friend friends child children mother father girl boy crowd people
  meeting beginning feeling longing blessing evening morning ending crossing lightning being living wedding building nothing everything glow shine blue show rest own might thing things kind kinds place secret secrets while worst best two one`,
);
export const IRREGULAR_PLURALS = list('people children men women feet wolves leaves');
export const SINGULAR_IN_S = list(
  'loss pass class glass grass kiss bliss chaos news always bus lens compass princess darkness happiness consciousness business address mess dress boss success excess perhaps christmas its this his us is was goes does has as thus canvas paris loneliness kindness sadness wilderness',
);

export const MODALS = list("will would can could shall should may might must can't won't couldn't wouldn't");
const NOT_BASE = list('am is are was were been being has had does did goes');
export function isBaseForm(word: string): boolean {
  if (word === '') return true;
  if (NOT_BASE.has(word)) return false;
  if (/^(bring|sing|swing|ring|cling|fling|sting|string|spring)$/.test(word)) return true;
  return !/ing$/.test(word) && !/[^s]s$/.test(word.replace(/^(always|perhaps|us|his|this|its)$/, ''));
}
export const BETWEEN = list('not never always still ever only just really surely gladly i you he she it we they');

export const FINITE = list("am is are was were have has do does go goes don't doesn't isn't aren't");
export const FORMS_OF_BE = list("am is are was were isn't aren't");
export const PLURAL_VERBS = list("are were have do go don't aren't");
const PLAIN = list("are were have do go don't aren't");
const THIRD = list("is was has does goes doesn't isn't");
export const PRONOUN_VERBS: Record<string, ReadonlySet<string>> = {
  i: list("am was have do go don't"),
  you: PLAIN,
  we: PLAIN,
  they: PLAIN,
  he: THIRD,
  she: THIRD,
  it: THIRD,
};
export const BEFORE_OBJECTS = list(
  'let make made help hear see saw feel felt watch and to with of for like than but tell take give did does do can will may would should could was were are is am if has have had',
);

/** "That" and "her" stand alone too: "that I love", "I saw her run", "no more", "no one". */
export function isPronounHere(determiner: string, next: string | undefined): boolean {
  if (determiner === 'a') return next === 'while';
  if (determiner === 'every') return next === 'one';
  if (determiner === 'no') return ['more', 'one', 'longer', 'matter'].includes(next ?? '');
  if (['that', 'this', 'these', 'those', 'her', 'his', 'each', 'another'].includes(determiner))
    return (
      next === undefined ||
      NEVER_IN_PHRASE.has(next) ||
      /^(belongs?|feels?|goes|comes?|takes?|makes?|keeps?|waits?|leads?|shines?|never|used)$/.test(next)
    );
  return false;
}

/** Singular nouns that need no article: masses, abstractions, seasons, names. */
export const UNCOUNTED = list(
  `love home summer winter spring autumn life rain snow war peace freedom friendship joy celebration heartbreak recovery dawn dusk midnight sunset sunrise hustle
  pressure angst decay identity alienation chaos frustration optimism romance melancholy longing wonder introspection exploration consciousness excess
  expression self-expression loyalty sorrow heat beauty time hope faith music thunder starlight cardiff lahore britain morning afternoon evening spirit hustle`,
);
