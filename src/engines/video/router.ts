// Chooses who makes a film: the model that was named, else the first that can and is ready.
import { ServiceError } from '../../core/errors.ts';
import type { VideoEngine, VideoRoutes } from './port.ts';

/** Engines that stand earlier are preferred. */
export function createVideoRouter(engines: readonly VideoEngine[]): VideoRoutes {
  return {
    choose(model, type) {
      const able = engines.filter((engine) => engine.makes(type));
      if (!model) {
        const found = able.find((engine) => engine.isReady()) ?? able[0];
        if (found) return found;
        throw new ServiceError('engine_unavailable', `No engine of this service makes ${type} films right now.`);
      }
      const named = engines.filter((engine) => engine.name === model);
      const found = named.find((engine) => engine.makes(type));
      if (found) return found;
      const others = able.map(({ name }) => name).join(', ') || 'none';
      if (named.length > 0)
        throw new ServiceError('invalid_parameter', `"${model}" makes no ${type} films. These do: ${others}.`, {
          param: 'model',
        });
      throw new ServiceError('unknown_model', `There is no video model "${model}". For ${type}: ${others}.`, {
        param: 'model',
      });
    },
  };
}
