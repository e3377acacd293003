// Reports the outcome of each requested item, from the built files.
import type { AppFile, EditRequest, Requested } from '../blueprint.ts';
import { recogniseKind } from '../read/kind-rules.ts';
import { readWishes } from '../read/wishes.ts';
import { singularOf } from '../read/words.ts';
import { beyondOf } from './beyond.ts';
import { type BuiltApp, readBuiltApp } from './built-app.ts';
import { KIND_VIEWS } from './kind-views.ts';
import { differently, done, type Finding, notDone, PARTS } from './parts.ts';
import { isKept } from './promises.ts';
import { splitPrompt } from './split-requests.ts';

const FILLER = new Set(
  'a an the my our your their its his her of for to and or in on with by at from as is are be app application site website page tool system web that which who where when it them they so me i we us you can could should will would want need please create build make made write generate track keep manage organise organize record log plan list small simple new personal online team people users user each every all some any also more very using use have has show see view display add include store collect monitor save thing things based tracker manager planner organiser organizer keeper crm tool platform service product business'.split(
    ' ',
  ),
);

export function reviewPrompt(prompt: string, files: readonly AppFile[]): Requested[] {
  const app = readBuiltApp(files);
  const { wanted, refused } = readWishes(prompt);
  const { subject, items } = splitPrompt(wanted);
  return [
    { item: subject, ...findSubject(app, subject, wanted) },
    ...items.map((item) => ({ item, ...findItem(app, item) })),
    ...refused.map((item) => ({ item: `no ${item}`, ...findRefused(app, item) })),
  ];
}

export function reviewEdit(
  requests: readonly EditRequest[],
  before: readonly AppFile[],
  after: readonly AppFile[],
): Requested[] {
  const [old, app] = [readBuiltApp(before), readBuiltApp(after)];
  return requests.map(({ words, promises, changes }) => {
    if (promises.length === 0) return { item: words, ...findUnchanged(old, words) };
    const kept = promises.filter((promised) => isKept(app, promised));
    if (kept.length === promises.length) return { item: words, ...done(changes.join(' ')) };
    return {
      item: words,
      ...(kept.length > 0 ? differently(changes.join(' ')) : notDone('The files did not change as planned.')),
    };
  });
}

/** No rule changed anything for it: it already existed, or it is not possible. */
function findUnchanged(app: BuiltApp, words: string): Finding {
  if (/\b(remove|delete|drop|hide|rename|change|no)\b/i.test(words))
    return notDone('The builder did not find what to change.');
  const found = findItem(app, words);
  return found.outcome === 'not_done' ? found : { ...found, note: `It was there already. ${found.note}` };
}

function findSubject(app: BuiltApp, subject: string, prompt: string): Finding {
  const beyond = beyondOf(subject);
  const built = describe(app);
  const wanted = recogniseKind(prompt);
  const view = wanted.score > 0 ? KIND_VIEWS[wanted.kind] : undefined;
  const hasKind = view !== undefined && app.pages.some((page) => page.view === view);
  const missing = missingWords(app, subject, app.copy);
  if (beyond)
    return missing.length === 0 || hasKind
      ? differently(`${beyond.reason} ${built}`)
      : notDone(`${beyond.reason} ${built}`);
  if (hasKind || missing.length === 0) return done(built);
  return differently(`${built} Not found in it: ${missing.join(', ')}.`);
}

function findRefused(app: BuiltApp, item: string): Finding {
  const { outcome, note } = findItem(app, item);
  return outcome === 'not_done' ? done('It was left out.') : notDone(`It is there all the same. ${note}`);
}

function findItem(app: BuiltApp, item: string): Finding {
  const text = item.toLowerCase();
  const beyond = beyondOf(text);
  if (beyond) return notDone(beyond.reason);
  const own = app.entities.flatMap(({ plural, fields }) => fields.map((field) => ({ plural, label: field.label })));
  const named = own.find(({ label }) => sameWords(label, text));
  if (named) return done(`${named.plural} have ${named.label.toLowerCase()}.`);
  const part = PARTS.find(({ asked }) => asked.test(text));
  if (part) return part.find(app, text);
  const { kind, score } = recogniseKind(text);
  const view = KIND_VIEWS[kind];
  const page = score > 0 && view ? app.pages.find((each) => each.view === view) : undefined;
  if (page) return done(`It is at ${page.path}.`);
  return findWords(app, text);
}

function findWords(app: BuiltApp, text: string): Finding {
  const missing = missingWords(app, text, '');
  const wanted = contentWords(text);
  if (wanted.length === 0 || missing.length === wanted.length) return notDone('The builder has no part for this.');
  const places = placesOf(app, wanted);
  if (missing.length === 0) return done(`Found in ${places}.`);
  return differently(`Found in ${places}; nothing was built for: ${missing.join(', ')}.`);
}

function missingWords(app: BuiltApp, text: string, copy: string): string[] {
  const known = new Set([
    ...app.entities.flatMap(({ singular, plural, fields }) =>
      [singular, plural, ...fields.map(({ label }) => label)].flatMap(contentWords),
    ),
    ...app.pages.flatMap(({ view }) => contentWords(view.replace(/([a-z])([A-Z])/g, '$1 $2'))),
    ...contentWords(copy),
    ...contentWords(app.name),
  ]);
  return contentWords(text).filter((word) => !known.has(word));
}

function placesOf(app: BuiltApp, words: readonly string[]): string {
  const hits = app.entities.flatMap(({ singular, plural, fields }) => {
    const has = (label: string) => contentWords(label).some((word) => words.includes(word));
    if (has(singular)) return [`the list of ${plural.toLowerCase()}`];
    return fields
      .filter(({ label }) => has(label))
      .map(({ label }) => `${plural.toLowerCase()} (${label.toLowerCase()})`);
  });
  return hits.slice(0, 3).join(', ') || 'its pages';
}

function describe(app: BuiltApp): string {
  const kept = app.entities.map(({ plural }) => plural.toLowerCase()).join(', ');
  return `Built ${app.name}${kept ? `, which keeps ${kept}` : ''}.`;
}

function sameWords(label: string, text: string): boolean {
  return contentWords(label).join(' ') === contentWords(text).join(' ') && contentWords(label).length > 0;
}

function contentWords(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z][a-z0-9-]{2,}/g) ?? [];
  return [...new Set(words.filter((word) => !FILLER.has(word)).map(singularOf))].filter((word) => !FILLER.has(word));
}
