// How things move: which verbs mean which manner, and the parameters of each manner.

export type Manner =
  | 'run'
  | 'walk'
  | 'crawl'
  | 'jump'
  | 'dance'
  | 'climb'
  | 'drive'
  | 'roll'
  | 'slide'
  | 'fly'
  | 'soar'
  | 'swim'
  | 'dive'
  | 'sail'
  | 'float'
  | 'rise'
  | 'fall';

/** `go` leaves it to the thing: a car drives, a bird flies. */
export type Meaning = Manner | 'go' | 'ride';

const VERBS: Readonly<Record<Meaning, string>> = {
  run: 'run gallop sprint race chase charge dash rush jog trot flee hurry',
  walk: 'walk wander roam stroll march hike stride prowl parade',
  crawl: 'crawl creep slither',
  jump: 'jump leap hop bounce skip',
  dance: 'dance twirl waltz',
  climb: 'climb',
  drive: 'drive speed',
  roll: 'roll tumble',
  slide: 'slide skate ski surf sled',
  fly: 'fly flutter flap hover',
  soar: 'soar glide',
  swim: 'swim paddle',
  dive: 'dive plunge sink',
  sail: 'sail row',
  float: 'float drift',
  rise: 'rise ascend launch lift',
  fall: 'fall drop descend',
  go: 'go come leave travel cross pass move cruise return',
  ride: 'ride pedal cycle',
};

const MEANINGS = new Map(
  Object.entries(VERBS).flatMap(([meaning, verbs]) => verbs.split(' ').map((verb) => [verb, meaning as Meaning])),
);

export function meaningOf(verb: string): Meaning | undefined {
  return MEANINGS.get(verb);
}

/** "running" of "a running dog". */
export function meaningOfForm(word: string): Meaning | undefined {
  const stem = /^(\w{2,})ing$/.exec(word)?.[1];
  if (!stem) return undefined;
  return meaningOf(stem) ?? meaningOf(`${stem}e`) ?? meaningOf(stem.replace(/(\w)\1$/, '$1'));
}

/** Whether any of the words is a form of a verb of motion: "it flies away". */
export function tellsMotion(words: string): boolean {
  return (words.toLowerCase().match(/\p{L}+/gu) ?? []).some((word) => {
    const forms = [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
    return forms.some(meaningOf) || meaningOfForm(word) !== undefined;
  });
}

export interface Style {
  /** Frame widths per second, and the least share of the frame's width that any shot shows. */
  pace: number;
  least: number;
  /** Frame heights that it rises (negative) or sinks over a shot. */
  climb: number;
  /** How legs, wings or the whole body move with it. */
  limbs: 'stride' | 'leap' | 'flap' | 'wag' | 'spin' | 'none';
  /** Feet or wheels stay on the ground. */
  grounded: boolean;
}

const ALONG = { least: 0.34, climb: 0, grounded: false, limbs: 'none' } as const;

export const STYLES: Readonly<Record<Manner, Style>> = {
  run: { ...ALONG, pace: 0.4, limbs: 'stride', grounded: true },
  walk: { ...ALONG, pace: 0.14, limbs: 'stride', grounded: true },
  crawl: { ...ALONG, pace: 0.1, limbs: 'stride', grounded: true },
  jump: { ...ALONG, pace: 0.26, limbs: 'leap', grounded: true },
  dance: { ...ALONG, pace: 0, limbs: 'none', grounded: true },
  climb: { ...ALONG, pace: 0.09, climb: -0.34, limbs: 'stride' },
  drive: { ...ALONG, pace: 0.34, grounded: true },
  roll: { ...ALONG, pace: 0.22, limbs: 'spin', grounded: true },
  slide: { ...ALONG, pace: 0.24, grounded: true },
  fly: { ...ALONG, pace: 0.22, climb: -0.03, limbs: 'flap' },
  soar: { ...ALONG, pace: 0.15, climb: -0.05 },
  swim: { ...ALONG, pace: 0.15, limbs: 'wag' },
  dive: { ...ALONG, pace: 0.12, climb: 0.34, limbs: 'wag' },
  sail: { ...ALONG, pace: 0.12 },
  float: { ...ALONG, pace: 0.11, climb: -0.06 },
  rise: { ...ALONG, pace: 0, least: 0, climb: -0.5 },
  fall: { ...ALONG, pace: 0, least: 0, climb: 0.5, grounded: true },
};
