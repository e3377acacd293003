// The content of a prompt: things with attributes, actions, place, time, and style.

export type AttributeKind = 'colour' | 'age' | 'size' | 'material' | 'state' | 'look';

export interface Attribute {
  /** As written, in small letters: "white-bearded". */
  word: string;
  kind: AttributeKind;
}

export interface Thing {
  /** Attributes and noun without the article: "old fisherman". */
  phrase: string;
  /** The noun as written, in small letters. */
  head: string;
  /** The noun in the singular. */
  lemma: string;
  /** Words before the noun that say which kind: "coffee" of "coffee shop", "red" of "red fox". */
  kinds: string[];
  attributes: Attribute[];
  isPlural: boolean;
  /** Written with a capital in the middle of a sentence. */
  isName: boolean;
  /** 2 of "two", 12 of "a dozen", 3 of "several". */
  count?: number;
  article?: string;
  /** "grandmother" of "a grandmother's kitchen". */
  owner?: string;
  isNegated: boolean;
  /** Its relation to an earlier thing: a beard "with" a man, a city "in" which an evening is. */
  relation?: { word: string; to: number };
}

export interface Action {
  /** The plain verb: "run". */
  verb: string;
  /** As written: "running". */
  text: string;
  kind: 'pose' | 'motion' | 'act';
  /** Subject and object, as indices into `things`. */
  subject?: number;
  object?: number;
  path?: { word: string; to: number };
  /** From the verb to the end of its clause: "driving along the coast with friends". */
  phrase: string;
}

export interface Reading {
  /** Only English is read; a prompt of another language has no things. */
  language: 'en' | 'unknown';
  things: Thing[];
  actions: Action[];
  time?: string;
  season?: string;
  weather: string[];
  camera: { framing?: string; angle?: string };
  styles: string[];
  /** The requested graphic: "logo", "poster", "cover", "banner", "icon", "pattern", "card", "sticker", "blueprint". */
  purpose?: string;
  /** A name to be set or sung: what stands in quotes, or behind "called". */
  called?: string;
  /** Text that a thing shows or says, without quotes: "please adopt me" of "a paper saying please adopt me". */
  said?: string;
}
