// The words of the built-in editor: adjustments with their degree, styles, and colours.
import type { Adjustment, Look } from './settings.ts';

type Amount = 'brightness' | 'contrast' | 'saturation' | 'warmth' | 'sharpness' | 'blur';

const AMOUNTS: readonly (readonly [RegExp, Amount, 1 | -1])[] = [
  [/bright|lighter|lighten|more light|exposure/, 'brightness', 1],
  [/dark|dim|less light/, 'brightness', -1],
  [/(more|higher|increase|raise|add|strong\w*|boost)( the)? contrast|punchier|crisper tones/, 'contrast', 1],
  [/(less|lower|reduce|decrease|soft\w*)( the)? contrast|flatter/, 'contrast', -1],
  [/vivid|vibrant|colou?rful|(more|increase|boost)( the)? (saturation|colou?rs?)|(?<!de|un)saturate/, 'saturation', 1],
  [/desaturate|muted|duller|(less|reduce)( the)? (saturation|colou?rs?)|pale/, 'saturation', -1],
  [/warm|golden|sunnier|more orange/, 'warmth', 1],
  [/cool|cold|bluer|icy/, 'warmth', -1],
  [/sharp|crisp/, 'sharpness', 1],
  [/\bblur|soften|out of focus/, 'blur', 1],
];

export function readAdjustment(prompt: string): Adjustment {
  const degree = degreeOf(prompt);
  const adjustment: Adjustment = {};
  for (const [sign, name, direction] of AMOUNTS) if (sign.test(prompt)) adjustment[name] = direction * degree;
  if (/black[- ]and[- ]white|black & white|\bb&w\b|gr[ae]y ?scale|monochrome/.test(prompt)) adjustment.grayscale = true;
  if (adjustment.grayscale) delete adjustment.saturation;
  if (/invert|negative/.test(prompt)) adjustment.invert = true;
  if (/upside down|rotate.*180/.test(prompt)) adjustment.rotate = 180;
  else if (/rotate.*(left|counter|anti|270)/.test(prompt)) adjustment.rotate = 270;
  else if (/rotate|turn.*(right|clockwise)/.test(prompt)) adjustment.rotate = 90;
  if (/flip.*vertical/.test(prompt)) adjustment.flip = 'vertical';
  else if (/flip|mirror/.test(prompt)) adjustment.flip = 'horizontal';
  const hue = /hue.*?(-?\d+)/.exec(prompt);
  if (hue) adjustment.hue = Number(hue[1]) % 360;
  return adjustment;
}

function degreeOf(prompt: string): number {
  if (/slight|a (little|bit|touch|tad)|subtl|somewhat/.test(prompt)) return 0.2;
  if (/\b(very|much|a lot|strong|extreme|heav|drama)/.test(prompt)) return 0.8;
  return 0.4;
}

const LOOK_SIGNS: readonly (readonly [RegExp, Look])[] = [
  [/sketch|pencil|drawing|line art/, 'sketch'],
  [/water ?colou?r/, 'watercolor'],
  [/cartoon|anime|comic|manga/, 'cartoon'],
  [/pixel|8-bit/, 'pixel'],
  [/poster|pop art/, 'poster'],
  [/vintage|sepia|retro|old photo/, 'vintage'],
  [/\boil\b|paint|artistic|impressionis/, 'oil'],
];

export function readLook(words: string): Look | undefined {
  return LOOK_SIGNS.find(([sign]) => sign.test(words.toLowerCase()))?.[1];
}

const COLOURS: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  grey: '#808080',
  gray: '#808080',
  red: '#d93025',
  orange: '#f28c28',
  yellow: '#f7d038',
  green: '#2e8b57',
  teal: '#008080',
  turquoise: '#40e0d0',
  blue: '#2b6cb0',
  navy: '#1a2a52',
  purple: '#6b3fa0',
  violet: '#8a2be2',
  pink: '#f4a6c0',
  brown: '#8b5a2b',
  beige: '#f5f0dc',
  cream: '#fffdd0',
  gold: '#d4af37',
  silver: '#c0c0c0',
};

export function readColour(words: string): string | undefined {
  const hex = /#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/i.exec(words);
  if (hex) return hex[0].toLowerCase();
  const named = Object.keys(COLOURS).find((name) => new RegExp(`\\b${name}\\b`, 'i').test(words));
  return named ? COLOURS[named] : undefined;
}
