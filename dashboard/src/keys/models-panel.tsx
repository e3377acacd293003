// The models that are ready, and the progress of those that are still being pulled.
import { useCall } from '../api/queries.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Badge, Panel } from '../parts/panel.tsx';
import { ProgressBar } from '../parts/progress-bar.tsx';
import { start } from './start-strings.ts';

const LOOK_EVERY_MS = 10_000;

export function ModelsPanel() {
  return (
    <Panel title={start.models} lead={start.modelsLead}>
      <Loaded query={useCall('GET /models', {}, { refetchMs: LOOK_EVERY_MS })}>
        {({ data }) => {
          const modules = [...new Set(data.map(({ module }) => module))];
          const coming = data.filter(({ ready, progress }) => !ready && progress !== undefined);
          return (
            <div className="grid gap-4">
              <ul className="grid gap-x-8 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-1">
                {modules.map((module) => {
                  const ready = data.filter((model) => model.module === module && model.ready);
                  return (
                    <li key={module} className="flex min-w-0 items-center justify-between gap-2">
                      <span className="truncate capitalize">{start.modules[module] ?? module}</span>
                      {ready.length > 0 ? (
                        <Badge tone="good">{start.ready(ready.length)}</Badge>
                      ) : (
                        <Badge tone="warn">{start.notReady}</Badge>
                      )}
                    </li>
                  );
                })}
              </ul>
              {coming.map(({ id, module, progress = 0 }) => (
                <div key={`${module} ${id}`} className="grid gap-1 text-sm">
                  <span className="flex justify-between gap-2">
                    <span className="truncate">{id}</span>
                    <span className="shrink-0 text-muted">{start.loaded(Math.round(progress * 100))}</span>
                  </span>
                  <ProgressBar value={progress} label={start.loadingOf(id)} />
                </div>
              ))}
            </div>
          );
        }}
      </Loaded>
    </Panel>
  );
}
