// Pages whose commands and programs are run one after the other by test/full/contract/docs-code.test.ts.
export const RUN_PAGES: readonly string[] = [
  'docs/guides/python.md',
  'docs/guides/openai-sdk.md',
  'docs/guides/streaming.md',
  'docs/guides/retries.md',
  'docs/guides/pay.md',
  'docs/guides/ollama.md',
  'docs/guides/backup.md',
  'docs/guides/troubleshooting.md',
];

/** Typed as root on a bare Debian, so it is followed on one of its own: test/long/production.test.ts. */
export const MACHINE_PAGE = 'docs/guides/production.md';
