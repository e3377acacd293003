// The fallbacks and aliases of LiteLLM's router, as far as they lead to models that were taken over.
import { asRecord } from '../../core/unknown-json.ts';
import { plainText } from './plain-text.ts';
import { isSet } from './stays-behind.ts';

type Row = Record<string, unknown>;

const NAME = /^[^=,\s*]{1,200}$/;

/** Model, or `*`, → the names in the order of the file. What cannot be read is named. */
export function readFallbacks(
  sections: readonly [name: string, value: unknown][],
  left: string[],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [place, value] of sections) {
    if (!isSet(value)) continue;
    if (!Array.isArray(value)) left.push(`${place}: it is no list`);
    for (const rule of Array.isArray(value) ? value : []) readRule(place, rule, { found, left });
  }
  return found;
}

/** As LiteLLM: of a rule the first model counts, and of a model the first rule. */
function readRule(
  place: string,
  rule: unknown,
  { found, left }: { found: Map<string, string[]>; left: string[] },
): void {
  const [first, ...others] = Object.entries(asRecord(rule) ?? {});
  if (!first) {
    left.push(`${place}: ${plainText(rule) || 'an entry'} is no model with its list of models`);
    return;
  }
  const [model, names] = first;
  if (others.length > 0)
    left.push(
      `${place} of ${others.map(([name]) => plainText(name)).join(', ')}: LiteLLM reads one model of each entry`,
    );
  const listed = Array.isArray(names) ? names : [];
  const texts = listed.filter((name): name is string => typeof name === 'string' && name !== '');
  if (texts.length < listed.length || listed.length === 0)
    left.push(`${place} of ${plainText(model)}: what is no list of names of models`);
  if (found.has(model)) left.push(`${place} of ${plainText(model)}: an earlier rule counts`);
  else if (texts.length > 0) found.set(model, texts);
}

export interface Known {
  /** The list of the upstreams of a model; undefined for one that is not here. */
  listOf(model: string): string | undefined;
  aliases: ReadonlyMap<string, string>;
  /** What is not taken over. */
  left: string[];
}

/** Those of the model alone, else those for all. Only models that do the same work are asked. */
export function fallbacksFor(
  id: string,
  all: ReadonlyMap<string, string[]>,
  { listOf, aliases, left }: Known,
): string[] {
  const names = all.get(id) ?? all.get('*') ?? [];
  const models = [...new Set(names.map((name) => aliases.get(name) ?? name))].filter((name) => name !== id);
  return models.filter((name) => {
    if (listOf(name) !== undefined && listOf(name) === listOf(id)) return true;
    left.push(
      `the fallback of ${plainText(id)} to ${plainText(name)}: ${listOf(name) === undefined ? 'no such model was taken over' : 'it does other work'}`,
    );
    return false;
  });
}

/** Rules for models that are not here. */
export function leftFallbacks(all: ReadonlyMap<string, string[]>, { listOf }: Pick<Known, 'listOf'>): string[] {
  return [...all.keys()]
    .filter((model) => model !== '*' && listOf(model) === undefined)
    .map((model) => `the fallbacks of ${plainText(model)}: no such model was taken over`);
}

export function readAliases(value: unknown, listOf: Known['listOf'], left: string[]): Map<string, string> {
  const record = asRecord(value);
  if (isSet(value) && !record) left.push('router_settings.model_group_alias: it cannot be read');
  const found = new Map<string, string>();
  for (const [name, model] of Object.entries(record ?? {})) {
    const row: Row | undefined = asRecord(model);
    const target = row ? row.model : model;
    const others = row
      ? Object.keys(row).filter((one) => one !== 'model' && isSet(row[one]) && row[one] !== false)
      : [];
    const problem = aliasProblem(name, target, listOf);
    if (problem) left.push(`the alias ${plainText(name)}: ${problem}`);
    else if (typeof target === 'string') found.set(name, target);
    if (!problem && others.length > 0) left.push(`${others.map(plainText).join(', ')} of the alias ${plainText(name)}`);
  }
  return found;
}

function aliasProblem(name: string, target: unknown, listOf: Known['listOf']): string | undefined {
  if (!NAME.test(name) || typeof target !== 'string' || !NAME.test(target))
    return 'a name here has no space, comma, "=" or "*"';
  if (listOf(name) !== undefined) return 'a model of this name wins here';
  return listOf(target) === undefined ? `its model ${plainText(target)} was not taken over` : undefined;
}
