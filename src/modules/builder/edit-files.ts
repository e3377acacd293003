// Applies an instruction to a blueprint project, and reports the outcome of each requested item.
import { ServiceError } from '../../core/errors.ts';
import type { Blueprint, BlueprintEngine, Framework, Requested } from '../../engines/blueprint/port.ts';
import type { ProjectFile } from '../../store/projects.ts';
import { changedPaths, mergeRegenerated } from './changes.ts';

export interface EditOrder {
  prompt: string;
  framework: Framework;
  files: readonly ProjectFile[];
  blueprint: Blueprint;
}

export interface EditedFiles {
  blueprint: Blueprint;
  files: ProjectFile[];
  changed: string[];
  summary: string;
  requested: Requested[];
}

export async function editFiles(
  engine: BlueprintEngine,
  { prompt, framework, files: before, blueprint: old }: EditOrder,
  signal: AbortSignal,
): Promise<EditedFiles> {
  const { blueprint, changes, requests } = await engine.edit(old, prompt, signal);
  const files =
    changes.length === 0
      ? [...before]
      : mergeRegenerated(
          before,
          await engine.write(old, framework, signal),
          await engine.write(blueprint, framework, signal),
        );
  const requested = await engine.review({ requests, before, files }, signal);
  return { blueprint, files, changed: changedPaths(before, files), summary: changes.join(' '), requested };
}

/** An edit that changes no file is refused, so that it costs nothing; the message answers every requested item. */
export function nothingChanged(requested: readonly Requested[]): ServiceError {
  const items = requested.length > 0 ? ` ${outcomeWords(requested)}` : '';
  return new ServiceError(
    'invalid_parameter',
    `Nothing was changed and nothing was charged.${items} The built-in builder understands changes like "add a due date to tasks", "remove notes from tasks", "rename the app to …" or "make it green"; a text model understands more.`,
    { param: 'prompt' },
  );
}

const OUTCOME_WORDS = { done: 'done', done_differently: 'done differently', not_done: 'not done' };

/** One sentence for each item. */
export function outcomeWords(requested: readonly Requested[]): string {
  return requested.map(({ item, outcome, note }) => `“${item}”: ${OUTCOME_WORDS[outcome]}. ${note}`).join(' ');
}
