// Combines music engines into one: upstreams share the songs by weight, with the composer as a fallback. A model with
// weights makes the songs that name it, and those that name none if no upstream is connected.
import { CONNECTED } from '../../core/connected-models.ts';
import { ServiceError } from '../../core/errors.ts';
import { noteOrder } from '../../net/attempt.ts';
import { type CandidateHealth, doneBy, type Routing, tryInTurn } from '../../net/routing.ts';
import type { MusicEngine, SongModel } from './port.ts';

export interface MusicRouter extends MusicEngine {
  /** The first makes a song that names no model. */
  models(): readonly SongModel[];
  health(): readonly CandidateHealth[];
}

export interface MusicRouterParts {
  /** May change while the service runs. */
  upstreams(): readonly MusicEngine[];
  /** The local engine, which also masters, makes previews and knows the genres. */
  composer: MusicEngine;
  /** The model that customers order. */
  model: string;
  routing: Routing<MusicEngine>;
  /** A model with weights on this machine; undefined while it is not listed. */
  withWeights?: { engine: MusicEngine; listed(): SongModel | undefined };
}

export function createMusicRouter({
  upstreams: all,
  composer,
  model,
  routing,
  withWeights,
}: MusicRouterParts): MusicRouter {
  const upstreams = () => all().filter(({ name }) => routing.offered(name, [{ id: model }]).length > 0);
  const first = () => upstreams()[0] ?? composer;
  const makersNow = () => (upstreams().length > 0 ? upstreams() : [composer]);
  const serving = (name: string) => {
    if (withWeights && name === withWeights.listed()?.id)
      return [{ name: withWeights.engine.name, model: name, engine: withWeights.engine }];
    const makers = name === model ? makersNow() : name === composer.name ? [composer] : [];
    return makers.map((engine) => ({ name: engine.name, model, engine }));
  };
  const models = (): SongModel[] => {
    const ownedBy = first() === composer ? 'atelier' : CONNECTED;
    const own = { id: model, ownedBy, engine: first().name, ready: first().isReady() };
    const other = withWeights?.listed();
    if (!other) return [own];
    return other.ready && upstreams().length === 0 ? [other, own] : [own, other];
  };
  return {
    get name() {
      return first().name;
    },
    isReady: () => first().isReady(),
    genres: () => composer.genres(),
    knowsGenre: (name) => composer.knowsGenre(name),
    models,
    async compose(order, folder, report, signal) {
      const named = order.model ?? model;
      const makers = serving(named).map(({ engine }) => engine);
      const plan = routing.plan(named, serving);
      if (plan.length === 0) throw new ServiceError('engine_unavailable', `The model ${named} is no longer here.`);
      return tryInTurn(
        plan,
        async (one) => {
          const { engine } = one;
          const made = await noteOrder(one, () => engine.compose(order, folder, report, signal));
          const song = { ...made, by: doneBy(one) };
          if (makers.includes(engine)) return song;
          const told = 'The model was not available: the composer of this service made this song.';
          return { ...song, warnings: [...song.warnings, told] };
        },
        signal,
      );
    },
    master: (...order) => composer.master(...order),
    previewVoice: (...order) => composer.previewVoice(...order),
    health: () => routing.health(),
  };
}
