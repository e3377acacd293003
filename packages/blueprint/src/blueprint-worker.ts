// The thread that reads, edits and writes blueprints, so that the caller's event loop stays free.
import { serveTasks } from '@atelier/kit';
import type { AppFile, Blueprint, BlueprintEdit, Framework, Requested, ReviewOrder } from './blueprint.ts';
import { editBlueprint } from './edit/edit-blueprint.ts';
import type { AppKind } from './read/kind-rules.ts';
import { composeBlueprint } from './read/read-blueprint.ts';
import { readWishes, type Wishes } from './read/wishes.ts';
import { reviewEdit, reviewPrompt } from './review/review-requests.ts';
import { writeApp } from './write/write-app.ts';

export type BlueprintTask =
  | { kind: 'wishes'; prompt: string }
  | { kind: 'compose'; prompt: string; app: AppKind; today: Date }
  | { kind: 'edit'; blueprint: Blueprint; instruction: string }
  | { kind: 'write'; blueprint: Blueprint; framework: Framework }
  | { kind: 'review'; order: ReviewOrder };

export type BlueprintResult = Wishes | Blueprint | BlueprintEdit | AppFile[] | Requested[];

serveTasks<BlueprintTask, BlueprintResult>((task) => {
  if (task.kind === 'wishes') return readWishes(task.prompt);
  if (task.kind === 'compose') return composeBlueprint(task.prompt, task.app, task.today);
  if (task.kind === 'edit') return editBlueprint(task.blueprint, task.instruction);
  if (task.kind === 'review') return review(task.order);
  return writeApp(task.blueprint, task.framework);
});

function review(order: ReviewOrder): Requested[] {
  if ('prompt' in order) return reviewPrompt(order.prompt, order.files);
  return reviewEdit(order.requests, order.before, order.files);
}
