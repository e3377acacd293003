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
