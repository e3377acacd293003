// Reads a prompt into a blueprint: its kind, entities, pages, theme and texts.
import type { Blueprint, Page } from '../blueprint.ts';
import { composeHabits, composeNotes, composePoll, composeWeather } from './compose-daily.ts';
import { composeApi, composeChat, composeGame, composeTicTacToe } from './compose-play.ts';
import { composeRecords } from './compose-records.ts';
import { composeBlog, composeGallery, composeLanding, composePortfolio } from './compose-sites.ts';
import { composeCalculator, composeFlashcards, composeFormula, composeQuiz, composeTimer } from './compose-tools.ts';
import { composeBooking, composeInvoice, composeShop } from './compose-trade.ts';
import type { AppKind } from './kind-rules.ts';
import { type KindOrder, type KindParts, page } from './kit.ts';
import { readName, readSubject } from './names.ts';
import { addSpecialPage } from './special-pages.ts';
import { readTheme } from './theme.ts';
import { readWishes } from './wishes.ts';
import { slugOf } from './words.ts';

const COMPOSERS: Record<AppKind, (order: KindOrder) => KindParts> = {
  records: (order) => composeRecords(order),
  kanban: (order) => composeRecords(withTasks(order), 'board'),
  calendar: (order) => composeRecords(withEvents(order), 'calendar'),
  landing: composeLanding,
  blog: composeBlog,
  shop: composeShop,
  chat: composeChat,
  quiz: composeQuiz,
  timer: composeTimer,
  calculator: () => composeCalculator(),
  formula: composeFormula,
  snake: () => composeGame('snake'),
  '2048': () => composeGame('2048'),
  memory: () => composeGame('memory'),
  tictactoe: () => composeTicTacToe(),
  gallery: composeGallery,
  portfolio: composePortfolio,
  booking: composeBooking,
  invoice: composeInvoice,
  weather: composeWeather,
  api: composeApi,
  habits: composeHabits,
  flashcards: composeFlashcards,
  poll: composePoll,
  notes: composeNotes,
};

export function composeBlueprint(text: string, kind: AppKind, today: Date): Blueprint {
  const { wanted: prompt, refused } = readWishes(text);
  const parts = COMPOSERS[kind]({ prompt, subject: readSubject(prompt), today });
  const name = readName(prompt, parts.name);
  const hasAccounts = /\b(log ?in|sign ?(up|in)|auth(entication)?|user accounts?|accounts?|members? area)\b/i.test(
    prompt,
  );
  const madeOn = today.toISOString().slice(0, 10);
  addAskedViews(prompt, { ...parts, madeOn });
  const kept = parts.pages.filter((each) => !isRefused(each, refused));
  const pages = hasAccounts ? [...kept, page({ path: '/account', title: 'Account', icon: 'user' }, 'Account')] : kept;
  return {
    name,
    slug: slugOf(name),
    tagline: parts.tagline,
    kind,
    layout: parts.layout,
    theme: readTheme(prompt, name, parts.hue),
    entities: parts.entities,
    pages,
    copy: parts.copy,
    hasAccounts,
    madeOn,
    understood: [
      `Kind of application: ${kind}.`,
      ...parts.entities.map(
        (entity) => `${entity.plural}: ${entity.fields.map((field) => field.label.toLowerCase()).join(', ')}.`,
      ),
      ...(hasAccounts ? ['Accounts: sign up, sign in, sign out.'] : []),
      ...(refused.length > 0 ? [`Left out: ${refused.join(', ')}.`] : []),
    ],
  };
}

/** A requested calendar or board, whatever the app's kind. */
function addAskedViews(prompt: string, app: Pick<Blueprint, 'entities' | 'pages' | 'madeOn'>): void {
  for (const [view, asked] of ASKED_VIEWS)
    if (asked.test(prompt) && !app.pages.some((each) => each.view === view)) addSpecialPage(app, view);
}

const ASKED_VIEWS = [
  ['Calendar', /\bcalendar\b/i],
  ['Board', /\b(kanban|board)\b(?! (game|of directors|member))/i],
] as const;

/** The root page stays: without it, the app would have no start page. */
function isRefused({ path, view }: Page, refused: readonly string[]): boolean {
  return (
    path !== '/' && ASKED_VIEWS.some(([name, asked]) => name === view && refused.some((words) => asked.test(words)))
  );
}

/** A prompt that says only `a todo app` gets tasks. */
function withTasks(order: KindOrder): KindOrder {
  return {
    ...order,
    prompt: /\btasks?\b/i.test(order.prompt)
      ? order.prompt
      : `${order.prompt}. Keep tasks.`.replace(/\bto-?dos?\b|\bkanban\b|\btrello\b/gi, 'task'),
  };
}

function withEvents(order: KindOrder): KindOrder {
  return {
    ...order,
    prompt: /\bevents?|appointments?|trips?\b/i.test(order.prompt) ? order.prompt : `Plan events. ${order.prompt}`,
  };
}
