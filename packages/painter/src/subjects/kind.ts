// What the painter knows about a kind of thing: its names, its usual size and home, and how to build it from parts.
import type { Chance } from '@atelier/kit';
import type { Motion, Pattern } from '../render/world.ts';
import type { Part } from '../shapes/part.ts';

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

export interface Look {
  chance: Chance;
  /** Named colour of the thing, when the prompt gives one. */
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
  /** Colours it may have when none is asked for. */
  colours: readonly string[];
  second: string;
  pattern: Pattern;
  /** Turn towards the viewer, in degrees. */
  yaw: number;
  motion: Motion;
  /** The height (as a share of its own) at which things on it rest, and how far to the front. */
  seat: number;
  seatFront: number;
  /** The beard that it is drawn with. */
  beard?: 'white' | 'dark';
  build(look: Look): Part[];
}

type Traits = Partial<
  Pick<Kind, 'stance' | 'colours' | 'second' | 'pattern' | 'yaw' | 'motion' | 'seat' | 'seatFront' | 'beard'>
>;

export interface KindFacts extends Pick<Kind, 'group' | 'metres' | 'home'>, Traits {
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
    ...facts,
    build,
  };
}

/** The short form in which the kinds of one group are listed. */
export function kindsOf(group: Group) {
  return (name: string, facts: Omit<KindFacts, 'group'>, build: (look: Look) => Part[]): Kind =>
    kind(name, { group, ...facts }, build);
}
