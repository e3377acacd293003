// The addresses of the dashboard that the suites of its pages open, so that no page is forgotten in one of them.

/** With the tabs that have content of their own. `test/contract/dashboard-paths.test.ts` compares them with the dashboard's list. */
export const CUSTOMER_PATHS = [
  '/',
  '/welcome',
  '/account',
  '/keys',
  '/team',
  '/activity',
  '/library',
  '/usage',
  '/billing',
  '/billing?tab=plan',
  '/billing?tab=details',
  '/billing?tab=prices',
  '/billing?tab=attribution',
  '/billing?tab=transactions',
  '/billing?tab=receipts',
  '/webhooks',
  '/play/chat',
  '/play/code',
  '/play/music',
  '/play/image',
  '/play/video',
  '/play/audio',
  '/play/builder',
];
