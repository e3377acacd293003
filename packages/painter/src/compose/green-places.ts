// Meadows, woods, mountains and waters.
import { FAR_HILLS, GREEN, HILLS, PEAKS, type Place, WOODS } from './place.ts';

const LAKE = [5.4, 60, 0.7, '#1c4a5c', '#4a8a84'] as const;
const SEA = [8.6, 3000, 1.1, '#124a6c', '#3aa0a0'] as const;
const FLOWERS = ['flowers', 0.9, '#e8446a', '#f4c430', '#f4f0f8', '#a868d8', '#f08038'] as const;
export const GREEN_PLACES: Readonly<Record<string, Place>> & { hills: Place } = {
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
    company: [['tree', 8]],
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
};
