// The process that holds one model: loads it once, then generates and counts concurrently.
import { EngineError, serveTasks } from '@atelier/kit';
import type { TextOrder } from '../port.ts';
import type { LoadedModel, LoadSettings, ModelReport, ModelResult, ModelTask } from './protocol.ts';
import { loadModel, type ResidentModel } from './resident-model.ts';

let resident: ResidentModel | undefined;

serveTasks<ModelTask, ModelResult, ModelReport>(async (task, { report, signal }) => {
  if (task.kind === 'load') return load(task.settings);
  if (task.kind === 'count') return loaded().count(task.input, task.shape);
  await generate(task.order, report, signal);
  return null;
});

async function load(settings: LoadSettings): Promise<LoadedModel> {
  try {
    resident = await loadModel(settings);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new EngineError('engine_failed', `The local model could not be loaded: ${why}`);
  }
  return resident.description;
}

async function generate(order: TextOrder, report: (event: ModelReport) => void, signal: AbortSignal): Promise<void> {
  const onBegun = () => report({ type: 'begun' });
  for await (const event of loaded().generate(order, signal, onBegun)) report(event);
}

function loaded(): ResidentModel {
  if (!resident) throw new Error('a task came before the model was loaded');
  return resident;
}
