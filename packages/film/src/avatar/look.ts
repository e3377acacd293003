// The appearance of a drawn person: from the prompt, the rest from the voice and the seed.
import { mulberry32 } from '@atelier/kit';

export interface Look {
  gender: 'female' | 'male';
  skin: string;
  hair: string;
  hairStyle: 'long' | 'bob' | 'short' | 'bald';
  eyes: string;
  clothes: string;
  beard: boolean;
  glasses: boolean;
  backdrop: Backdrop;
}

export type Backdrop = 'studio' | 'office' | 'outdoors' | 'night';

const SKINS = { fair: '#f3cdb1', light: '#e8b690', tan: '#cf9668', brown: '#a06a43', dark: '#70462c' };
const HAIRS = {
  blonde: '#d9b46a',
  blond: '#d9b46a',
  red: '#a8482a',
  ginger: '#b8592f',
  brown: '#5a3a26',
  black: '#1f1a1c',
  grey: '#9a9aa0',
  gray: '#9a9aa0',
  white: '#dcdce0',
};
const EYES = { blue: '#4a78a8', green: '#5c8456', brown: '#5b3b22', hazel: '#7b6a3a' };
const CLOTHES = {
  red: '#b23b3b',
  blue: '#2f4f7f',
  green: '#3f6b52',
  black: '#26282e',
  white: '#dfe3e8',
  yellow: '#c9a13b',
  purple: '#5f4a86',
  grey: '#5b626e',
};

export function readLook(prompt: string, voiceGender: 'female' | 'male', seed: number): Look {
  const text = ` ${prompt.toLowerCase().replace(/[^a-z ]+/g, ' ')} `;
  const random = mulberry32(seed ^ 0x5eed);
  const has = (...words: string[]): boolean => words.some((word) => text.includes(` ${word} `));
  const pick = (values: Record<string, string>, fallback: readonly string[]): string =>
    values[fallback[Math.floor(random() * fallback.length)] ?? ''] ?? Object.values(values)[0] ?? '#888888';
  const near = (values: Record<string, string>, noun: string, fallback: readonly string[]): string => {
    const spare = pick(values, fallback);
    const said = Object.keys(values).find((colour) => new RegExp(` ${colour}( \\w+)? (${noun})`).test(text));
    return (said && values[said]) || spare;
  };
  const gender = has('man', 'male', 'boy', 'gentleman', 'he', 'his', 'father', 'grandfather')
    ? 'male'
    : has('woman', 'female', 'girl', 'lady', 'she', 'her', 'mother', 'grandmother')
      ? 'female'
      : voiceGender;
  const isOld = has('old', 'elderly', 'grandmother', 'grandfather', 'senior');
  const hair = near(HAIRS, 'hair|haired|beard|curls', isOld ? ['grey', 'white'] : ['brown', 'black', 'blonde', 'red']);
  return {
    gender,
    skin: near(SKINS, 'skin|skinned', ['fair', 'light', 'tan', 'brown', 'dark']),
    hair,
    hairStyle: readHairStyle(has, gender, random()),
    eyes: near(EYES, 'eyes|eyed', ['blue', 'green', 'brown', 'hazel']),
    clothes: near(CLOTHES, 'shirt|dress|suit|jacket|sweater|jumper|blouse|coat|hoodie', [
      'blue',
      'green',
      'red',
      'grey',
    ]),
    beard: has('beard', 'bearded'),
    glasses: has('glasses', 'spectacles'),
    backdrop: readBackdrop(has, random()),
  };
}

function readHairStyle(
  has: (...words: string[]) => boolean,
  gender: Look['gender'],
  chance: number,
): Look['hairStyle'] {
  if (has('bald')) return 'bald';
  if (has('bob')) return 'bob';
  if (has('long')) return 'long';
  if (has('short')) return 'short';
  if (gender === 'male') return 'short';
  return chance < 0.6 ? 'long' : 'bob';
}

function readBackdrop(has: (...words: string[]) => boolean, chance: number): Backdrop {
  if (has('night', 'stars', 'dark', 'evening')) return 'night';
  if (has('office', 'desk', 'newsroom', 'room', 'library', 'kitchen', 'school', 'indoors')) return 'office';
  if (has('outdoors', 'garden', 'park', 'forest', 'beach', 'mountain', 'mountains', 'sky', 'field')) return 'outdoors';
  return chance < 0.7 ? 'studio' : 'office';
}
