// Who moves in a scene, and in which manner: what the reader found, and what the painter knows of the thing.
import { kindOf, type SceneDescription } from '@atelier/painter';
import type { Reading, Thing } from '@atelier/reader';
import { type Manner, type Meaning, meaningOf, meaningOfForm } from '../motion/manner.ts';

export interface Act {
  /** The painter's word for the thing. */
  word: string;
  manner: Manner;
  /** It is painted looking at us, and turns to go. */
  looksAtUs: boolean;
}

type Subject = SceneDescription['subjects'][number];
type Told = Meaning | 'rest';

export function actsOf(scene: SceneDescription, reading: Reading | undefined): Act[] {
  const told = reading ? tellSubjects(scene, reading) : new Map<Subject, Told>();
  return scene.subjects.flatMap((subject) => {
    const manner = mannerOf(subject, told.get(subject));
    if (!manner) return [];
    return [{ word: subject.word, manner, looksAtUs: kindOf(subject.kind).group === 'person' }];
  });
}

function tellSubjects(scene: SceneDescription, { things, actions }: Reading): Map<Subject, Told> {
  const told = new Map<Subject, Told>();
  const tell = (subject: Subject | undefined, meaning: Told | undefined) => {
    if (subject && meaning && !told.has(subject)) told.set(subject, meaning);
  };
  for (const { verb, kind, subject, object } of actions) {
    const meaning = meaningOf(verb) ?? (kind === 'pose' ? 'rest' : undefined);
    const mount = object === undefined ? undefined : subjectFor(scene, things[object]);
    // Who rides or drives something sits on it, and that moves.
    if (mount && (meaning === 'ride' || meaning === 'drive')) tell(mount, meaning);
    else tell(subject === undefined ? scene.subjects[0] : subjectFor(scene, things[subject]), meaning);
  }
  for (const thing of things)
    for (const { word } of thing.attributes) tell(subjectFor(scene, thing), meaningOfForm(word));
  return told;
}

function subjectFor({ subjects }: SceneDescription, thing: Thing | undefined): Subject | undefined {
  if (!thing) return undefined;
  return subjects.find(({ word }) => {
    const last = word.split(' ').at(-1);
    return last === thing.head || last === thing.lemma || word === thing.lemma;
  });
}

const ON_FOOT: ReadonlySet<Told> = new Set(['run', 'walk', 'crawl', 'go', 'ride', 'drive']);
/** What a leaf or a cloud can do. */
const LOOSE: ReadonlySet<Told> = new Set(['fall', 'float', 'roll', 'fly']);

function mannerOf(subject: Subject, told: Told | undefined): Manner | undefined {
  const { group, stance, motion } = kindOf(subject.kind);
  if (told === 'rest' || group === 'building' || group === 'furniture') return undefined;
  // Animals that nobody tells to do anything walk about.
  if (!told) return motion === 'walk' && !subject.airborne && !subject.relation && !subject.pose ? 'walk' : undefined;
  if ((group === 'plant' || group === 'nature') && !LOOSE.has(told)) return undefined;
  if (told === 'float' && stance === 'water') return 'sail';
  if (!ON_FOOT.has(told)) return told === 'go' || told === 'ride' ? undefined : told;
  if (stance === 'water') return group === 'animal' ? 'swim' : 'sail';
  if (stance === 'sea') return 'swim';
  if (subject.airborne || stance === 'air') return 'fly';
  if (group === 'vehicle') return 'drive';
  if (told === 'ride') return 'run';
  return told === 'go' || told === 'drive' ? 'walk' : told;
}
