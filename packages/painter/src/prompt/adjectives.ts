// Adjectives: colours, sizes, materials and patterns that apply to the next noun.
import { COLOURS } from '../render/colour.ts';
import type { Finish, Pattern } from '../render/world.ts';

export const SIZES: Readonly<Record<string, number>> = {
  tiny: 0.5,
  little: 0.72,
  small: 0.72,
  miniature: 0.55,
  mini: 0.6,
  short: 0.8,
  big: 1.35,
  large: 1.35,
  huge: 1.65,
  giant: 1.8,
  gigantic: 1.8,
  enormous: 1.75,
  massive: 1.7,
  tall: 1.35,
  towering: 1.6,
  great: 1.25,
  colossal: 1.8,
  grand: 1.3,
};

export const STUFFS: Readonly<Record<string, { finish: Finish; colour?: string }>> = {
  wooden: { finish: 'wood', colour: '#8a5a30' },
  wood: { finish: 'wood', colour: '#8a5a30' },
  metal: { finish: 'metal', colour: 'silver' },
  metallic: { finish: 'metal' },
  steel: { finish: 'metal', colour: 'silver' },
  iron: { finish: 'metal', colour: 'charcoal' },
  chrome: { finish: 'metal', colour: 'silver' },
  golden: { finish: 'metal', colour: 'gold' },
  gold: { finish: 'metal', colour: 'gold' },
  silver: { finish: 'metal', colour: 'silver' },
  bronze: { finish: 'metal', colour: 'bronze' },
  copper: { finish: 'metal', colour: 'copper' },
  glass: { finish: 'glass', colour: '#9cc8d8' },
  crystal: { finish: 'glass', colour: '#b8e0ec' },
  transparent: { finish: 'glass' },
  ice: { finish: 'ice', colour: '#cfe8f4' },
  icy: { finish: 'ice', colour: '#cfe8f4' },
  frozen: { finish: 'ice', colour: '#cfe8f4' },
  stone: { finish: 'stone', colour: '#8a8680' },
  marble: { finish: 'stone', colour: 'ivory' },
  brick: { finish: 'brick', colour: '#a0523c' },
  shiny: { finish: 'gloss' },
  glossy: { finish: 'gloss' },
  plastic: { finish: 'gloss' },
  ceramic: { finish: 'gloss' },
  porcelain: { finish: 'gloss', colour: 'white' },
  furry: { finish: 'fur' },
  fluffy: { finish: 'fur' },
  woolen: { finish: 'fur' },
  velvet: { finish: 'cloth' },
  leather: { finish: 'matte', colour: 'brown' },
  glowing: { finish: 'glow' },
  neon: { finish: 'glow' },
  luminous: { finish: 'glow' },
  matte: { finish: 'matte' },
  straw: { finish: 'straw', colour: 'golden' },
  snowy: { finish: 'snow', colour: 'white' },
};

export const PATTERNS: Readonly<Record<string, Pattern>> = {
  striped: 'stripes',
  stripy: 'stripes',
  stripes: 'stripes',
  spotted: 'spots',
  dotted: 'spots',
  polka: 'spots',
  speckled: 'spots',
  checkered: 'checks',
  checked: 'checks',
  plaid: 'checks',
  patchy: 'patches',
  piebald: 'patches',
  rainbow: 'stripes',
};

export function isColour(word: string): boolean {
  return Object.hasOwn(COLOURS, word);
}

/** "dark-blue", "light", "pale": shades that change the colour that follows. */
export const SHADES: Readonly<Record<string, number>> = {
  dark: -0.45,
  deep: -0.3,
  light: 0.4,
  pale: 0.5,
  bright: 0.08,
  pastel: 0.5,
  vivid: 0.05,
};
