// Everyday apps: polls, notes, habits, weather.
import { entityOf, type KindOrder, type KindParts, page, recordPages } from './kit.ts';
import { dayFrom } from './seed.ts';
import { titleCase } from './words.ts';

export function composePoll({ subject }: KindOrder): KindParts {
  const about = subject ?? 'our group';
  const polls = entityOf(
    { name: 'polls', icon: 'chart' },
    ['question:text*'],
    [{ question: `What should ${about} do next?` }, { question: 'When shall we meet?' }],
  );
  const rows: [string, string, number][] = [
    ['polls-1', 'Keep going as it is', 5],
    ['polls-1', 'Try something new', 9],
    ['polls-1', 'Take a break', 2],
    ['polls-2', 'Weekday evening', 6],
    ['polls-2', 'Saturday morning', 4],
  ];
  const choices = entityOf(
    { name: 'choices', icon: 'check' },
    ['words:text*', 'votes:number', 'poll>polls'],
    rows.map(([poll, words, votes]) => ({ poll, words, votes })),
  );
  return {
    name: 'Quick Poll',
    tagline: `Ask ${about}, see the answer.`,
    layout: 'site',
    entities: [polls, choices],
    pages: [page({ path: '/', title: 'Polls', icon: 'chart' }, 'Poll'), ...recordPages(polls, true)],
    copy: {},
  };
}

export function composeNotes({ subject }: KindOrder): KindParts {
  const notes = entityOf(
    { name: 'notes', icon: 'file' },
    ['title:text*', 'body:longtext'],
    [
      {
        title: 'Welcome',
        body: '# Welcome\n\nWrite on the left, read on the right.\n\n- A dash makes an item\n- A hash makes a heading\n\n> And this is a quote.',
      },
      { title: 'Shopping', body: '## This week\n\n- Bread\n- Lemons\n- Olive oil' },
      { title: 'Ideas', body: '# Ideas\n\nThe best ones come while walking.' },
    ],
  );
  return {
    name: subject ? `${titleCase(subject)} Notes` : 'Clear Notes',
    tagline: 'A quiet place for your thoughts.',
    layout: 'site',
    entities: [notes],
    pages: [page({ path: '/', title: 'Notes', icon: 'edit' }, 'Notes'), ...recordPages(notes, true)],
    copy: {},
  };
}

export function composeHabits({ today }: KindOrder): KindParts {
  const names = ['Drink water', 'Read ten pages', 'Move for twenty minutes', 'No phone in bed'];
  const habits = entityOf(
    { name: 'habits', icon: 'heart' },
    ['name*'],
    names.map((name) => ({ name })),
  );
  const days: [number, number[]][] = [
    [1, [0, 1, 2, 3, 5]],
    [2, [1, 2]],
    [3, [0, 2, 4]],
    [4, [1]],
  ];
  const checks = entityOf(
    { name: 'checks', icon: 'check' },
    ['habit>habits', 'date'],
    days.flatMap(([habit, back]) => back.map((day) => ({ habit: `habits-${habit}`, date: dayFrom(today, -day) }))),
  );
  return {
    name: 'Daily Habits',
    tagline: 'Small steps, every day.',
    layout: 'site',
    entities: [habits, checks],
    pages: [page({ path: '/', title: 'Today', icon: 'check' }, 'Habits'), ...recordPages(habits, true)],
    copy: {},
  };
}

export function composeWeather({ prompt }: KindOrder): KindParts {
  const rows: [string, string, number, number, number, number][] = [
    ['London', 'United Kingdom', 51.5, 11, 8, 50],
    ['Lisbon', 'Portugal', 38.7, 17, 7, 30],
    ['Tokyo', 'Japan', 35.7, 16, 11, 42],
    ['New York', 'United States', 40.7, 13, 13, 40],
    ['Sydney', 'Australia', -33.9, 18, 6, 38],
    ['Nairobi', 'Kenya', -1.3, 19, 2, 35],
  ];
  const asked = /\b(?:in|for|of) ([A-Z][a-zA-Z]+(?: [A-Z][a-zA-Z]+)?)/.exec(prompt)?.[1];
  if (asked && !rows.some(([name]) => name === asked)) rows.unshift([asked, 'Your place', 48, 12, 9, 45]);
  const cities = entityOf(
    { name: 'cities', icon: 'map' },
    ['name*', 'country', 'latitude:number', 'mean:number', 'swing:number', 'rain:number'],
    rows.map(([name, country, latitude, mean, swing, rain]) => ({ name, country, latitude, mean, swing, rain })),
  );
  return {
    name: 'Clear Skies',
    tagline: 'The weather of the places you care about.',
    layout: 'site',
    entities: [{ ...cities, singular: 'city' }],
    pages: [
      page({ path: '/', title: 'Weather', icon: 'cloud' }, 'Weather'),
      ...recordPages({ ...cities, singular: 'city' }, true),
    ],
    copy: {},
    hue: 235,
  };
}
