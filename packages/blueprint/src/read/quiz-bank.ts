// Questions by topic: question, right answer, three wrong ones.
export type QuizRow = [string, string, string, string, string];

export const QUIZ_BANK: { topic: string; pattern: RegExp; rows: QuizRow[] }[] = [
  {
    topic: 'geography',
    pattern: /geograph|capital|countr|map|world|europe|travel/,
    rows: [
      ['What is the capital of Australia?', 'Canberra', 'Sydney', 'Melbourne', 'Perth'],
      ['Which river flows through Budapest?', 'Danube', 'Rhine', 'Elbe', 'Vistula'],
      ['Which is the largest ocean?', 'Pacific', 'Atlantic', 'Indian', 'Arctic'],
      ['What is the capital of Canada?', 'Ottawa', 'Toronto', 'Vancouver', 'Montreal'],
      ['On which continent is Mali?', 'Africa', 'Asia', 'Europe', 'South America'],
      ['Which country has the most people?', 'India', 'United States', 'Indonesia', 'Brazil'],
      ['What is the highest mountain above sea level?', 'Mount Everest', 'K2', 'Kilimanjaro', 'Mont Blanc'],
    ],
  },
  {
    topic: 'science',
    pattern: /scien|physic|chemi|biolog|space|astronom|planet/,
    rows: [
      ['Which planet is closest to the Sun?', 'Mercury', 'Venus', 'Mars', 'Earth'],
      ['What is the chemical sign of gold?', 'Au', 'Ag', 'Gd', 'Go'],
      ['What do plants take out of the air to grow?', 'Carbon dioxide', 'Nitrogen', 'Helium', 'Methane'],
      ['Which unit measures electric resistance?', 'Ohm', 'Volt', 'Watt', 'Tesla'],
      ['How many bones has an adult human, about?', '206', '106', '306', '406'],
      ['What is the largest planet of our system?', 'Jupiter', 'Saturn', 'Neptune', 'Earth'],
    ],
  },
  {
    topic: 'history',
    pattern: /histor|ancient|war|roman|king/,
    rows: [
      ['In which year did the Berlin Wall fall?', '1989', '1979', '1991', '1985'],
      ['Who painted the ceiling of the Sistine Chapel?', 'Michelangelo', 'Raphael', 'Leonardo', 'Titian'],
      ['Which civilisation built Machu Picchu?', 'Inca', 'Maya', 'Aztec', 'Roman'],
      ['When did the first people walk on the Moon?', '1969', '1959', '1975', '1981'],
      ['Which ship sank on its first voyage in 1912?', 'Titanic', 'Lusitania', 'Bismarck', 'Vasa'],
    ],
  },
  {
    topic: 'programming',
    pattern: /program|javascript|coding|software|python|web dev|computer/,
    rows: [
      ['What does HTML describe?', 'The structure of a page', 'Its colours', 'Its database', 'Its server'],
      ['Which keyword declares a constant in JavaScript?', 'const', 'let', 'var', 'fix'],
      ['What does a 404 status say?', 'Not found', 'Forbidden', 'Server error', 'Moved'],
      ['Which structure is first in, first out?', 'Queue', 'Stack', 'Tree', 'Heap'],
      ['How many bits has a byte?', '8', '4', '16', '10'],
      ['What does SQL talk to?', 'A database', 'A browser', 'A printer', 'A compiler'],
    ],
  },
  {
    topic: 'food',
    pattern: /food|cook|kitchen|wine|cuisine/,
    rows: [
      ['Which spice colours risotto milanese yellow?', 'Saffron', 'Paprika', 'Cumin', 'Nutmeg'],
      ['What is hummus made of?', 'Chickpeas', 'Lentils', 'Beans', 'Peas'],
      ['Which country does paella come from?', 'Spain', 'Italy', 'Portugal', 'Mexico'],
      ['What makes bread rise?', 'Yeast', 'Salt', 'Oil', 'Flour'],
      ['Which nut is in marzipan?', 'Almond', 'Walnut', 'Cashew', 'Hazelnut'],
    ],
  },
  {
    topic: 'animals',
    pattern: /animal|nature|bird|dinosaur|ocean|wildlife/,
    rows: [
      ['Which is the largest animal on Earth?', 'Blue whale', 'Elephant', 'Giraffe', 'Shark'],
      ['How many legs has a spider?', '8', '6', '10', '12'],
      ['Which bird cannot fly?', 'Penguin', 'Swan', 'Eagle', 'Owl'],
      ['What do pandas mostly eat?', 'Bamboo', 'Fish', 'Grass', 'Fruit'],
      ['Which mammal can truly fly?', 'Bat', 'Squirrel', 'Lemur', 'Otter'],
    ],
  },
  {
    topic: 'general knowledge',
    pattern: /.*/,
    rows: [
      ['How many minutes are in a day?', '1440', '1240', '1600', '3600'],
      ['Which colour do blue and yellow make?', 'Green', 'Purple', 'Orange', 'Brown'],
      ['How many strings has a usual violin?', '4', '5', '6', '3'],
      ['Which instrument has black and white keys?', 'Piano', 'Trumpet', 'Flute', 'Drum'],
      ['What is the square root of 144?', '12', '14', '11', '16'],
      ['Which language has the most native speakers?', 'Mandarin Chinese', 'English', 'Spanish', 'Hindi'],
    ],
  },
];
