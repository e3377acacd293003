// Cups, bottles, bowls and other things on a table.
import { ball, box, cone, drum, limb, type Part, ring } from '../shapes/part.ts';
import { tableThing } from './food.ts';
import type { Kind } from './kind.ts';

function cup(w: number, h: number, fill: string): Part[] {
  return [
    cone([0, h, 0], w * 0.78, w, h, 'main gloss'),
    cone([0, h + 0.08, 0], w * 0.7, w * 0.9, h, 'main gloss', { carve: true }),
    drum([0, h * 1.72, 0], w * 0.86, 0.02, fill),
    ring([w * 1.12, h, 0], w * 0.42, w * 0.11, 'main gloss', { turn: [90, 0, 0] }),
  ];
}
function bottle(): Part[] {
  return [
    drum([0, 0.42, 0], 0.2, 0.42, 'main glass'),
    ball([0, 0.84, 0], [0.2, 0.14, 0.2], 'main glass', { blend: 0.03 }),
    drum([0, 1.08, 0], 0.075, 0.18, 'main glass', { blend: 0.06 }),
    drum([0, 1.28, 0], 0.08, 0.06, '#a87c4c wood plain'),
    box([0, 0.42, 0.19], [0.11, 0.13, 0.02], 'ivory matte plain', 0.02),
  ];
}
function vase(): Part[] {
  return [
    ball([0, 0.34, 0], [0.28, 0.34, 0.28], 'main gloss'),
    cone([0, 0.74, 0], 0.13, 0.19, 0.12, 'main gloss', { blend: 0.08 }),
    drum([0, 0.84, 0], 0.14, 0.06, '#181414 matte plain', { carve: true }),
  ];
}
function bowl(): Part[] {
  return [
    ball([0, 0.42, 0], [0.5, 0.42, 0.5], 'main gloss'),
    box([0, 0.8, 0], [0.6, 0.36, 0.6], 'main gloss', 0, { carve: true }),
    ball([0, 0.46, 0], [0.44, 0.38, 0.44], 'main gloss', { carve: true }),
    drum([0, 0.03, 0], 0.2, 0.03, 'main gloss'),
  ];
}
export const TABLEWARE: readonly Kind[] = [
  tableThing(
    'cup',
    {
      words: 'mug teacup coffee tea coffee_cup cup_of_tea cup_of_coffee mug_of_coffee mug_of_tea cup_of_cocoa cocoa',
      metres: 0.1,
      colours: ['red', 'azure', 'white', 'teal'],
    },
    () => cup(0.34, 0.36, '#4a2814 gloss plain'),
  ),
  tableThing(
    'glass',
    { words: 'wine_glass wine goblet drink juice cocktail tumbler', metres: 0.2, colours: ['crimson', 'amber'] },
    () => [
      drum([0, 0.02, 0], 0.24, 0.02, 'silver glass plain'),
      limb([0, 0.03, 0], [0, 0.5, 0], 0.025, 'silver glass plain'),
      ball([0, 0.76, 0], [0.27, 0.3, 0.27], 'main glass'),
      box([0, 1.06, 0], [0.4, 0.14, 0.4], 'main glass', 0, { carve: true }),
    ],
  ),
  tableThing('bottle', { words: 'flask', metres: 0.3, colours: ['emerald', 'amber', 'azure'] }, bottle),
  tableThing('teapot', { words: 'kettle coffee_pot', metres: 0.2, colours: ['azure', 'white', 'coral'] }, () => [
    ball([0, 0.36, 0], [0.42, 0.36, 0.4], 'main gloss'),
    drum([0, 0.7, 0], 0.2, 0.03, 'main gloss'),
    ball([0, 0.79, 0], 0.07, 'main gloss', { blend: 0.02 }),
    limb([0.34, 0.3, 0], [0.66, 0.62, 0], [0.11, 0.05], 'main gloss', { blend: 0.05 }),
    ring([-0.46, 0.4, 0], 0.2, 0.05, 'main gloss', { turn: [90, 0, 0] }),
  ]),
  tableThing('plate', { words: 'dish saucer_plate', metres: 0.05, colours: ['white', 'azure'] }, () => [
    drum([0, 0.4, 0], 0.5, 0.03, 'main gloss', { turn: [56, 0, 0] }),
    ring([0, 0.4, 0.02], 0.46, 0.045, 'second gloss', { turn: [56, 0, 0] }),
  ]),
  tableThing(
    'bowl',
    { words: 'fruit_bowl basin', metres: 0.15, colours: ['azure', 'terracotta', 'white'], seat: 0.5 },
    bowl,
  ),
  tableThing('vase', { words: 'pot urn amphora', metres: 0.35, colours: ['azure', 'teal', 'rust'], seat: 0.9 }, vase),
  tableThing('jar', { words: 'honey jam', metres: 0.15, colours: ['amber'] }, () => [
    drum([0, 0.36, 0], 0.32, 0.36, 'main glass'),
    drum([0, 0.78, 0], 0.3, 0.07, 'gold metal plain'),
    drum([0, 0.34, 0], 0.325, 0.16, 'ivory matte plain'),
  ]),
  tableThing('candle', { words: 'candles', metres: 0.2, colours: ['ivory', 'red'], motion: 'flicker' }, () => [
    drum([0, 0.03, 0], 0.3, 0.03, 'gold metal'),
    drum([0, 0.4, 0], 0.14, 0.38, 'main matte'),
    limb([0, 0.78, 0], [0, 0.86, 0], 0.012, 'black matte'),
    ball([0, 0.96, 0], [0.055, 0.12, 0.055], 'amber glow'),
  ]),
  tableThing('basket', { words: 'picnic_basket', metres: 0.3, colours: ['#b07c40'], seat: 0.5 }, () => [
    cone([0, 0.24, 0], 0.34, 0.44, 0.24, 'main straw'),
    ring([0, 0.48, 0], 0.43, 0.045, 'main straw'),
    ring([0, 0.5, 0], 0.4, 0.03, 'main straw', { turn: [90, 0, 0] }),
  ]),
  tableThing('spoon', { words: 'fork knife cutlery chopsticks', metres: 0.2, colours: ['silver'] }, () => [
    ball([0, 1.0, 0], [0.14, 0.2, 0.05], 'main metal'),
    limb([0, 0.82, 0], [0, 0.03, 0], [0.03, 0.045], 'main metal', { blend: 0.04 }),
  ]),
  tableThing('pan', { words: 'frying_pan saucepan cauldron wok', metres: 0.15, colours: ['charcoal'] }, () => [
    drum([0, 0.14, 0], 0.42, 0.14, 'main metal'),
    drum([0, 0.24, 0], 0.37, 0.1, 'main metal', { carve: true }),
    limb([0.4, 0.2, 0], [0.98, 0.28, 0], 0.04, '#2a1c14 wood plain'),
  ]),
];
