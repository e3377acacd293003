// The typed scene graph of a prompt, before anything is placed.
import type { PictureStyle } from '../picture.ts';
import type { FallKind, Finish, Motion, Pattern } from '../render/world.ts';
import type { Pose, Traits } from '../subjects/kind.ts';

export type Relation =
  | 'on'
  | 'above'
  | 'under'
  | 'left of'
  | 'right of'
  | 'beside'
  | 'in front of'
  | 'behind'
  | 'between'
  | 'in'
  | 'with'
  | 'around';

export interface SceneSubject {
  kind: string;
  /** The word in the prompt. */
  word: string;
  count: number;
  colours: string[];
  /** -1 darker … 1 lighter than the named colour. */
  shade: number;
  finish?: Finish;
  pattern?: Pattern;
  size: number;
  /** Where in the frame, when the prompt says so. */
  place?: 'left' | 'right' | 'centre' | 'top' | 'bottom';
  /** Position relative to another subject (its index). */
  relation?: { kind: Relation; to: number; also?: number };
  airborne: boolean;
  pose?: Pose;
  traits?: Traits;
}

export interface SceneDescription {
  prompt: string;
  subjects: SceneSubject[];
  place: string;
  /** True when the prompt names the place, false when it is the subjects' usual home. */
  placeGiven: boolean;
  time: string;
  timeGiven: boolean;
  weather: string;
  season: string;
  mood: string;
  sky: string[];
  falling: FallKind;
  framing: 'close' | 'medium' | 'wide';
  /** Head and shoulders of the first person. */
  portrait: boolean;
  /** Seen from above. */
  fromAbove: boolean;
  style?: PictureStyle;
  /** A colour asked for the background. */
  backdrop?: string;
  abstract: boolean;
  /** Words of meaning that are not depicted. */
  undrawn: string[];
  layers: SceneLayer[];
}

export interface SceneLayer {
  name: 'sky' | 'far' | 'ground' | 'subject' | 'near';
  subject?: number;
  /** Nearer is smaller; for parallax. */
  depth: number;
  motion: Motion;
}
