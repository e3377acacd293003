// The page that defines an app's kind: an app without it is not what was requested.
import type { ViewName } from '../blueprint.ts';
import type { AppKind } from '../read/kind-rules.ts';

export const KIND_VIEWS: Partial<Record<AppKind, ViewName>> = {
  kanban: 'Board',
  calendar: 'Calendar',
  landing: 'Landing',
  blog: 'BlogHome',
  shop: 'ShopHome',
  chat: 'ChatRoom',
  quiz: 'Quiz',
  timer: 'Timer',
  calculator: 'Calculator',
  formula: 'Formula',
  snake: 'Snake',
  '2048': 'Game2048',
  tictactoe: 'TicTacToe',
  memory: 'Memory',
  gallery: 'Gallery',
  portfolio: 'Portfolio',
  booking: 'Booking',
  invoice: 'Invoice',
  weather: 'Weather',
  api: 'ApiDocs',
  habits: 'Habits',
  flashcards: 'Flashcards',
  poll: 'Poll',
  notes: 'Notes',
};
