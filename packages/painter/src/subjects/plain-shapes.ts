// Plain geometric shapes.
import { ball, box, cone, drum, heart, ring, wedge } from '../shapes/part.ts';
import { type Kind, kindsOf } from './kind.ts';
import { BRIGHT, thing } from './thing-build.ts';

const plainShape = kindsOf('shape');

export const PLAIN_SHAPES: readonly Kind[] = [
  thing(
    'heart',
    { words: 'hearts love valentine', metres: 0.6, home: 'studio', colours: ['red', 'pink'], motion: 'bob' },
    () => [heart([0, 0.6, 0], 0.5, 0.16, 'main gloss')],
  ),
  plainShape('cube', { words: 'block square cubes', metres: 1, home: 'studio', colours: BRIGHT, yaw: 32 }, () => [
    box([0, 0.5, 0], [0.5, 0.5, 0.5], 'main gloss', 0.04),
  ]),
  plainShape('sphere', { words: 'orb bubble circle spheres', metres: 1, home: 'studio', colours: BRIGHT }, () => [
    ball([0, 0.5, 0], 0.5, 'main gloss'),
  ]),
  plainShape('cone', { metres: 1, home: 'studio', colours: BRIGHT }, () => [
    cone([0, 0.5, 0], 0.45, 0.01, 0.5, 'main gloss'),
  ]),
  plainShape('cylinder', { words: 'column pillar', metres: 1, home: 'studio', colours: BRIGHT }, () => [
    drum([0, 0.5, 0], 0.36, 0.5, 'main gloss'),
  ]),
  plainShape('torus', { words: 'ring hoop', metres: 0.6, home: 'studio', colours: ['gold', 'azure'] }, () => [
    ring([0, 0.5, 0], 0.36, 0.13, 'main gloss', { turn: [72, 0, 0] }),
  ]),
  plainShape('triangle', { words: 'prism tetrahedron', metres: 1, home: 'studio', colours: BRIGHT, yaw: 24 }, () => [
    wedge([0, 0.5, 0], [0.55, 0.5, 0.25], 'main gloss'),
  ]),
];
