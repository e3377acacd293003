// The film package as a video engine of the service: videos from a prompt or an image, made on this machine.
import { FilmMaker, type SoundtrackPlayer } from '@atelier/film';
import { callPackage } from '../../core/engine-error.ts';
import type { TextRoutes } from '../text/port.ts';
import type { VideoEngine } from './port.ts';

export interface LocalVideoOptions {
  /** Makes the soundtrack; without it, videos are silent. */
  music?: SoundtrackPlayer;
  /** Writes the storyboard if a model is ready. */
  text?: TextRoutes;
}

export function createLocalVideoEngine(options: LocalVideoOptions = {}): VideoEngine {
  const maker = new FilmMaker(options);
  return {
    name: 'director-1',
    isReady: () => maker.isReady(),
    makes: (type) => type === 'text-to-video' || type === 'image-to-video',
    async make(order, folder, report, signal) {
      const film = await callPackage(() => maker.make(order, folder, report, signal));
      // An image that somebody gave may be anything.
      return order.type === 'text-to-video' ? { ...film, isProcedural: true } : film;
    },
  };
}
