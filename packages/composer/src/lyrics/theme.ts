// The themes of a song, by the words of its brief and its mood.
import type { Chance } from '@atelier/kit';
import type { Theme } from './couplets.ts';
import type { Subject } from './subject.ts';

const WORDS_OF_THEMES: readonly (readonly [Theme, RegExp])[] = [
  ['animal', /\b(cats?|dogs?|kitten|puppy|horses?|birds?|turtles?|pets?|fox|bear|animals?)\b/],
  ['machine', /\b(robots?|android|machines?|digital|computers?|ai|code|coding|internet|cyber\w*)\b/],
  ['war', /\b(war|battle|soldiers?|warriors?|sword|army|ghost|ghosts)\b/],
  [
    'family',
    /\b(mothers?|fathers?|mom|dad|grandmother|grandma|grandpa|sister|brother|child|children|baby|family|daughter|son)\b/,
  ],
  ['road', /\b(road|roads|driv\w+|highways?|travel\w*|journey|trips?|car|truck|train|exploration|motorcycle)\b/],
  [
    'loss',
    /\b(lost|lose|losing|heartbreak|goodbye|missing|sorrow|alone|lonely|grief|breakup|leaving|melancholy|alienation)\b/,
  ],
  ['home', /\b(home|hometown|town|house|kitchen|village|father|mother|window)\b/],
  ['rain', /\b(rain|rainy|storm|thunder|autumn|clouds?)\b/],
  ['summer', /\b(summer|beach|coast|ocean|sea|sun|sunshine|sand|waves?|heat|afternoon|lighthouse)\b/],
  ['love', /\b(love|lover|girl|boy|romance|romantic|kiss|heart|wedding|meeting|valentine)\b/],
  ['party', /\b(party|danc\w+|celebration|joy|birthday|festival|club|wild)\b/],
  ['friends', /\b(friends?|friendship|loyalty|together|teamwork)\b/],
  ['memory', /\b(memor\w+|childhood|nostalg\w*|remember\w*|past|old|years|longing|time|almost)\b/],
  ['night', /\b(night|nights|city|neon|midnight|rooftop|lights?|streets?|urban|moon|dawn|evening)\b/],
  ['nature', /\b(mountains?|rivers?|trees?|forest|stars?|sky|moon|sunrise|sunset|dawn|nature|land|worlds?|flowers?)\b/],
  [
    'striving',
    /\b(dreams?|win\w*|rising|overcom\w+|challenges?|free|freedom|job|work\w*|hustle|pressure|values|climb\w*|quit\w*|standing|angst|chaos|frustration)\b/,
  ],
  ['hope', /\b(hope|faith|spirit|future|recovery|wonder|peace|life|justice|optimism|smile|identity|consciousness)\b/],
];

const THEMES_OF_MOODS: Record<string, Theme> = {
  happy: 'party',
  sad: 'loss',
  dark: 'night',
  calm: 'nature',
  energetic: 'striving',
  angry: 'striving',
  romantic: 'love',
  epic: 'war',
  dreamy: 'nature',
  nostalgic: 'memory',
  hopeful: 'hope',
  mysterious: 'night',
  playful: 'friends',
};

/** At least two, so that the verses of a long song differ. */
export function themesOf(text: string, mood: string): Theme[] {
  const words = text.toLowerCase();
  const named = WORDS_OF_THEMES.filter(([, pattern]) => pattern.test(words)).map(([theme]) => theme);
  const themes = [...new Set([...named, THEMES_OF_MOODS[mood] ?? 'hope'])];
  return themes.length > 1 ? themes : [...themes, 'memory'];
}

const SUBJECTS_OF_MOODS: readonly { mood: RegExp; subject: string }[] = [
  { mood: /sad|melanchol|lonely|blue/i, subject: 'memory' },
  { mood: /romantic|love|tender/i, subject: 'love' },
  { mood: /angry|aggressive|dark|tense/i, subject: 'thunder' },
  { mood: /calm|dream|relax|peace/i, subject: 'ocean' },
];
const EVERYDAY_SUBJECTS = ['summer', 'river', 'morning', 'highway', 'starlight', 'city', 'garden', 'horizon'];
const WITHOUT_ARTICLE = new Set(['love', 'summer', 'thunder', 'starlight']);

/** The subject of a song whose brief names nothing. */
export function subjectOfMood(mood: string, chance: Chance): Subject {
  const everyday = EVERYDAY_SUBJECTS[Math.floor(chance() * EVERYDAY_SUBJECTS.length)] ?? 'summer';
  const phrase = SUBJECTS_OF_MOODS.find((one) => one.mood.test(mood))?.subject ?? everyday;
  const inSentence = WITHOUT_ARTICLE.has(phrase) ? phrase : `the ${phrase}`;
  return { phrase, inSentence, words: [phrase] };
}
