// The thread that reads, edits and writes blueprints.
import { parentPort } from 'node:worker_threads';
import type { BlueprintAnswer, BlueprintTask } from './blueprint-thread.ts';
import { editBlueprint } from './edit/edit-blueprint.ts';
import { composeBlueprint } from './read/read-blueprint.ts';
import { writeApp } from './write/write-app.ts';

parentPort?.on('message', (order: BlueprintTask & { id: number }) => {
  parentPort?.postMessage(answer(order));
});

function answer(order: BlueprintTask & { id: number }): BlueprintAnswer {
  try {
    return { id: order.id, result: work(order) };
  } catch (error) {
    return { id: order.id, failure: error instanceof Error ? error.message : String(error) };
  }
}

function work(order: BlueprintTask): unknown {
  if (order.task === 'compose') return composeBlueprint(order.prompt, order.kind, order.today);
  if (order.task === 'edit') return editBlueprint(order.blueprint, order.instruction);
  return writeApp(order.blueprint, order.framework);
}
