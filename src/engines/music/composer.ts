// The composer as a music engine of the service.
import { Composer, type ComposerOptions } from '@atelier/composer';
import { callPackage } from '../../core/engine-error.ts';
import type { MusicEngine } from './port.ts';

export function createComposerEngine(options: ComposerOptions): MusicEngine {
  const composer = new Composer(options);
  return {
    name: 'composer',
    isReady: () => composer.isReady(),
    genres: () => composer.genres(),
    knowsGenre: (name) => composer.knowsGenre(name),
    async compose(...order) {
      const song = await callPackage(() => composer.compose(...order));
      // The singers are trained networks; the instruments are played from a score.
      return song.voices.length === 0 ? { ...song, isProcedural: true } : song;
    },
    master: (...order) => callPackage(() => composer.master(...order)),
    previewVoice: (...order) => callPackage(() => composer.previewVoice(...order)),
  };
}
