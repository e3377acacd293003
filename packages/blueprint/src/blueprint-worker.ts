// The thread that reads, edits and writes blueprints: the caller's event loop stays free.
import { serveTasks } from '@atelier/kit';
import type { AppFile, Blueprint, BlueprintEdit, Framework } from './blueprint.ts';
import { editBlueprint } from './edit/edit-blueprint.ts';
import type { AppKind } from './read/kind-rules.ts';
import { composeBlueprint } from './read/read-blueprint.ts';
import { writeApp } from './write/write-app.ts';

export type BlueprintTask =
  | { kind: 'compose'; prompt: string; app: AppKind; today: Date }
  | { kind: 'edit'; blueprint: Blueprint; instruction: string }
  | { kind: 'write'; blueprint: Blueprint; framework: Framework };

export type BlueprintResult = Blueprint | BlueprintEdit | AppFile[];

serveTasks<BlueprintTask, BlueprintResult>((task) => {
  if (task.kind === 'compose') return composeBlueprint(task.prompt, task.app, task.today);
  if (task.kind === 'edit') return editBlueprint(task.blueprint, task.instruction);
  return writeApp(task.blueprint, task.framework);
});
