// Games, chat and API services.
import type { ViewName } from '../blueprint.ts';
import { composeRecords } from './compose-records.ts';
import { entityOf, type KindOrder, type KindParts, page, recordPages } from './kit.ts';
import { titleCase } from './words.ts';

const GAMES = {
  snake: { view: 'Snake', name: 'Garden Snake', tagline: 'Eat, grow, and mind the walls.', hue: 145 },
  '2048': { view: 'Game2048', name: '2048', tagline: 'Join the tiles.', hue: 65 },
  memory: { view: 'Memory', name: 'Find the Pairs', tagline: 'A game for good memories.', hue: 300 },
} as const;

export function composeGame(kind: keyof typeof GAMES): KindParts {
  const game = GAMES[kind];
  const scores = entityOf({ name: 'scores', icon: 'star' }, ['player:text*', 'score']);
  return {
    name: game.name,
    tagline: game.tagline,
    layout: 'site',
    entities: [scores],
    pages: [page({ path: '/', title: 'Play', icon: 'game' }, game.view as ViewName), ...recordPages(scores, true)],
    copy: {},
    hue: game.hue,
  };
}

export function composeTicTacToe(): KindParts {
  const rounds = entityOf({ name: 'rounds', icon: 'star' }, ['outcome:Won|Draw|Lost']);
  return {
    name: 'Tic-Tac-Toe',
    tagline: 'You against a computer that never loses.',
    layout: 'site',
    entities: [rounds],
    pages: [page({ path: '/', title: 'Play', icon: 'game' }, 'TicTacToe'), ...recordPages(rounds, true)],
    copy: {},
  };
}

export function composeChat({ subject }: KindOrder): KindParts {
  const about = subject ?? 'the team';
  const channels = entityOf(
    { name: 'channels', icon: 'chat' },
    ['name:text*', 'topic'],
    [
      { name: 'general', topic: `Everything about ${about}` },
      { name: 'ideas', topic: 'What could be next' },
      { name: 'off-topic', topic: 'Coffee, cats and weekends' },
    ],
  );
  const rows: [number, string, string, string][] = [
    [1, 'Mei', 'I have put the notes into the shared folder.', '09:24'],
    [1, 'Jonas', 'Good morning! Shall we start at ten?', '09:12'],
    [1, 'Ada', `Welcome to ${about}!`, '09:05'],
    [2, 'Priya', 'What if we made the first step even shorter?', '11:40'],
    [3, 'Omar', 'The bakery next door is open again.', '12:02'],
  ];
  const messages = entityOf(
    { name: 'messages', icon: 'chat' },
    ['words:longtext*', 'author', 'at', 'channel>channels'],
    rows.map(([channel, author, words, at]) => ({ words, author, at, channel: `channels-${channel}` })),
  );
  return {
    name: subject ? `${titleCase(about)} Chat` : 'Side Talk',
    tagline: `Where ${about} talks.`,
    layout: 'site',
    entities: [channels, messages],
    pages: [page({ path: '/', title: 'Chat', icon: 'chat' }, 'ChatRoom'), ...recordPages(channels, true)],
    copy: {},
  };
}

export function composeApi(order: KindOrder): KindParts {
  const records = composeRecords(order);
  const things = records.entities.map((entity) => entity.plural.toLowerCase()).join(', ');
  return {
    ...records,
    name: `${titleCase(records.entities[0]?.singular ?? 'Record')} API`,
    tagline: `A JSON API for ${things}.`,
    layout: 'site',
    pages: [
      page({ path: '/', title: 'API', icon: 'code' }, 'ApiDocs'),
      ...records.entities.flatMap((entity) => recordPages(entity, true)),
    ],
  };
}
