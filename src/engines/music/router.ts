// Combines many music engines into one: upstreams share the songs by weight, and the composer takes over where it is a fallback.
import { type CandidateHealth, Routing, type RoutingRule, tryInTurn } from '../../net/routing.ts';
import type { MusicEngine } from './port.ts';

export interface MusicRouter extends MusicEngine {
  health(): readonly CandidateHealth[];
}

export interface MusicRouterParts {
  upstreams: readonly MusicEngine[];
  /** The engine on this machine, which also masters, makes previews and knows the genres. */
  composer: MusicEngine;
  /** The model that customers order. */
  model: string;
  rules: readonly RoutingRule[];
}

export function createMusicRouter({ upstreams, composer, model, rules }: MusicRouterParts): MusicRouter {
  const routing = new Routing<MusicEngine>({ rules });
  const first = upstreams[0] ?? composer;
  const makers = upstreams.length > 0 ? upstreams : [composer];
  const serving = (name: string) =>
    (name === model ? makers : name === composer.name ? [composer] : []).map((engine) => ({
      name: engine.name,
      model,
      engine,
    }));
  return {
    name: first.name,
    isReady: () => first.isReady(),
    genres: () => composer.genres(),
    knowsGenre: (name) => composer.knowsGenre(name),
    compose: (order, folder, report, signal) =>
      tryInTurn(
        routing.plan(model, serving),
        async ({ engine }) => {
          const song = await engine.compose(order, folder, report, signal);
          if (makers.includes(engine)) return song;
          const told = `The upstream was not available: the composer of this service made this song.`;
          return { ...song, warnings: [...song.warnings, told] };
        },
        signal,
      ),
    master: (...order) => composer.master(...order),
    previewVoice: (...order) => composer.previewVoice(...order),
    health: () => routing.health(),
  };
}
