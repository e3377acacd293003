// The avatar as a video engine of the service: a head that speaks a script.
import { AvatarMaker, type AvatarParts } from '@atelier/film';
import { callPackage, translateEngineError } from '../../core/engine-error.ts';
import type { VideoEngine } from './port.ts';

export function createAvatarEngine(parts: AvatarParts): VideoEngine {
  const maker = new AvatarMaker(parts);
  return {
    name: 'avatar-1',
    isReady: () => maker.isReady(),
    makes: (type) => type === 'avatar',
    check(order) {
      try {
        maker.check(order);
      } catch (error) {
        throw translateEngineError(error);
      }
    },
    secondsToSay: (words) => maker.secondsToSay(words),
    make: (order, folder, report, signal) => callPackage(() => maker.make(order, folder, report, signal)),
  };
}
