// Prints the catalogue, and the models that suit this machine.
import { isPermissive, MODEL_USES } from './catalogue.ts';
import { lookAtMachine } from './machine.ts';
import { recommendFromStore } from './recommend.ts';
import type { ModelStore } from './store.ts';
import { describeMachine, gigabytes } from './words.ts';

export function listModels(store: ModelStore, asJson: boolean): number {
  const models = store.list();
  const used = new Set(MODEL_USES.map((use) => store.chosen(use)));
  if (asJson) {
    const rows = models.map(({ id, kind, title, licence, bytes, contextWindow, status }) => ({
      id,
      kind,
      title,
      licence,
      bytes,
      ...(contextWindow ? { context_window: contextWindow } : {}),
      ...status,
      chosen: used.has(id),
    }));
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const width = Math.max(...models.map(({ id }) => id.length));
  for (const entry of models) {
    const { id, kind, licence, bytes, status, title } = entry;
    const state = status.pulling ? `${Math.floor(status.progress * 100)} %` : status.ready ? 'ready' : '-';
    const condition = isPermissive(entry) || store.isAccepted(entry) ? '' : ' (to be accepted)';
    const marks = `${used.has(id) ? ' [chosen]' : ''}${condition}`;
    process.stdout.write(
      `${state.padEnd(6)} ${id.padEnd(width)}  ${kind.padEnd(14)} ${gigabytes(bytes).padStart(8)}  ${licence.padEnd(12)} ${title}${marks}\n`,
    );
  }
  return 0;
}

export async function recommendModels(store: ModelStore, asJson: boolean): Promise<number> {
  const machine = await lookAtMachine(store.modelsDir);
  const choices = recommendFromStore(store, machine);
  if (asJson) {
    process.stdout.write(`${JSON.stringify({ machine, choices }, null, 2)}\n`);
    return 0;
  }
  process.stdout.write(`This machine: ${describeMachine(machine)}.\n`);
  for (const { use, model, downloadBytes, reason, passedOver } of choices) {
    process.stdout.write(`${use}: ${model ? `${model} (${gigabytes(downloadBytes)}), ${reason}` : reason}\n`);
    for (const { model: other, why } of passedOver) process.stdout.write(`  not ${other}: ${why}\n`);
  }
  return 0;
}
