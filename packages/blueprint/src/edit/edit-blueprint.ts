// Edits a blueprint by a prompt. Only what the prompt names changes; examples keep their other values.
import type { Blueprint, BlueprintEdit, EditRequest, Entity, Field, Promised } from '../blueprint.ts';
import { isFeature, makeEntity } from '../read/entities.ts';
import { fieldFrom } from '../read/fields.ts';
import { page, recordPages } from '../read/kit.ts';
import { seedEntities } from '../read/seed.ts';
import { addSpecialPage, giveField } from '../read/special-pages.ts';
import { hueOf } from '../read/theme.ts';
import { identifierOf, listWords, pluralOf, sentenceCase, singularOf } from '../read/words.ts';
import { beyondOf } from '../review/beyond.ts';
import { splitInstruction } from '../review/split-requests.ts';

interface Change {
  sentence: string;
  promised: Promised;
}
type Rule = (blueprint: Blueprint, words: string) => Change[];

export function editBlueprint(blueprint: Blueprint, instruction: string): BlueprintEdit {
  const edited = structuredClone(blueprint);
  const isThing = (words: string) => findEntity(edited, words) !== undefined;
  const requests = splitInstruction(instruction, isThing).map((words) => applyRequest(edited, words));
  const changes = requests.flatMap((request) => request.changes);
  return { blueprint: changes.length > 0 ? edited : blueprint, changes, requests };
}

function applyRequest(blueprint: Blueprint, words: string): EditRequest {
  const changes = beyondOf(words) ? [] : changeBy(blueprint, words);
  return {
    words,
    changes: changes.map(({ sentence }) => sentence),
    promises: changes.map(({ promised }) => promised),
  };
}

function changeBy(blueprint: Blueprint, words: string): Change[] {
  for (const rule of RULES) {
    const changes = rule(blueprint, words);
    if (changes.length > 0) return changes;
  }
  return [];
}

const RULES: Rule[] = [
  renameApp,
  changeLook,
  addAccounts,
  addView,
  addOverview,
  renameField,
  removeThing,
  addFields,
  addEntity,
];

function renameApp(blueprint: Blueprint, words: string): Change[] {
  const found =
    /^(?:please )?(?:rename (?:the |this )?(?:app|site|project|it) (?:to|as)|call (?:the |this )?(?:app|site|project|it)) ["“]?(.+?)["”]?$/i.exec(
      words,
    );
  if (!found?.[1]) return [];
  // The slug stays the same, because visitors' records are stored under it.
  blueprint.name = found[1].slice(0, 60);
  return [{ sentence: `The app is now called ${blueprint.name}.`, promised: { kind: 'name', name: blueprint.name } }];
}

function changeLook(blueprint: Blueprint, words: string): Change[] {
  // Every app has a theme switch: a request for one does not change the initial theme.
  if (/\b(toggle|switch(er)?|button|option)\b/i.test(words) && !/\bswitch (it |the app )?to\b/i.test(words)) return [];
  if (/\b(dark|night)\b/i.test(words) && /\b(default|start|make|use|switch|theme|mode|go)\b/i.test(words))
    return startDark(blueprint, !/\b(remove|no)\b/i.test(words));
  if (/\blight\b/i.test(words) && /\b(mode|theme|default)\b/i.test(words)) return startDark(blueprint, false);
  if (!/\b(colou?r|theme|look|accent|make it|palette|style)\b/i.test(words)) return [];
  const colour = words.split(/[^a-z]+/i).find((word) => hueOf(word) !== undefined);
  const hue = colour ? hueOf(colour) : undefined;
  if (!colour || hue === undefined || blueprint.theme.hue === hue) return [];
  blueprint.theme = { ...blueprint.theme, hue, palette: colour.toLowerCase() };
  return [{ sentence: `The colour is now ${colour.toLowerCase()}.`, promised: { kind: 'colour', hue } }];
}

function startDark(blueprint: Blueprint, startsDark: boolean): Change[] {
  if (blueprint.theme.startsDark === startsDark) return [];
  blueprint.theme.startsDark = startsDark;
  return [
    {
      sentence: startsDark ? 'The app starts dark.' : 'The app starts light.',
      promised: { kind: 'theme', startsDark },
    },
  ];
}

function addAccounts(blueprint: Blueprint, words: string): Change[] {
  if (blueprint.hasAccounts || !/\b(log ?in|sign ?(up|in)|auth\w*|user accounts?)\b/i.test(words)) return [];
  blueprint.hasAccounts = true;
  blueprint.pages.push(page({ path: '/account', title: 'Account', icon: 'user' }, 'Account'));
  return [
    {
      sentence: 'There is an account page to sign up and sign in.',
      promised: { kind: 'page', view: 'Account', path: '/account' },
    },
  ];
}

function addView(blueprint: Blueprint, words: string): Change[] {
  const wanted = /\b(board|kanban)\b/i.test(words) ? 'Board' : /\bcalendar\b/i.test(words) ? 'Calendar' : null;
  if (!wanted || !/\b(add|show|view|page|want|need|include)\b/i.test(words)) return [];
  const added = addSpecialPage(blueprint, wanted, findEntity(blueprint, words));
  if (!added) return [];
  return [
    {
      sentence: `There is a ${wanted.toLowerCase()} at ${added.path}.`,
      promised: { kind: 'page', view: wanted, path: added.path },
    },
  ];
}

function addOverview(blueprint: Blueprint, words: string): Change[] {
  if (!/\b(charts?|graphs?|statistics|stats|analytics|dashboard|overview)\b/i.test(words)) return [];
  if (!/\b(add|show|want|need|include)\b/i.test(words) || blueprint.entities.length === 0) return [];
  if (blueprint.pages.some(({ view, path }) => view === 'Dashboard' || path === '/overview')) return [];
  blueprint.pages.splice(1, 0, page({ path: '/overview', title: 'Overview', icon: 'chart' }, 'Dashboard'));
  return [
    {
      sentence: 'There is an overview with counts and charts at /overview.',
      promised: { kind: 'page', view: 'Dashboard', path: '/overview' },
    },
  ];
}

function renameField(blueprint: Blueprint, words: string): Change[] {
  const found =
    /^(?:please )?(?:rename|change) (?:the )?(.+?)(?: field)?(?: (?:of|in|on) (?:the )?(.+?))? (?:to|into|as) (.+)$/i.exec(
      words,
    );
  if (!found?.[1] || !found[3]) return [];
  const entity = found[2]
    ? findEntity(blueprint, found[2])
    : blueprint.entities.find((each) => findField(each, found[1] ?? ''));
  const field = entity && findField(entity, found[1]);
  if (!entity || !field) return [];
  // The key under which values are stored stays the same, so no stored value is lost.
  const before = field.label;
  field.label = sentenceCase(found[3].trim());
  return [
    {
      sentence: `${entity.plural}: ${before} is now called ${field.label}.`,
      promised: { kind: 'field', entity: entity.name, field: field.name, label: field.label },
    },
  ];
}

function removeThing(blueprint: Blueprint, words: string): Change[] {
  const found =
    /^(?:please )?(?:remove|delete|drop|hide) (?:the )?(.+?)(?: field| column| page)?(?: (?:from|of|on) (?:the |all |each )?(.+))?$/i.exec(
      words,
    );
  if (!found?.[1]) return [];
  const entity = found[2]
    ? findEntity(blueprint, found[2])
    : blueprint.entities.find((each) => findField(each, found[1] ?? ''));
  const field = entity && findField(entity, found[1]);
  if (!entity || !field || entity.fields.length < 2) return [];
  entity.fields = entity.fields.filter((each) => each !== field);
  for (const record of entity.seed) delete record[field.name];
  blueprint.pages = blueprint.pages.filter(
    (each) => !(each.props.entity === entity.name && each.props.field === field.name),
  );
  return [
    {
      sentence: `${entity.plural} no longer have ${field.label.toLowerCase()}.`,
      promised: { kind: 'no-field', entity: entity.name, field: field.name },
    },
  ];
}

function addFields(blueprint: Blueprint, words: string): Change[] {
  const found =
    /^(?:please )?(?:(?:can|could) you )?(?:add|include|give|put)(?: me)? (?:an? |the |some |new |fields? (?:for )?)*(.+?) (?:to|for|on|in) (?:the |all |each |every |my |our )*(.+?)(?: records?| list| form)?$/i.exec(
      words,
    ) ?? flipped(/^(?:please )?give (?:the |each |every |all )?(.+?) (an? .+)$/i.exec(words));
  if (!found?.[1] || !found[2]) return [];
  const entity = findEntity(blueprint, found[2]);
  if (!entity) return [];
  return listWords(found[1]).flatMap((name) => {
    const field = fieldFrom(name.replace(/\s*\b(field|column)s?$/i, ''));
    if (!field.name || /\b(view|page|chart|dashboard)$/i.test(name)) return [];
    if (entity.fields.some((each) => each.name === field.name)) return [];
    giveField(entity, field, blueprint.madeOn);
    return [
      {
        sentence: `${entity.plural} now have ${field.label.toLowerCase()} (${field.type}).`,
        promised: { kind: 'field', entity: entity.name, field: field.name, label: field.label },
      },
    ];
  });
}

function flipped(found: RegExpExecArray | null): string[] | null {
  return found ? [found[0], found[2] ?? '', found[1] ?? ''] : null;
}

function addEntity(blueprint: Blueprint, words: string): Change[] {
  const found =
    /^(?:please )?(?:also )?(?:add|track|keep|manage|include)(?: track of)? (?:an? |the |some |my )?(?:page for |list of |section for )?([a-z -]{3,30}?)(?: page| list| section| too| as well)?$/i.exec(
      words,
    );
  const singular = found?.[1] ? singularOf(found[1].trim().toLowerCase()) : '';
  // `add X to Y` with an unknown Y does not ask for something called `X to Y`.
  if (!singular || / (to|on|in|for|from|of) /.test(singular) || isFeature(singular)) return [];
  if (blueprint.entities.some((each) => each.name === identifierOf(pluralOf(singular)))) return [];
  const names = new Map<string, string[]>();
  const entity = makeEntity(singular, names);
  seedEntities([entity], () => names.get(entity.name) ?? [], new Date(`${blueprint.madeOn}T00:00:00Z`));
  blueprint.entities.push(entity);
  blueprint.pages.push(...recordPages(entity, true));
  return [
    {
      sentence: `There are now ${pluralOf(singular)}, with a list, a form and details.`,
      promised: { kind: 'entity', entity: entity.name },
    },
  ];
}

function findEntity(blueprint: Blueprint, words: string): Entity | undefined {
  const given = singularOf(words.trim().toLowerCase());
  return (
    blueprint.entities.find((entity) =>
      [entity.singular, singularOf(entity.plural.toLowerCase())].some(
        (name) => given === name || given.endsWith(` ${name}`) || name.endsWith(` ${given}`),
      ),
    ) ?? blueprint.entities.find((entity) => new RegExp(`\\b${entity.singular}s?\\b`, 'i').test(words))
  );
}

function findField(entity: Entity, words: string): Field | undefined {
  const name = identifierOf(words.replace(/^(the|an?) /i, ''));
  return entity.fields.find((field) => field.name === name || field.label.toLowerCase() === words.toLowerCase());
}
