// Places: what the ground is, whether there is water, what rises at the horizon, what is strewn about.
import { linearOf } from '../render/colour.ts';
import type { GroundKind, Ridge, RidgeKind, Room, SkyLook, World } from '../render/world.ts';
import type { Vec } from '../shapes/part.ts';

export interface Place {
  ground: GroundKind;
  colours: readonly [string, string];
  ridges: readonly (readonly [kind: RidgeKind, depth: number, height: number, colour: string, second: string])[];
  water?: readonly [from: number, to: number, waves: number, colour: string, shallow: string];
  strewn?: readonly [kind: World['strewn']['kind'], amount: number, ...colours: string[]];
  room?: Partial<Omit<Room, 'wall' | 'second'>> & { wall: string; second: string };
  sky?: SkyLook['kind'];
  horizon?: number;
  fog?: number;
  /** Companions that make the place, when there is room: kinds and how many. */
  company?: readonly (readonly [kind: string, count: number])[];
}

const GREEN = ['#5f8f35', '#7fa345'] as const;
const HILLS = ['hills', 60, 0.1, '#4f7a3c', '#86a858'] as const;
const FAR_HILLS = ['hills', 140, 0.16, '#5a7a66', '#7a9a80'] as const;
const PEAKS = ['peaks', 220, 0.34, '#6a7280', '#f4f6fa'] as const;
const WOODS = ['forest', 45, 0.11, '#2f5a2c', '#5a8a3c'] as const;
const LAKE = [5.4, 60, 0.7, '#1c4a5c', '#4a8a84'] as const;
const SEA = [8.6, 3000, 1.1, '#124a6c', '#3aa0a0'] as const;
const FLOWERS = ['flowers', 0.9, '#e8446a', '#f4c430', '#f4f0f8', '#a868d8', '#f08038'] as const;
const ROOM = { wall: '#d8cfc0', second: '#b8a890', back: 9, halfWidth: 6.5, height: 5.6, window: true } as const;

export const PLACES: Readonly<Record<string, Place>> & { hills: Place } = {
  meadow: {
    ground: 'grass',
    colours: GREEN,
    ridges: [FAR_HILLS, HILLS, WOODS],
    strewn: ['flowers', 0.45, '#f4f0f0', '#f4d040', '#e86a8a'],
  },
  hills: {
    ground: 'grass',
    colours: ['#6a9440', '#8fae50'],
    ridges: [PEAKS, FAR_HILLS, HILLS],
    strewn: ['grass', 0.5, '#5a8a34', '#9ab858'],
  },
  garden: {
    ground: 'grass',
    colours: ['#568c34', '#6fa040'],
    ridges: [FAR_HILLS, ['hedge', 30, 0.12, '#2c5c2c', '#5a9040']],
    strewn: FLOWERS,
    company: [['bush', 2]],
  },
  park: {
    ground: 'grass',
    colours: ['#5c9038', '#74a444'],
    ridges: [FAR_HILLS, ['forest', 45, 0.16, '#346030', '#6a9a40']],
    strewn: ['grass', 0.4, '#5a8a34', '#8ab04c'],
    company: [['tree', 2]],
  },
  flowers: {
    ground: 'flowers',
    colours: ['#5c8c38', '#7aa04a'],
    ridges: [FAR_HILLS, HILLS, WOODS],
    strewn: ['flowers', 1, '#e8446a', '#f4c430', '#f4f0f8', '#a868d8', '#f08038'],
  },
  sunflowers: {
    ground: 'crops',
    colours: ['#6a8a30', '#c8a020'],
    ridges: [FAR_HILLS, HILLS],
    strewn: ['flowers', 1, '#f4c420', '#f0b010'],
  },
  'lavender field': {
    ground: 'crops',
    colours: ['#6a7a48', '#8a60c0'],
    ridges: [FAR_HILLS, HILLS],
    strewn: ['flowers', 1, '#8a5cc8', '#a880dc'],
  },
  'tulip field': {
    ground: 'crops',
    colours: ['#5a8c3c', '#d84848'],
    ridges: [FAR_HILLS, WOODS],
    strewn: ['flowers', 1, '#e03848', '#f4c430', '#f080a8'],
  },
  wheat: {
    ground: 'crops',
    colours: ['#d0a850', '#b8883c'],
    ridges: [FAR_HILLS, HILLS, WOODS],
    strewn: ['grass', 1, '#e0bc60', '#c89a44'],
  },
  farm: {
    ground: 'grass',
    colours: ['#7a9440', '#a8a050'],
    ridges: [FAR_HILLS, HILLS, WOODS],
    strewn: ['grass', 0.5, '#7a9a3c', '#b0ac58'],
    company: [['fence', 1]],
  },
  forest: {
    ground: 'leaves',
    colours: ['#4a5a2c', '#6a6034'],
    ridges: [
      ['forest', 90, 0.34, '#3a5a3c', '#6a8a54'],
      ['forest', 40, 0.28, '#24482a', '#4a7a38'],
    ],
    strewn: ['grass', 0.5, '#4a7a30', '#7a8a40'],
    fog: 1.6,
    company: [['tree', 3]],
  },
  'pine forest': {
    ground: 'leaves',
    colours: ['#4a5434', '#60583a'],
    ridges: [
      ['peaks', 200, 0.36, '#6a7280', '#f4f6fa'],
      ['pines', 90, 0.3, '#3a5a4a', '#5a7a5c'],
      ['pines', 40, 0.24, '#1f4030', '#3c6444'],
    ],
    strewn: ['grass', 0.4, '#4a7a40', '#6a8a48'],
    fog: 1.6,
    company: [['pine', 3]],
  },
  jungle: {
    ground: 'leaves',
    colours: ['#3c6228', '#56703a'],
    ridges: [
      ['forest', 90, 0.42, '#2f5c38', '#5a8a48'],
      ['forest', 40, 0.32, '#1c4a24', '#3f8034'],
    ],
    strewn: ['grass', 0.9, '#3f8a30', '#6aa840'],
    fog: 1.8,
    company: [
      ['palm', 2],
      ['bush', 2],
    ],
  },
  bamboo: {
    ground: 'leaves',
    colours: ['#5a6a34', '#7a7a40'],
    ridges: [['forest', 60, 0.5, '#5a7c3c', '#8aa858']],
    strewn: ['grass', 0.5, '#5a8a34', '#8aa84c'],
    fog: 1.5,
    company: [['bamboo', 3]],
  },
  'blossom garden': {
    ground: 'grass',
    colours: ['#6a9a44', '#8ab058'],
    ridges: [PEAKS, ['forest', 60, 0.16, '#d888a8', '#f4c0d0']],
    strewn: ['flowers', 0.5, '#f4b8cc', '#f8dce6'],
    company: [['cherry tree', 2]],
  },
  mountains: {
    ground: 'grass',
    colours: ['#5f7f3c', '#7f9448'],
    ridges: [
      ['peaks', 300, 0.46, '#7a869c', '#f6f8fc'],
      ['peaks', 160, 0.3, '#566270', '#e8eef4'],
      ['pines', 55, 0.1, '#24483a', '#446a4c'],
    ],
    strewn: ['grass', 0.5, '#5a8444', '#8a9a50'],
  },
  lake: {
    ground: 'grass',
    colours: ['#5f8440', '#8a9450'],
    ridges: [['peaks', 240, 0.32, '#6a7688', '#f4f6fa'], FAR_HILLS, ['forest', 70, 0.065, '#2a5034', '#4f7a44']],
    water: LAKE,
    strewn: ['reeds', 0.6, '#6a8a3c', '#9aa050'],
  },
  river: {
    ground: 'grass',
    colours: ['#5a8838', '#7f9a48'],
    ridges: [FAR_HILLS, HILLS, ['forest', 50, 0.14, '#2f5a30', '#5a8a3c']],
    water: [5.6, 26, 0.9, '#245864', '#5a9a90'],
    strewn: ['reeds', 0.6, '#5a8a38', '#8a9a48'],
  },
  swamp: {
    ground: 'soil',
    colours: ['#4a4a2c', '#5c6034'],
    ridges: [['forest', 60, 0.28, '#3a4a34', '#5a6a44']],
    water: [4, 40, 0.3, '#2a3a24', '#4a5a34'],
    strewn: ['reeds', 1, '#5a6a30', '#7a7a40'],
    fog: 3,
  },
  sea: { ground: 'sand', colours: ['#d8c090', '#c8ac78'], ridges: [], water: [0.2, 3000, 1.2, '#0f4468', '#2a8898'] },
  'arctic sea': {
    ground: 'snow',
    colours: ['#e8f0f6', '#d4e2ee'],
    ridges: [['peaks', 240, 0.2, '#8aa0b4', '#f8fbff']],
    water: [4, 3000, 0.6, '#1c4a68', '#5aa0b4'],
  },
  beach: {
    ground: 'sand',
    colours: ['#e4cc98', '#d4b880'],
    ridges: [['hills', 200, 0.07, '#5a7a70', '#7a9a88']],
    water: SEA,
    company: [['palm', 1]],
  },
  coast: {
    ground: 'grass',
    colours: ['#6a8c44', '#8f9a58'],
    ridges: [['hills', 220, 0.1, '#5a746a', '#7a9484']],
    water: [10, 3000, 1.1, '#164c70', '#3a909c'],
    strewn: ['grass', 0.6, '#6a8a40', '#a0a85c'],
  },
  harbour: {
    ground: 'planks',
    colours: ['#8a7458', '#9a8468'],
    ridges: [
      ['houses', 120, 0.1, '#b89a84', '#d0b89c'],
      ['hills', 240, 0.14, '#5a746a', '#7a9484'],
    ],
    water: [7, 3000, 0.6, '#1a4c68', '#3a8090'],
  },
  desert: {
    ground: 'sand',
    colours: ['#dcb070', '#cf9a58'],
    ridges: [
      ['dunes', 160, 0.18, '#d8a868', '#e8c48c'],
      ['dunes', 70, 0.1, '#d09a58', '#e8bc80'],
    ],
  },
  canyon: {
    ground: 'sand',
    colours: ['#c8804c', '#b8683c'],
    ridges: [
      ['mesa', 240, 0.3, '#b8643c', '#dca070'],
      ['mesa', 110, 0.18, '#a04c2c', '#c8805c'],
    ],
    strewn: ['stones', 0.6, '#b87048', '#9a5838'],
  },
  savanna: {
    ground: 'grass',
    colours: ['#c0a050', '#a89048'],
    ridges: [
      ['hills', 180, 0.1, '#8a8a60', '#a8a078'],
      ['forest', 80, 0.045, '#6a7038', '#9a9048'],
    ],
    strewn: ['grass', 0.9, '#c8a854', '#a89048'],
    company: [['tree', 1]],
  },
  snow: {
    ground: 'snow',
    colours: ['#eef3f8', '#dde8f2'],
    ridges: [
      ['peaks', 260, 0.36, '#7f90a8', '#fafcff'],
      ['pines', 60, 0.12, '#4a6464', '#d8e4ec'],
    ],
    company: [['pine', 2]],
  },
  city: {
    ground: 'stone',
    colours: ['#84828a', '#76747c'],
    ridges: [
      ['city', 160, 0.42, '#7a8aa0', '#a0a8b4'],
      ['city', 80, 0.3, '#5c6a80', '#8a8a94'],
    ],
  },
  street: {
    ground: 'stone',
    colours: ['#8a8484', '#78747a'],
    ridges: [
      ['city', 120, 0.3, '#8a8490', '#a89c98'],
      ['houses', 40, 0.26, '#b08870', '#c8a888'],
    ],
  },
  village: {
    ground: 'grass',
    colours: ['#6a9040', '#8fa454'],
    ridges: [PEAKS, FAR_HILLS, ['houses', 70, 0.085, '#c8a488', '#a8603c']],
    strewn: ['flowers', 0.3, '#f4f0f0', '#f4d040'],
  },
  road: { ground: 'road', colours: ['#4a4a50', '#6a8a3c'], ridges: [PEAKS, FAR_HILLS, HILLS] },
  railway: {
    ground: 'soil',
    colours: ['#7a6c58', '#8a7c60'],
    ridges: [PEAKS, FAR_HILLS, WOODS],
    strewn: ['stones', 0.6, '#8a8078', '#6a6460'],
  },
  castle: {
    ground: 'grass',
    colours: ['#5c8438', '#7c9848'],
    ridges: [['peaks', 260, 0.36, '#6f7a90', '#f0f4fa'], FAR_HILLS, WOODS],
    strewn: ['grass', 0.5, '#5a8434', '#8fa850'],
  },
  temple: {
    ground: 'stone',
    colours: ['#9a948a', '#88827a'],
    ridges: [PEAKS, ['forest', 60, 0.2, '#3a6a3c', '#6a9a4c']],
  },
  graveyard: {
    ground: 'grass',
    colours: ['#4a5c38', '#5a6440'],
    ridges: [
      ['hills', 140, 0.14, '#4a5660', '#5c6870'],
      ['pines', 60, 0.16, '#2c3c3c', '#445450'],
    ],
    strewn: ['grass', 0.7, '#4a5c34', '#6a7044'],
    fog: 3,
    company: [
      ['dead tree', 1],
      ['gravestone', 2],
    ],
  },
  'night field': {
    ground: 'grass',
    colours: ['#4f7f35', '#6a9345'],
    ridges: [FAR_HILLS, HILLS],
    strewn: ['grass', 0.6, '#4a7a30', '#7a9a48'],
  },
  sky: { ground: 'grass', colours: ['#6a9444', '#8aa854'], ridges: [PEAKS, FAR_HILLS, HILLS], horizon: 0.2 },
  clouds: {
    ground: 'none',
    colours: ['#ffffff', '#ffffff'],
    ridges: [
      ['hills', 120, 0.1, '#f4f6fa', '#ffffff'],
      ['hills', 50, 0.02, '#ffffff', '#f8fafc'],
    ],
    horizon: 0.22,
  },
  room: { ground: 'planks', colours: ['#a8743f', '#9a6838'], ridges: [], room: { ...ROOM, pattern: 'panels' } },
  'living room': {
    ground: 'planks',
    colours: ['#b07c48', '#a06c3c'],
    ridges: [],
    room: { ...ROOM, wall: '#b8c4b8', second: '#e4ded0', pattern: 'panels' },
    company: [['potted plant', 1]],
  },
  bedroom: {
    ground: 'carpet',
    colours: ['#c8b8a8', '#bcaa9a'],
    ridges: [],
    room: { ...ROOM, wall: '#b4bcd0', second: '#a4aec4', pattern: 'stripes' },
  },
  kitchen: {
    ground: 'tile',
    colours: ['#d8d4cc', '#8a9490'],
    ridges: [],
    room: { ...ROOM, wall: '#ece4d0', second: '#9cc0b8', pattern: 'tiles' },
  },
  study: {
    ground: 'planks',
    colours: ['#8a5c34', '#7a5030'],
    ridges: [],
    room: { ...ROOM, wall: '#5c7468', second: '#6a4428', pattern: 'panels' },
  },
  library: {
    ground: 'planks',
    colours: ['#7a4c2a', '#6c4224'],
    ridges: [],
    room: { ...ROOM, wall: '#5a3a22', second: '#6a4426', pattern: 'books', window: false },
  },
  'castle hall': {
    ground: 'tile',
    colours: ['#b8b0a4', '#7a7470'],
    ridges: [],
    room: { ...ROOM, wall: '#8a8074', second: '#746a60', pattern: 'bricks' },
  },
  stage: {
    ground: 'planks',
    colours: ['#7a4a2c', '#6a4026'],
    ridges: [],
    room: { ...ROOM, wall: '#8c1c24', second: '#6c1218', pattern: 'stripes', window: false },
  },
  circus: {
    ground: 'sand',
    colours: ['#d8b478', '#c8a468'],
    ridges: [],
    room: { ...ROOM, wall: '#e8e0d0', second: '#c8242c', pattern: 'stripes', window: false },
  },
  cave: {
    ground: 'soil',
    colours: ['#4c443e', '#5a5048'],
    ridges: [],
    room: { ...ROOM, wall: '#4c4640', second: '#3c3834', pattern: 'plain', window: false },
  },
  'table top': {
    ground: 'table',
    colours: ['#9a6436', '#8a562c'],
    ridges: [],
    horizon: 0.86,
    room: {
      ...ROOM,
      wall: '#5c6c64',
      second: '#4c5c54',
      back: 16,
      halfWidth: 16,
      height: 14,
      window: false,
      pattern: 'haze',
    },
  },
  'desk top': {
    ground: 'table',
    colours: ['#7c5432', '#6c4628'],
    ridges: [],
    horizon: 0.84,
    room: {
      ...ROOM,
      wall: '#3c5468',
      second: '#34485c',
      back: 16,
      halfWidth: 16,
      height: 14,
      window: false,
      pattern: 'haze',
    },
  },
  space: { ground: 'none', colours: ['#000000', '#000000'], ridges: [], sky: 'space', horizon: 0.5 },
  'moon surface': {
    ground: 'moon',
    colours: ['#8c8a88', '#7a7876'],
    ridges: [['dunes', 90, 0.1, '#7c7a78', '#9c9a98']],
    sky: 'space',
    strewn: ['stones', 0.6, '#8a8886', '#6a6866'],
  },
  underwater: {
    ground: 'seabed',
    colours: ['#b8b088', '#a09c7c'],
    ridges: [
      ['reef', 60, 0.2, '#2c6078', '#4a8898'],
      ['reef', 26, 0.1, '#24506a', '#4a7c80'],
    ],
    sky: 'underwater',
    strewn: ['reeds', 0.8, '#2f8a5c', '#c85a78', '#d8a048'],
    fog: 6,
    horizon: 0.3,
  },
  studio: { ground: 'studio', colours: ['#d8d4ce', '#d8d4ce'], ridges: [], sky: 'studio', horizon: 0.5 },
};

export function placeNamed(name: string): Place {
  return PLACES[name] ?? PLACES.hills;
}

const FRESH: Readonly<Record<string, (c: Vec) => Vec>> = {
  autumn: (c) => [Math.min(1, c[1] * 1.5 + c[0] * 0.45), c[1] * 0.62 + c[0] * 0.1, c[2] * 0.5],
  winter: (c) => [0.78 + c[0] * 0.14, 0.82 + c[1] * 0.1, 0.88 + c[2] * 0.08],
  spring: (c) => [c[0] * 1.02, c[1] * 1.15, c[2] * 0.95],
};

/** Greens turn with the season; stone, sand and walls do not. */
export function inSeason(hex: string, season: string): Vec {
  const colour = linearOf(hex);
  const change = FRESH[season];
  const green = colour[1] > colour[0] * 1.05 && colour[1] > colour[2] * 1.1;
  return change && green ? change(colour) : colour;
}

export function ridgesOf(place: Place, season: string, seed: number, night: number): Ridge[] {
  return place.ridges.map(([kind, depth, height, colour, second], i) => ({
    kind,
    depth,
    height,
    colour: inSeason(colour, season),
    second: inSeason(second, season),
    seed: (seed % 977) * 0.37 + i * 7.3,
    lit: 0.12 + 0.55 * night,
  }));
}
