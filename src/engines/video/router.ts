// Chooses the model for a video (the named one, or the first ready one that can make it) and the engines that serve it.
import { ServiceError } from '../../core/errors.ts';
import { mayUseModel } from '../../core/model-lists.ts';
import { noteOrder } from '../../net/attempt.ts';
import { type Candidate, doneBy, Routing, tryInTurn } from '../../net/routing.ts';
import type { OrderMemory, VideoEngine, VideoRoutes, VideoType } from './port.ts';

/** Earlier engines are preferred; they may change while the service runs. A model that several engines serve is shared among them by the router's rules. */
export function createVideoRouter(
  engines: () => readonly VideoEngine[],
  routing: Routing<VideoEngine> = new Routing(),
): VideoRoutes {
  const listed = () => engines().filter((engine) => routing.offered(nameOf(engine), [{ id: engine.name }]).length > 0);
  return {
    choose(model, type) {
      const able = listed().filter((engine) => engine.makes(type));
      if (!model) {
        const allowed = able.filter(({ name }) => mayUseModel(name));
        const found = allowed.find((engine) => engine.isReady()) ?? allowed[0] ?? able[0];
        if (found) return routed(found, type);
        throw new ServiceError('engine_unavailable', `No engine of this service makes ${type} videos right now.`);
      }
      const named = listed().filter((engine) => engine.name === model);
      const found = named.find((engine) => engine.makes(type));
      if (found) return routed(found, type);
      const others = able.map(({ name }) => name).join(', ') || 'none';
      if (named.length > 0)
        throw new ServiceError('invalid_parameter', `"${model}" makes no ${type} videos. These do: ${others}.`, {
          param: 'model',
        });
      throw new ServiceError('unknown_model', `There is no video model "${model}". For ${type}: ${others}.`, {
        param: 'model',
      });
    },
  };

  function routed(first: VideoEngine, type: VideoType): VideoEngine {
    const serving = (model: string) =>
      listed()
        .filter((engine) => engine.name === model && engine.makes(type))
        .map((engine) => ({ name: nameOf(engine), model, engine }));
    return {
      name: first.name,
      readsNegativePrompts: first.readsNegativePrompts === true,
      isReady: () => first.isReady(),
      makes: (wanted) => first.makes(wanted),
      ...(first.check ? { check: (order) => first.check?.(order) } : {}),
      ...(first.expectedMs ? { expectedMs: (order) => first.expectedMs?.(order) } : {}),
      ...(first.secondsToSay ? { secondsToSay: (words) => first.secondsToSay?.(words) ?? 0 } : {}),
      async make(order, folder, report, signal, memory) {
        const plan = await continued(routing.plan(first.name, serving), memory);
        return tryInTurn(
          plan,
          async (one) => {
            const { engine, model } = one;
            const made = await noteOrder(one, () => engine.make(order, folder, report, signal, memory));
            const film = { ...made, by: doneBy(one) };
            if (model === first.name) return film;
            const told = `"${first.name}" was not available: "${model}" made this video.`;
            return { ...film, warnings: [...film.warnings, told] };
          },
          signal,
        );
      },
    };
  }
}

/** The name that settings and the operator's list use. */
export function nameOf({ name, server }: VideoEngine): string {
  return server ?? name;
}

/** An order that an earlier attempt placed is continued only there: anywhere else it would be paid again. */
async function continued(
  plan: readonly Candidate<VideoEngine>[],
  memory: OrderMemory | undefined,
): Promise<readonly Candidate<VideoEngine>[]> {
  const { server } = ((await memory?.read()) ?? {}) as { server?: string };
  if (server === undefined) return plan;
  const there = plan.filter(({ engine }) => engine.server === server);
  if (there.length > 0) return there;
  throw new ServiceError(
    'engine_failed',
    'The model is no longer connected. The order of the video was not repeated, so that it is not paid twice.',
    { upstream: server },
  );
}
