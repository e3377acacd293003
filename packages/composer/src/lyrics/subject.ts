// Finds what a song is about in the customer's own words.
import { isDecent } from './decency.ts';
import { phonesOf, plainWord } from './pronunciations.ts';

export interface Subject {
  /** As it is sung after "the" or "my": "summer rain". */
  phrase: string;
  /** Single words of it, best first. */
  words: string[];
}

// Words that speak of the music or the order itself, not of what is sung about.
const NOT_SUNG = new Set(
  `a an the and or but of to in on at by for from with as is are was be about into over under through without near like make write create
  give me us please song songs track music tune melody ballad anthem lullaby hymn jingle beat beats rap pop rock jazz blues folk country metal punk soul funk
  disco reggae electronic edm house techno trance ambient classical orchestral lofi lo fi hip hop r&b rnb indie acoustic electric synth synthwave dance k-pop
  latin gospel upbeat slow fast happy sad melancholic melancholy energetic calm chill relaxing dreamy dark bright romantic epic emotional nostalgic uplifting mellow warm soft
  loud gentle powerful catchy short long new old style mood genre vibe feeling feel tempo bpm key minor major female male voice vocals vocal singer duet guitar piano drums bass
  strings violin saxophone sax trumpet flute choir verse chorus bridge intro outro minute minutes second seconds that which who this these those it its my your our their his her i you we they
  he she very really some any one two with featuring sung modern vintage retro eighties nineties 80s 90s cinematic background summery driving groovy smooth heavy light full big small
  inspired tells tell telling story sounds sounding sound end ends after before when where while than then not no so too also just more most lot up down out off
  playful joyful cheerful angry tender quiet simple deep funky jazzy bluesy poppy rocky good great beautiful nice`.split(
    /\s+/,
  ),
);
const LONGEST_PHRASE_WORDS = 2;

export function findSubject(prompt: string): Subject | undefined {
  const text = prompt.toLowerCase().replace(/[‘’]/g, "'");
  const about = /\b(?:about|of|for|celebrating|called|titled|on|to)\b(.*)/s.exec(text)?.[1];
  return subjectIn(about ?? '') ?? subjectIn(text);
}

function subjectIn(text: string): Subject | undefined {
  const runs: string[][] = [[]];
  for (const token of text.split(/\s+/)) {
    const word = plainWord(token).replace(/'s$/, '');
    const isUseful = word.length > 2 && !NOT_SUNG.has(word) && phonesOf(word) !== undefined && isDecent(word);
    if (isUseful) runs.at(-1)?.push(word);
    if (!isUseful || /[,.;:!?]$/.test(token)) runs.push([]);
  }
  const found = runs.filter((run) => run.length > 0);
  const best = found.find((run) => run.length > 1) ?? found[0];
  if (!best) return undefined;
  const phrase = best.slice(-LONGEST_PHRASE_WORDS);
  return {
    phrase: phrase.join(' '),
    words: [phrase.at(-1) ?? '', ...found.flat()].filter((word, index, all) => all.indexOf(word) === index),
  };
}
