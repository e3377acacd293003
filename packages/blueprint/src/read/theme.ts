// Reads the theme from the prompt: colour words, mood words, else the domain's colour, else one of the app's own.
import type { Theme } from '../blueprint.ts';

const HUES: Record<string, number> = {
  red: 25,
  crimson: 18,
  orange: 55,
  amber: 75,
  yellow: 90,
  gold: 85,
  lime: 125,
  green: 150,
  emerald: 160,
  teal: 185,
  turquoise: 190,
  cyan: 205,
  sky: 230,
  blue: 255,
  navy: 262,
  indigo: 275,
  purple: 300,
  violet: 292,
  lavender: 300,
  magenta: 330,
  pink: 350,
  rose: 5,
  brown: 55,
  black: 260,
  grey: 260,
  gray: 260,
};

const ROTATION = [255, 155, 292, 35, 190, 330, 75, 225, 5, 275];

export function readTheme(prompt: string, name: string, domainHue?: number): Theme {
  const text = prompt.toLowerCase();
  const colour = Object.keys(HUES).find((word) => new RegExp(`\\b${word}\\b`).test(text));
  const isMuted = /\b(minimal|minimalist|clean|black|gr[ae]y|monochrome|mono)\b/.test(text);
  const hue =
    (colour === undefined ? undefined : HUES[colour]) ?? domainHue ?? ROTATION[sumOf(name) % ROTATION.length] ?? 255;
  return {
    palette: colour ?? 'own',
    hue,
    chroma: isMuted ? (colour === undefined ? 0.06 : 0.09) : 0.16,
    font: fontFor(text),
    startsDark: startsDark(text),
  };
}

/** Every app has a theme switch; a request for one does not mean a dark start. */
function startsDark(text: string): boolean {
  if (/\b(light and dark|dark and light)\b|\b(dark|theme)[ -]?(mode |theme )?(toggle|switch|button|option)/.test(text))
    return false;
  if (/\b(toggle|switch)\b[^.]*\bdark\b|\bnot (too |so )?dark\b/.test(text)) return false;
  return /\b(dark( mode| theme|-mode)?|night|neon|cyberpunk)\b/.test(text);
}

export function hueOf(word: string): number | undefined {
  return HUES[word.toLowerCase()];
}

function fontFor(text: string): Theme['font'] {
  if (/\b(elegant|classic|editorial|luxur\w*|literary|magazine)\b/.test(text)) return 'serif';
  if (/\b(playful|fun|kids|children|friendly|cute)\b/.test(text)) return 'rounded';
  if (/\b(hacker|terminal|developer|retro|code)\b/.test(text)) return 'mono';
  return 'sans';
}

function sumOf(name: string): number {
  return [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
}
