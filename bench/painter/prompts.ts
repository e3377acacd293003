// Sixty prompts with what their pictures must show: colours, counts, positions, places.
export interface Ask {
  /** Word of the subject, its colour class and how many are asked for. */
  colour?: { of: string; is: string; count?: number };
  /** A second coloured subject, for positions. */
  other?: { of: string; is: string };
  relation?: 'left of' | 'right of' | 'above' | 'below';
  /** Counted without a colour: by what differs from the same picture without the subject. */
  count?: { of: string; is: number };
  place?: 'water' | 'sand' | 'snow' | 'green' | 'night' | 'sunset' | 'space' | 'underwater' | 'fog' | 'autumn' | 'day';
}

export const PROMPTS: readonly (readonly [prompt: string, ask: Ask])[] = [
  ['two red balloons above a lake at sunset', { colour: { of: 'balloon', is: 'red', count: 2 }, place: 'sunset' }],
  [
    'a blue car to the left of a red house',
    { colour: { of: 'car', is: 'blue', count: 1 }, other: { of: 'house', is: 'red' }, relation: 'left of' },
  ],
  ['three cats on a sofa in a room', { count: { of: 'cat', is: 3 } }],
  ['three red apples on a table', { colour: { of: 'apple', is: 'red', count: 3 } }],
  ['four yellow ducks on a lake', { colour: { of: 'duck', is: 'yellow', count: 4 }, place: 'water' }],
  ['a red boat on the sea', { colour: { of: 'boat', is: 'red' }, place: 'water' }],
  ['a white horse in a green meadow', { count: { of: 'horse', is: 1 }, place: 'green' }],
  [
    'five orange fish underwater',
    { colour: { of: 'fish', is: 'orange' }, count: { of: 'fish', is: 5 }, place: 'underwater' },
  ],
  [
    'a purple butterfly above a yellow flower',
    { colour: { of: 'butterfly', is: 'purple' }, other: { of: 'flower', is: 'yellow' }, relation: 'above' },
  ],
  ['a green tractor on a farm', { colour: { of: 'tractor', is: 'green' } }],
  ['a yellow taxi in a city street', { colour: { of: 'taxi', is: 'yellow' } }],
  ['two blue cups on a table', { colour: { of: 'cup', is: 'blue', count: 2 } }],
  ['a rocket in space', { count: { of: 'rocket', is: 1 }, place: 'space' }],
  ['a camel in the desert', { count: { of: 'camel', is: 1 }, place: 'sand' }],
  ['a penguin in the snow', { count: { of: 'penguin', is: 1 }, place: 'snow' }],
  ['a castle on a hill at night', { count: { of: 'castle', is: 1 }, place: 'night' }],
  ['a red umbrella on a beach', { colour: { of: 'umbrella', is: 'red' }, place: 'sand' }],
  ['three green bottles', { colour: { of: 'bottle', is: 'green', count: 3 } }],
  ['a pink flamingo by a lake', { colour: { of: 'flamingo', is: 'pink' }, place: 'water' }],
  ['two brown dogs in a park', { colour: { of: 'dog', is: 'orange' }, count: { of: 'dog', is: 2 }, place: 'green' }],
  ['a lighthouse on the coast at dusk', { count: { of: 'lighthouse', is: 1 } }],
  [
    'a blue sphere to the right of a red cube',
    { colour: { of: 'sphere', is: 'blue', count: 1 }, other: { of: 'cube', is: 'red' }, relation: 'right of' },
  ],
  [
    'a yellow cone on a blue cube',
    { colour: { of: 'cone', is: 'yellow', count: 1 }, other: { of: 'cube', is: 'blue' }, relation: 'above' },
  ],
  ['four red spheres', { colour: { of: 'sphere', is: 'red', count: 4 } }],
  ['six green cubes', { colour: { of: 'cube', is: 'green', count: 6 } }],
  ['a red kite above a green hill', { colour: { of: 'kite', is: 'red' }, place: 'green' }],
  ['a red sports car on a road in the mountains', { colour: { of: 'sports car', is: 'red' } }],
  ['a sailboat on a lake with mountains', { count: { of: 'sailboat', is: 1 }, place: 'water' }],
  ['an orange cat beside a blue vase', { colour: { of: 'cat', is: 'orange' }, other: { of: 'vase', is: 'blue' } }],
  ['two white swans on a lake at dawn', { count: { of: 'swan', is: 2 }, place: 'water' }],
  ['a red rose in a garden', { colour: { of: 'rose', is: 'red' } }],
  [
    'three sunflowers under a blue sky',
    { colour: { of: 'sunflower', is: 'yellow' }, count: { of: 'sunflower', is: 3 } },
  ],
  ['a purple hot air balloon over green hills', { colour: { of: 'hot air balloon', is: 'purple' }, place: 'green' }],
  ['a snowman in a snowy field', { count: { of: 'snowman', is: 1 }, place: 'snow' }],
  ['a wooden cabin in a pine forest in winter', { count: { of: 'cabin', is: 1 }, place: 'snow' }],
  ['a maple tree in autumn', { colour: { of: 'maple', is: 'orange' }, place: 'autumn' }],
  ['a foggy forest with a deer', { count: { of: 'deer', is: 1 }, place: 'fog' }],
  ['a green dragon in front of a castle', { colour: { of: 'dragon', is: 'green' } }],
  ['a robot holding a red balloon', { colour: { of: 'balloon', is: 'red', count: 1 } }],
  ['a girl with a yellow umbrella in the rain', { colour: { of: 'umbrella', is: 'yellow' } }],
  ['a bowl of oranges on a table', { colour: { of: 'orange', is: 'orange' } }],
  ['a blue bird on a branch above a red mushroom', { colour: { of: 'bird', is: 'blue' } }],
  [
    'two yellow bananas and a red apple on a table',
    { colour: { of: 'banana', is: 'yellow' }, other: { of: 'apple', is: 'red' } },
  ],
  ['a green frog on a lake', { colour: { of: 'frog', is: 'green' }, place: 'water' }],
  ['an elephant in the savanna at sunset', { count: { of: 'elephant', is: 1 }, place: 'sunset' }],
  ['a palm tree on a beach', { count: { of: 'palm', is: 1 }, place: 'sand' }],
  ['a purple chair in a room', { colour: { of: 'chair', is: 'purple', count: 1 } }],
  ['a red book on a desk', { colour: { of: 'book', is: 'red' } }],
  ['a black cat under a full moon at night', { count: { of: 'cat', is: 1 }, place: 'night' }],
  ['three yellow stars', { colour: { of: 'star', is: 'yellow', count: 3 } }],
  [
    'a green apple to the left of a red apple',
    { colour: { of: 'apple', is: 'green', count: 1 }, other: { of: 'apple', is: 'red' }, relation: 'left of' },
  ],
  ['a red bicycle in a park in spring', { colour: { of: 'bicycle', is: 'red' }, place: 'green' }],
  ['a yellow submarine underwater', { colour: { of: 'submarine', is: 'yellow', count: 1 }, place: 'underwater' }],
  ['a blue whale in the ocean depths underwater', { colour: { of: 'whale', is: 'blue' }, place: 'underwater' }],
  ['five red tulips in a field', { colour: { of: 'tulip', is: 'red', count: 5 }, place: 'green' }],
  [
    'a purple teapot and a yellow cup on a table',
    { colour: { of: 'teapot', is: 'purple' }, other: { of: 'cup', is: 'yellow' } },
  ],
  ['a red barn on a farm under a clear sky', { colour: { of: 'barn', is: 'red' }, place: 'day' }],
  ['two green pears on a table', { colour: { of: 'pear', is: 'green', count: 2 } }],
  ['an astronaut on the moon surface', { count: { of: 'astronaut', is: 1 }, place: 'space' }],
  ['a pink pig beside a white fence', { colour: { of: 'pig', is: 'pink' } }],
];
