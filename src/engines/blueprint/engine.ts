// The application builder as an engine of the service.
import { type BlueprintOptions, createBlueprintEngine } from '@atelier/blueprint';
import { callPackage } from '../../core/engine-error.ts';
import type { BlueprintEngine } from './port.ts';

export function createBuilderEngine(options: BlueprintOptions = {}): BlueprintEngine {
  const engine = createBlueprintEngine(options);
  return {
    name: engine.name,
    read: (...order) => callPackage(() => engine.read(...order)),
    edit: (...order) => callPackage(() => engine.edit(...order)),
    write: (...order) => callPackage(() => engine.write(...order)),
    review: (...order) => callPackage(() => engine.review(...order)),
    close: () => engine.close(),
  };
}
