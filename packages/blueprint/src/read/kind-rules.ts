// Recognises the kind of application that a prompt asks for. A prompt that matches no kind becomes a record keeper.
export const KINDS = [
  'records',
  'kanban',
  'landing',
  'blog',
  'shop',
  'chat',
  'quiz',
  'timer',
  'calculator',
  'formula',
  'snake',
  '2048',
  'tictactoe',
  'memory',
  'gallery',
  'portfolio',
  'booking',
  'invoice',
  'weather',
  'api',
  'habits',
  'flashcards',
  'poll',
  'notes',
  'calendar',
] as const;
export type AppKind = (typeof KINDS)[number];

interface Rule {
  kind: AppKind;
  pattern: RegExp;
  weight: number;
}

const RULES: Rule[] = [
  { kind: 'snake', pattern: /\bsnake\b(?!\s+plant)/, weight: 6 },
  { kind: '2048', pattern: /\b2048\b|\bmerge (the )?tiles\b|\bsliding (number|tile)/, weight: 6 },
  { kind: 'tictactoe', pattern: /\btic[ -]?tac[ -]?toe\b|\bnoughts and crosses\b/, weight: 6 },
  {
    kind: 'memory',
    pattern: /\bmemory (card )?(game|match)|\bmatching pairs\b|\bpairs game\b|\bconcentration game\b/,
    weight: 6,
  },
  { kind: 'snake', pattern: /\b(arcade|browser|simple|fun|little|small) game\b/, weight: 2 },
  {
    kind: 'formula',
    pattern:
      /\b(tip|bmi|body mass|mortgage|loan|savings?|compound interest|retirement)\b.*\bcalculat|\bcalculat\w*\b.*\b(tip|bmi|body mass|mortgage|loan|savings?|compound interest)\b|\bunit converter\b|\bconverter\b/,
    weight: 6,
  },
  { kind: 'calculator', pattern: /\bcalculator\b/, weight: 4 },
  {
    kind: 'timer',
    pattern: /\b(pomodoro|stopwatch|countdown|egg timer|focus timer|interval timer|meditation timer|timer)\b/,
    weight: 4,
  },
  { kind: 'quiz', pattern: /\b(quiz|trivia)\b/, weight: 5 },
  { kind: 'flashcards', pattern: /\b(flash ?cards?|vocabulary (trainer|learning|app)|spaced repetition)\b/, weight: 5 },
  { kind: 'poll', pattern: /\b(poll|polls|polling|voting|vote on)\b/, weight: 4 },
  { kind: 'chat', pattern: /\b(chat|messaging|messenger|chat ?room|slack|discord)\b/, weight: 4 },
  { kind: 'invoice', pattern: /\b(invoices?|invoicing|billing)\b/, weight: 4 },
  { kind: 'weather', pattern: /\b(weather|forecast)\b/, weight: 4 },
  {
    kind: 'booking',
    pattern:
      /\b(booking|bookings|book appointments?|appointment booking|reservations?|reserve (a )?tables?|scheduling (app|page|site))\b/,
    weight: 4,
  },
  {
    kind: 'shop',
    pattern: /\b(shop|store|e-?commerce|webshop|online store|storefront|shopping cart|cart|marketplace|checkout)\b/,
    weight: 3,
  },
  { kind: 'blog', pattern: /\b(blog|blogging|magazine|newsletter archive|articles)\b/, weight: 4 },
  { kind: 'portfolio', pattern: /\b(portfolio|showcase my work|personal (site|website|page)|resume|cv)\b/, weight: 4 },
  { kind: 'gallery', pattern: /\b(gallery|photo album|photos|image grid|lightbox)\b/, weight: 4 },
  {
    kind: 'landing',
    pattern:
      /\b(landing|marketing (page|site)|product page|waitlist|coming soon|homepage for|website for|startup page)\b/,
    weight: 4,
  },
  { kind: 'habits', pattern: /\b(habits?|streaks?|daily routine)\b/, weight: 4 },
  {
    kind: 'notes',
    pattern: /\b(note[ -]?taking|notes app|notebook|markdown (editor|notes)|note app|notepad)\b/,
    weight: 4,
  },
  { kind: 'calendar', pattern: /\b(calendar|planner of events|event planner)\b/, weight: 2 },
  {
    kind: 'kanban',
    pattern: /\b(kanban|trello|to-?do|todo|task (board|manager|list|tracker|app)|scrum board)\b/,
    weight: 4,
  },
  {
    kind: 'api',
    pattern:
      /\b(rest(ful)? api|api (service|server|for|backend)|json api|backend (service|api|for)|micro-?service|crud api|endpoints)\b/,
    weight: 5,
  },
];

/** Words that mean records although a word of another kind appears: `inventory of my shop`. */
const KEEPS_RECORDS = /\b(track|tracker|inventory|crm|manage|management|log|catalogue?|directory|admin|database)\b/;

export function recogniseKind(prompt: string): { kind: AppKind; score: number } {
  const text = prompt.toLowerCase();
  const scores = new Map<AppKind, number>();
  for (const rule of RULES)
    if (rule.pattern.test(text)) scores.set(rule.kind, (scores.get(rule.kind) ?? 0) + rule.weight);
  if (KEEPS_RECORDS.test(text)) scores.set('records', 3.5);
  const [best] = [...scores].sort((a, b) => b[1] - a[1]);
  return best ? { kind: best[0], score: best[1] } : { kind: 'records', score: 0 };
}

/** One sentence per kind, for engines that compare meanings. */
export const KIND_SENTENCES: Record<AppKind, string> = {
  records: 'an app to keep, search and edit records of things and see statistics',
  kanban: 'a board of tasks to do, in progress and done',
  landing: 'a marketing page that presents a product or a business and collects sign-ups',
  blog: 'a site where articles are written and read',
  shop: 'an online shop where customers put products into a cart and buy them',
  chat: 'a place where people send each other messages in channels',
  quiz: 'a quiz with questions, answers and a score',
  timer: 'a timer that counts down for focused work or cooking',
  calculator: 'a pocket calculator for arithmetic',
  formula: 'a calculator for one formula such as loans, tips or units',
  snake: 'an arcade game in which a snake eats and grows',
  '2048': 'a puzzle game in which number tiles slide and merge',
  tictactoe: 'the game of noughts and crosses against the computer',
  memory: 'a game of finding pairs of hidden cards',
  gallery: 'a gallery of photos and pictures',
  portfolio: 'a personal site that shows a maker’s work and skills',
  booking: 'a page where customers reserve a free time for a service',
  invoice: 'writing invoices for clients with line items and totals',
  weather: 'the weather of cities with a forecast',
  api: 'a backend service with an HTTP API',
  habits: 'keeping daily habits and streaks',
  flashcards: 'learning vocabulary or facts with cards',
  poll: 'asking questions and voting on answers',
  notes: 'writing notes',
  calendar: 'a calendar of events by month',
};
