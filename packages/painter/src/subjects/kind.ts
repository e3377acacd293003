// What the painter knows about a kind of thing: its names, its usual size and home, and how to build it from parts.
import type { Chance } from '@atelier/kit';
import type { Motion, Pattern } from '../render/world.ts';
import type { Part, Vec } from '../shapes/part.ts';

export type Stance = 'ground' | 'air' | 'water' | 'sea' | 'backdrop';

export type Group =
  | 'person'
  | 'animal'
  | 'plant'
  | 'vehicle'
  | 'building'
  | 'furniture'
  | 'food'
  | 'object'
  | 'shape'
  | 'nature'
  | 'fantasy';

/** Riding is astride an animal, cycling on a narrow saddle. */
export type Pose = 'sleeping' | 'sitting' | 'running' | 'riding' | 'cycling';

export type Garment = 'sunglasses' | 'hat' | 'headphones' | 'jacket' | 'scarf';

/** A person's appearance, or the parts of a thing, as the prompt describes them. */
export interface Traits {
  old?: boolean;
  /** Colours, as names or #hex. */
  hair?: string;
  beard?: string;
  wears?: readonly Garment[];
  /** The colours of clothes, if the prompt names them. */
  wornColours?: Readonly<Partial<Record<Garment, string>>>;
  mood?: 'happy' | 'sad';
  /** Text is set on it: a book shows its cover. */
  lettered?: boolean;
  /** The colour of a present's ribbon. */
  ribbon?: string;
  /** The bands of a flag, side by side if upright. */
  stripes?: { colours: readonly string[]; upright: boolean };
  /** The contents of a jug. */
  filled?: { word: string; colour: string };
  /** The colour of the porch of a house. */
  porch?: string;
  /** The colour of the knocker at a door. */
  knocker?: string;
  /** One hand holds something: in front of the body, or up by its string. */
  holds?: 'near' | 'high';
}

export interface Look {
  chance: Chance;
  pose?: Pose;
  traits?: Traits;
  /** The thing's colour, if the prompt names one. */
  asked: boolean;
  airborne: boolean;
}

export interface Kind {
  name: string;
  words: readonly string[];
  group: Group;
  /** Usual height in metres. */
  metres: number;
  home: string;
  stance: Stance;
  /** Possible colours if the prompt names none. */
  colours: readonly string[];
  second: string;
  pattern: Pattern;
  /** Turn towards the viewer, in degrees. */
  yaw: number;
  motion: Motion;
  /** The height (as a share of its own) at which things on it rest, and how far to the front. */
  seat: number;
  seatFront: number;
  /** Where the hips of a rider rest, and in which pose; the kind looks along its x axis. */
  saddle?: { at: Vec; pose: 'riding' | 'cycling' };
  /** Drawn in its own bowl or on its own plate. */
  served: boolean;
  /** Kinds drawn together with it: the egg of a ramen. */
  includes: readonly string[];
  build(look: Look): Part[];
}

type Habits = Partial<
  Pick<
    Kind,
    | 'stance'
    | 'colours'
    | 'second'
    | 'pattern'
    | 'yaw'
    | 'motion'
    | 'seat'
    | 'seatFront'
    | 'saddle'
    | 'served'
    | 'includes'
  >
>;

export interface KindFacts extends Pick<Kind, 'group' | 'metres' | 'home'>, Habits {
  /** Other names, separated by blanks; an underscore joins the words of a longer name. */
  words?: string;
}

export function kind(name: string, { words = '', ...facts }: KindFacts, build: (look: Look) => Part[]): Kind {
  return {
    name,
    words: [name, ...words.split(' ').filter(Boolean)].map((word) => word.replaceAll('_', ' ')),
    stance: 'ground',
    colours: ['gray'],
    second: 'white',
    pattern: 'plain',
    yaw: 0,
    motion: 'still',
    seat: 1,
    seatFront: 0,
    served: false,
    includes: [],
    ...facts,
    build,
  };
}

/** The short form in which the kinds of one group are listed. */
export function kindsOf(group: Group) {
  return (name: string, facts: Omit<KindFacts, 'group'>, build: (look: Look) => Part[]): Kind =>
    kind(name, { group, ...facts }, build);
}
