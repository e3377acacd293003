// Builds one thing of a subject: its parts, its paints resolved to colours, its size.

import { chanceFromNumber } from '@atelier/kit';
import type { SceneSubject } from '../prompt/scene.ts';
import { COLOURS, linearOf, mix } from '../render/colour.ts';
import type { Finish, Paint, Pattern } from '../render/world.ts';
import type { Part, Vec } from '../shapes/part.ts';
import { type Box, boxOf } from '../shapes/turn.ts';
import type { Kind } from '../subjects/kind.ts';
import { inSeason } from './places.ts';

export interface Figure {
  kind: Kind;
  parts: Part[];
  paints: Paint[];
  box: Box;
  yaw: number;
}

export function buildFigure(
  kind: Kind,
  subject: SceneSubject,
  { seed, season }: { seed: number; season: string },
): Figure {
  const chance = chanceFromNumber(seed);
  const [asked, askedSecond] = subject.colours;
  const usual = kind.colours[Math.floor(chance() * kind.colours.length)] ?? 'gray';
  const main = shaded(
    asked
      ? colourOf(asked)
      : inSeason(
          hexOf(usual),
          kind.group === 'plant' && kind.name !== 'pine' && kind.name !== 'cactus' ? season : 'summer',
        ),
    subject.shade,
  );
  const second = askedSecond ? colourOf(askedSecond) : colourOf(kind.second);
  const pattern =
    subject.pattern ??
    (asked && !askedSecond && kind.group === 'animal' && kind.pattern === 'patches' ? 'plain' : kind.pattern);
  const parts = kind.build({
    chance,
    asked: asked !== undefined,
    airborne: subject.airborne,
    ...(subject.pose ? { pose: subject.pose } : {}),
    ...(subject.traits ? { traits: subject.traits } : {}),
  });
  const paints = parts.map((part) =>
    resolvePaint(part.paint, { main, second, pattern, ...(subject.finish ? { finish: subject.finish } : {}) }),
  );
  const jitter = (chance() - 0.5) * 16;
  return { kind, parts, paints, box: boxOf(parts), yaw: ((kind.yaw + jitter) * Math.PI) / 180 };
}

function hexOf(name: string): string {
  return name.startsWith('#') ? name : (COLOURS[name] ?? '#808080');
}

function colourOf(name: string): Vec {
  return linearOf(hexOf(name));
}

function shaded(colour: Vec, shade: number): Vec {
  return shade < 0 ? mix(colour, [0, 0, 0], -shade) : mix(colour, [0.9, 0.9, 0.9], shade);
}

interface Scheme {
  main: Vec;
  second: Vec;
  pattern: Pattern;
  finish?: Finish;
}

function resolvePaint(text: string, scheme: Scheme): Paint {
  const [name = 'gray', finish = 'matte', only] = text.split(' ');
  const isMain = name === 'main';
  const colour = isMain ? scheme.main : name === 'second' ? scheme.second : colourOf(name);
  const own = (isMain && scheme.finish ? scheme.finish : finish) as Finish;
  const second =
    scheme.pattern !== 'plain' && scheme.second === scheme.main ? mix(scheme.main, [1, 1, 1], 0.6) : scheme.second;
  return { colour, finish: own, pattern: isMain && only !== 'plain' ? scheme.pattern : 'plain', second };
}
