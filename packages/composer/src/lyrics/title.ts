// Gives a song its title, and the line of the chorus that holds it.
import type { Chance } from '@atelier/kit';
import { putInSubject } from './put-in-subject.ts';
import type { Subject } from './subject.ts';

export interface Hook {
  title: string;
  /** The first line of the chorus; it contains the title. */
  line: string;
}

/** {t} is the title inside the line. */
const ABOUT_A_THING: readonly Hook[] = [
  { title: '{s}', line: 'I am singing of {t} tonight' },
  { title: '{s}', line: 'There is nothing like {t} for me' },
  { title: '{s}', line: 'I would follow {t} every day' },
  { title: 'a song for {s}', line: 'This is {t} tonight' },
  { title: '{s} in my heart', line: 'I am keeping {t}' },
  { title: '{s} and I', line: 'It is {t}' },
];
const ABOUT_AN_ACTIVITY: readonly Hook[] = [
  { title: '{a}', line: '{t} tonight' },
  { title: '{a}', line: '{t}, you and I' },
  { title: '{a}', line: '{t}, wild and free' },
  { title: '{a}', line: '{t} every day' },
];

export function chooseHook(
  { subject, activity }: { subject: Subject; activity: string | undefined },
  chance: Chance,
): Hook {
  // "Freedom and I" makes no sense; "the river and I" does.
  const isThing = /^(the|my) /.test(subject.inSentence);
  const hooks = activity ? ABOUT_AN_ACTIVITY : ABOUT_A_THING.filter(({ title }) => isThing || title !== '{s} and I');
  const { title, line } = hooks[Math.floor(chance() * hooks.length)] ?? { title: '{s}', line: '{t}' };
  const said = putInSubject(title.replace('{a}', activity ?? ''), subject);
  return { title: said, line: line.replace('{t}', said) };
}
