// Combines many music engines into one: upstreams share the songs by weight, and the composer takes over where it is a fallback.
import { type CandidateHealth, doneBy, type Routing, tryInTurn } from '../../net/routing.ts';
import type { MusicEngine } from './port.ts';

export interface MusicRouter extends MusicEngine {
  health(): readonly CandidateHealth[];
}

export interface MusicRouterParts {
  /** May change while the service runs. */
  upstreams(): readonly MusicEngine[];
  /** The engine on this machine, which also masters, makes previews and knows the genres. */
  composer: MusicEngine;
  /** The model that customers order. */
  model: string;
  routing: Routing<MusicEngine>;
}

export function createMusicRouter({ upstreams, composer, model, routing }: MusicRouterParts): MusicRouter {
  const first = () => upstreams()[0] ?? composer;
  const makersNow = () => (upstreams().length > 0 ? upstreams() : [composer]);
  const serving = (name: string) =>
    (name === model ? makersNow() : name === composer.name ? [composer] : []).map((engine) => ({
      name: engine.name,
      model,
      engine,
    }));
  return {
    get name() {
      return first().name;
    },
    isReady: () => first().isReady(),
    genres: () => composer.genres(),
    knowsGenre: (name) => composer.knowsGenre(name),
    compose(order, folder, report, signal) {
      const makers = makersNow();
      return tryInTurn(
        routing.plan(model, serving),
        async (one) => {
          const { engine } = one;
          const song = { ...(await engine.compose(order, folder, report, signal)), by: doneBy(one) };
          if (makers.includes(engine)) return song;
          const told = `The upstream was not available: the composer of this service made this song.`;
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
