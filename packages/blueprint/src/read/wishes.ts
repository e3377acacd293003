// What a prompt requests and what it excludes: "a todo app with no login" requests a todo app without login.
import { readPrompt } from '@atelier/reader';

export interface Wishes {
  /** The prompt without its exclusions. */
  wanted: string;
  /** The excluded features in lower case: "login", "dark mode". */
  refused: string[];
}

const JOINTS = '[,;]?\\s*(?:\\b(?:and|but|with|has|have|having|needs?|wants?)\\s+)*';
const DENIALS = '(?:no|without|not|never|minus|excluding)';
const DETERMINERS = '(?:(?:any|an?|the|need for|kind of)\\s+)*';
/** "sign" of "no sign up needed" is the noun that the reader finds. */
const REST = '(?:[ -](?:up|in|out|ups|ins)\\b)?(?:\\s+(?:needed|required|necessary|please)\\b)?';

export function readWishes(prompt: string): Wishes {
  // Single spaces only: the search below is slow if spaces repeat.
  let wanted = prompt.replace(/[^\S\n]+/g, ' ').replace(/\s{3,}/g, '\n\n');
  const refused: string[] = [];
  let isOpen = false;
  for (const { phrase, isNegated } of readPrompt(prompt).things) {
    const place: RegExpExecArray | null = isNegated || isOpen ? findDenial(wanted, phrase, isNegated) : null;
    isOpen = place !== null;
    if (!place?.groups?.thing) continue;
    refused.push(place.groups.thing.toLowerCase().replace(/\s+(needed|required|necessary|please)$/, ''));
    wanted = wanted.slice(0, place.index) + wanted.slice(place.index + place[0].length);
  }
  const isEmpty = !/\p{L}{2}/u.test(wanted);
  // A prompt that only excludes is used unchanged.
  return refused.length === 0 || isEmpty ? { wanted: prompt, refused: [] } : { wanted: tidy(wanted), refused };
}

/** "without login or dark mode" excludes both: the login is already removed, and the "or" remains. */
function findDenial(text: string, phrase: string, isNegated: boolean): RegExpExecArray | null {
  const words = phrase.split(' ').map((word) => word.replace(/[^\p{L}\p{N}]/gu, '\\$&'));
  const thing = `${DETERMINERS}(?<thing>${words.join('\\s+')}${REST})`;
  return new RegExp(isNegated ? `${JOINTS}\\b${DENIALS}\\s+${thing}` : `\\s*\\b(?:or|nor)\\s+${thing}`, 'i').exec(text);
}

function tidy(text: string): string {
  return text
    .replace(/ +([,.;])/g, '$1')
    .replace(/[\s,;]+$/, '')
    .trim();
}
