// Gives people the pose of their relation: astride what they ride, one hand at what they hold.
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
    // Nobody sits on the roof of a closed car; a driver stands beside it.
    if (subject.relation?.kind === 'in' && isClosed(other)) subject.relation.kind = 'beside';
    // If a thing is above something small, it hangs in the air.
    if (subject.relation?.kind === 'under' && isLow(other)) other.airborne = true;
    if (isHeldBy(subject, other) && !isWorn(subject) && !other.pose)
      other.traits = { ...other.traits, holds: isHigh(subject) ? 'high' : 'near' };
  }
}

/** Small things that belong to a person are held or worn. */
export function isHeldBy(subject: SceneSubject, holder: SceneSubject): boolean {
  const own = kindOf(subject.kind);
  return (
    subject.relation?.kind === 'with' &&
    (isPerson(holder) || holder.kind === 'robot') &&
    own.metres <= LARGEST_HELD_METRES &&
    HELD_GROUPS.has(own.group)
  );
}

function isClosed({ kind }: SceneSubject): boolean {
  const { group, seat, stance } = kindOf(kind);
  return group === 'vehicle' && stance === 'ground' && seat === 1;
}

/** Too low for anything to be under it. */
function isLow({ kind }: SceneSubject): boolean {
  const { group, metres } = kindOf(kind);
  return metres < 0.35 && (group === 'object' || group === 'vehicle' || group === 'food');
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
