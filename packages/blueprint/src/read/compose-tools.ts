// Tools: quiz, timer, calculators, flashcards.
import { entityOf, type KindOrder, type KindParts, page, recordPages } from './kit.ts';
import { QUIZ_BANK } from './quiz-bank.ts';
import { dayFrom } from './seed.ts';
import { sentenceCase, titleCase } from './words.ts';

export function composeQuiz({ prompt }: KindOrder): KindParts {
  const bank = QUIZ_BANK.find((each) => each.pattern.test(prompt.toLowerCase()));
  const topic = bank?.topic ?? 'general knowledge';
  const questions = entityOf(
    { name: 'questions', icon: 'book' },
    ['question:text*', 'answer:text*', 'wrong1:text*', 'wrong2:text', 'wrong3:text'],
    (bank?.rows ?? []).map(([question, answer, wrong1, wrong2, wrong3]) => ({
      question,
      answer,
      wrong1,
      wrong2,
      wrong3,
    })),
  );
  const results = entityOf({ name: 'results', icon: 'star' }, ['score', 'total:number']);
  return {
    name: `${titleCase(topic)} Quiz`,
    tagline: `How much do you know about ${topic}?`,
    layout: 'site',
    entities: [questions, results],
    pages: [page({ path: '/', title: 'Play', icon: 'game' }, 'Quiz'), ...recordPages(questions, true)],
    copy: {},
  };
}

export function composeTimer({ prompt, today }: KindOrder): KindParts {
  const text = prompt.toLowerCase();
  const asked = [...text.matchAll(/(\d+)[ -]?min/g)]
    .map((match) => Number(match[1]))
    .filter((minutes) => minutes > 0 && minutes < 600);
  const pomodoro = [
    { name: 'Focus', minutes: asked[0] ?? 25 },
    { name: 'Short break', minutes: asked[1] ?? 5 },
    { name: 'Long break', minutes: asked[2] ?? 15 },
  ];
  const plain = (asked.length ? asked : [1, 3, 5, 10]).map((minutes) => ({ name: `${minutes} minutes`, minutes }));
  const isFocus = /pomodoro|focus|work|study/.test(text);
  const kind = /meditat/.test(text)
    ? 'Meditation'
    : /egg|cook|kitchen/.test(text)
      ? 'Kitchen'
      : isFocus
        ? 'Focus'
        : 'Calm';
  const sessions = entityOf(
    { name: 'sessions', icon: 'clock' },
    ['task:text*', 'minutes', 'date'],
    [
      { task: 'Plan the week', minutes: 25, date: dayFrom(today, -1) },
      { task: 'Read two chapters', minutes: 25, date: dayFrom(today, -2) },
    ],
  );
  return {
    name: `${kind} Timer`,
    tagline: isFocus ? 'One thing at a time.' : 'Time, kept quietly.',
    layout: 'site',
    entities: [sessions],
    pages: [page({ path: '/', title: 'Timer', icon: 'clock' }, 'Timer'), ...recordPages(sessions, true)],
    copy: { timer: { heading: isFocus ? 'Time to focus' : 'Set the timer', modes: isFocus ? pomodoro : plain } },
  };
}

export function composeCalculator(): KindParts {
  const history = {
    ...entityOf({ name: 'history', icon: 'list' }, ['sum:text*', 'answer:text']),
    plural: 'History',
    singular: 'entry',
  };
  return {
    name: 'Pocket Calculator',
    tagline: 'Sums with a memory.',
    layout: 'site',
    entities: [history],
    pages: [page({ path: '/', title: 'Calculator', icon: 'code' }, 'Calculator'), ...recordPages(history, true)],
    copy: {},
  };
}

const FORMULAS = [
  {
    pattern: /\btip\b|split/,
    formula: 'tip',
    name: 'Tip Calculator',
    tagline: 'Split the bill without a fuss.',
    inputs: [
      ['bill', 'Bill', 5, 300, 0.5, 48],
      ['tip', 'Tip in percent', 0, 30, 1, 12],
      ['people', 'People', 1, 12, 1, 3],
    ],
  },
  {
    pattern: /bmi|body mass/,
    formula: 'bmi',
    name: 'BMI Calculator',
    tagline: 'Your body mass index at a glance.',
    inputs: [
      ['height', 'Height in cm', 120, 220, 1, 172],
      ['weight', 'Weight in kg', 35, 180, 0.5, 68],
    ],
  },
  {
    pattern: /saving|compound|retire|invest/,
    formula: 'savings',
    name: 'Savings Calculator',
    tagline: 'See what patience is worth.',
    inputs: [
      ['start', 'Starting amount', 0, 50000, 100, 1000],
      ['monthly', 'Each month', 0, 2000, 10, 150],
      ['rate', 'Interest in percent', 0, 12, 0.1, 4],
      ['years', 'Years', 1, 40, 1, 15],
    ],
  },
  {
    pattern: /mortgage|loan|credit/,
    formula: 'loan',
    name: 'Loan Calculator',
    tagline: 'Know the payment before you sign.',
    inputs: [
      ['amount', 'Amount', 1000, 900000, 1000, 240000],
      ['rate', 'Interest in percent', 0, 12, 0.1, 3.5],
      ['years', 'Years', 1, 40, 1, 25],
    ],
  },
  {
    pattern: /.*/,
    formula: 'convert',
    name: 'Unit Converter',
    tagline: 'From one measure to the other.',
    inputs: [['value', 'Value', 0, 1000, 1, 42]],
  },
] as const;

export function composeFormula({ prompt }: KindOrder): KindParts {
  const chosen = FORMULAS.find((each) => each.pattern.test(prompt.toLowerCase())) ?? FORMULAS[4];
  const notes = entityOf({ name: 'scenarios', icon: 'file' }, ['title*', 'notes']);
  return {
    name: chosen.name,
    tagline: chosen.tagline,
    layout: 'site',
    entities: [notes],
    pages: [page({ path: '/', title: 'Calculator', icon: 'chart' }, 'Formula'), ...recordPages(notes, true)],
    copy: {
      formula: {
        formula: chosen.formula,
        inputs: chosen.inputs.map(([name, label, min, max, step, start]) => ({ name, label, min, max, step, start })),
      },
    },
  };
}

export function composeFlashcards({ prompt, subject }: KindOrder): KindParts {
  const bank = QUIZ_BANK.find((each) => each.pattern.test(prompt.toLowerCase()) && each.topic !== 'general knowledge');
  const language = /spanish|french|german|italian/.exec(prompt.toLowerCase())?.[0];
  const words: Record<string, [string, string][]> = {
    spanish: [
      ['the house', 'la casa'],
      ['the water', 'el agua'],
      ['to eat', 'comer'],
      ['good morning', 'buenos días'],
      ['tomorrow', 'mañana'],
      ['the friend', 'el amigo'],
    ],
    french: [
      ['the house', 'la maison'],
      ['the water', 'l’eau'],
      ['to eat', 'manger'],
      ['good evening', 'bonsoir'],
      ['tomorrow', 'demain'],
      ['the friend', 'l’ami'],
    ],
    german: [
      ['the house', 'das Haus'],
      ['the water', 'das Wasser'],
      ['to eat', 'essen'],
      ['good morning', 'guten Morgen'],
      ['tomorrow', 'morgen'],
      ['the friend', 'der Freund'],
    ],
    italian: [
      ['the house', 'la casa'],
      ['the water', 'l’acqua'],
      ['to eat', 'mangiare'],
      ['good evening', 'buonasera'],
      ['tomorrow', 'domani'],
      ['the friend', 'l’amico'],
    ],
  };
  const pairs =
    (language && words[language]) ||
    (bank ?? QUIZ_BANK.at(-1))?.rows.map(([front, back]): [string, string] => [front, back]) ||
    [];
  const topic = language ? sentenceCase(language) : (subject ?? bank?.topic ?? 'knowledge');
  const cards = entityOf(
    { name: 'cards', icon: 'book' },
    ['front:text*', 'back:text*', 'state:New|Again|Known'],
    pairs.map(([front, back]) => ({ front, back, state: 'New' })),
  );
  return {
    name: `${titleCase(topic)} Cards`,
    tagline: `Learn ${topic} a few cards at a time.`,
    layout: 'site',
    entities: [cards],
    pages: [page({ path: '/', title: 'Learn', icon: 'book' }, 'Flashcards'), ...recordPages(cards, true)],
    copy: {},
  };
}
