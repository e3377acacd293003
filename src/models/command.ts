// The command `npm run models -- list|recommend|pull|remove [ids] [--json]`, with a progress bar for pulls.
import { loadChoices } from './catalogue.ts';
import { lookAtMachine } from './machine.ts';
import { recommend } from './recommend.ts';
import type { ModelStore } from './store.ts';
import { describeMachine, gigabytes } from './words.ts';

const USAGE =
  'Usage: npm run models -- list | recommend | pull <id>… | remove <id>… | connect [name] | disconnect <name>   [--json]';
const BAR_WIDTH = 30;

/** Returns the exit code. */
export async function runModelsCommand(args: readonly string[], store: ModelStore): Promise<number> {
  const asJson = args.includes('--json');
  const [action = 'list', ...ids] = args.filter((arg) => !arg.startsWith('--'));
  if (action === 'list') return listModels(store, asJson);
  if (action === 'recommend') return recommendModels(store, asJson);
  if ((action !== 'pull' && action !== 'remove') || ids.length === 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  let failures = 0;
  for (const id of ids) {
    try {
      const report = action === 'pull' ? await pullModel(store, id) : await removeModel(store, id);
      process.stdout.write(asJson ? `${JSON.stringify(report)}\n` : `${id}: ${report.state}\n`);
    } catch (error) {
      failures += 1;
      const message = error instanceof Error ? error.message : String(error);
      process.stdout.write(
        asJson ? `${JSON.stringify({ id, state: 'failed', error: message })}\n` : `${id}: ${message}\n`,
      );
    }
  }
  return failures > 0 ? 1 : 0;
}

function listModels(store: ModelStore, asJson: boolean): number {
  const models = store.list();
  if (asJson) {
    const rows = models.map(({ id, kind, title, licence, bytes, contextWindow, status }) => ({
      id,
      kind,
      title,
      licence,
      bytes,
      ...(contextWindow ? { context_window: contextWindow } : {}),
      ...status,
    }));
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const width = Math.max(...models.map(({ id }) => id.length));
  for (const { id, kind, licence, bytes, status, title } of models) {
    const state = status.ready ? 'ready' : '-';
    process.stdout.write(
      `${state.padEnd(6)} ${id.padEnd(width)}  ${kind.padEnd(14)} ${megabytes(bytes).padStart(8)}  ${licence.padEnd(12)} ${title}\n`,
    );
  }
  return 0;
}

async function recommendModels(store: ModelStore, asJson: boolean): Promise<number> {
  const machine = await lookAtMachine(store.modelsDir);
  const entries = new Map(store.entries().map((entry) => [entry.id, entry]));
  const accepted = new Set([...entries.keys()].filter((id) => store.pathIfReady(id)));
  const choices = recommend(machine, { entries, choices: loadChoices() }, { accepted });
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

async function pullModel(store: ModelStore, id: string) {
  const { isTTY } = process.stderr;
  let shown = -1;
  const onProgress = (fraction: number) => {
    const percent = Math.floor(fraction * 100);
    // A terminal shows a moving bar; a log file gets one line per ten percent.
    if (percent === shown || (!isTTY && percent % 10 !== 0)) return;
    shown = percent;
    const filled = Math.round(fraction * BAR_WIDTH);
    const bar = `${id} [${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${percent} %`;
    process.stderr.write(isTTY ? `\r${bar}` : `${bar}\n`);
  };
  const files = await store.ensure(id, { onProgress });
  if (isTTY) process.stderr.write('\n');
  return { id, state: 'ready', files };
}

async function removeModel(store: ModelStore, id: string) {
  await store.remove(id);
  return { id, state: 'removed' };
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}
