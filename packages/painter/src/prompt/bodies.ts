// Gives people the pose that their relation asks for: astride what they ride, one hand at what they hold.
import { kindOf } from '../subjects/registry.ts';
import type { SceneDescription, SceneSubject } from './scene.ts';

const WORN = new Set(['hat', 'crown']);
const HELD_GROUPS = new Set(['object', 'food', 'plant', 'furniture']);
const LARGEST_HELD_METRES = 1.1;

export function settleBodies(scene: SceneDescription): void {
  for (const subject of scene.subjects) {
    const other = subject.relation ? scene.subjects[subject.relation.to] : undefined;
    if (!other || other === subject) continue;
    const saddle = kindOf(other.kind).saddle;
    if (subject.relation?.kind === 'on' && saddle && isPerson(subject) && subject.pose !== 'sleeping')
      subject.pose = saddle.pose;
    if (isHeldBy(subject, other) && !isWorn(subject) && !other.pose)
      other.traits = { ...other.traits, holds: isHigh(subject) ? 'high' : 'near' };
  }
}

/** Small things that a person has are held or worn. */
export function isHeldBy(subject: SceneSubject, holder: SceneSubject): boolean {
  const own = kindOf(subject.kind);
  return (
    subject.relation?.kind === 'with' &&
    (isPerson(holder) || holder.kind === 'robot') &&
    own.metres <= LARGEST_HELD_METRES &&
    HELD_GROUPS.has(own.group)
  );
}

/** Balloons by their string, umbrellas over the head. */
function isHigh({ kind }: SceneSubject): boolean {
  return kind === 'umbrella' || kindOf(kind).stance === 'air';
}

export function isWorn({ kind }: SceneSubject): boolean {
  return WORN.has(kind);
}

function isPerson({ kind }: SceneSubject): boolean {
  return kindOf(kind).group === 'person';
}
