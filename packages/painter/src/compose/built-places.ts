// Deserts and snow, towns and rooms, tables, space and the sea floor.
import { FAR_HILLS, HILLS, PEAKS, type Place, WOODS } from './place.ts';

const ROOM = { wall: '#d8cfc0', second: '#b8a890', back: 9, halfWidth: 6.5, height: 5.6, window: true } as const;
export const BUILT_PLACES: Readonly<Record<string, Place>> = {
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
  'neon street': {
    ground: 'road',
    colours: ['#22222c', '#2c2c38'],
    ridges: [
      ['city', 120, 0.5, '#241c3c', '#3c2c5c'],
      ['city', 60, 0.42, '#161426', '#2a2440'],
    ],
    fog: 1.5,
    company: [
      ['neon tower', 6],
      ['street lamp', 1],
    ],
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
    company: [['earth', 1]],
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
