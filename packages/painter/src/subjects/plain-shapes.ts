// Plain geometric shapes.
import { ball, box, cone, drum, heart, ring, wedge } from '../shapes/part.ts';
import { type Kind, kind } from './kind.ts';
import { BRIGHT, thing } from './thing-build.ts';

export const PLAIN_SHAPES: readonly Kind[] = [
  thing(
    'heart',
    'hearts love valentine',
    0.6,
    'studio',
    ['red', 'pink'],
    () => [heart([0, 0.6, 0], 0.5, 0.16, 'main gloss')],
    { motion: 'bob' },
  ),
  kind('shape', 'cube', 'block square cubes', 1, 'studio', { colours: BRIGHT, yaw: 32 }, () => [
    box([0, 0.5, 0], [0.5, 0.5, 0.5], 'main gloss', 0.04),
  ]),
  kind('shape', 'sphere', 'orb bubble circle spheres', 1, 'studio', { colours: BRIGHT }, () => [
    ball([0, 0.5, 0], 0.5, 'main gloss'),
  ]),
  kind('shape', 'cone', '', 1, 'studio', { colours: BRIGHT }, () => [cone([0, 0.5, 0], 0.45, 0.01, 0.5, 'main gloss')]),
  kind('shape', 'cylinder', 'column pillar', 1, 'studio', { colours: BRIGHT }, () => [
    drum([0, 0.5, 0], 0.36, 0.5, 'main gloss'),
  ]),
  kind('shape', 'torus', 'ring hoop', 0.6, 'studio', { colours: ['gold', 'azure'] }, () => [
    ring([0, 0.5, 0], 0.36, 0.13, 'main gloss', { turn: [72, 0, 0] }),
  ]),
  kind('shape', 'triangle', 'prism tetrahedron', 1, 'studio', { colours: BRIGHT, yaw: 24 }, () => [
    wedge([0, 0.5, 0], [0.55, 0.5, 0.25], 'main gloss'),
  ]),
];
