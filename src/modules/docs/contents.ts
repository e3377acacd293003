// The table of contents of the documentation: which files are pages, under which path, in which order.

export interface PageFile {
  /** Below /docs, without a slash in front. */
  path: string;
  /** In the repository. */
  file: string;
  /** In the navigation; without it, the page's own heading. */
  label?: string;
}

export interface Section {
  title: string;
  pages: readonly PageFile[];
}

const guide = (name: string, label?: string): PageFile => ({
  path: `guides/${name}`,
  file: `docs/guides/${name}.md`,
  ...(label ? { label } : {}),
});
const document = (name: string, label: string): PageFile => ({ path: name, file: `docs/${name}.md`, label });

/** For those who call the API. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      guide('first-calls', 'A first call of every kind'),
      guide('python', 'Quickstart: Python'),
      guide('openai-sdk', 'Quickstart: OpenAI SDK'),
      guide('basics', 'Keys, errors, limits, jobs'),
      document('limits', 'What works, and the limits'),
    ],
  },
  {
    title: 'How to',
    pages: [
      guide('streaming', 'Stream an answer'),
      guide('retries', 'Retry safely'),
      guide('webhooks', 'Webhooks'),
      guide('pay', 'Pay'),
      guide('budgets', 'Budgets: customers and runs'),
      guide('answer-cache', 'The answer cache'),
      guide('teams', 'Teams'),
      guide('request-log', 'Request log'),
      guide('guards', 'Guards on content'),
      document('errors', 'All errors'),
    ],
  },
  {
    title: 'Make things',
    pages: [
      guide('text', 'Text'),
      guide('image', 'Images'),
      guide('music', 'Music'),
      guide('voices', 'Voices'),
      guide('video', 'Video'),
      guide('audio', 'Speech and transcription'),
      guide('builder', 'Applications'),
      guide('batches', 'Batches and files'),
      guide('file-search', 'Search your files'),
    ],
  },
  {
    title: 'Clients and tools',
    pages: [
      { path: 'client', file: 'client/README.md', label: 'TypeScript client' },
      { path: 'command-line', file: 'cli/README.md', label: 'Command line' },
      { path: 'examples', file: 'examples/README.md', label: 'Example programs' },
      guide('mcp', 'MCP'),
      guide('dialects', 'Other APIs: Anthropic, Gemini, Ollama'),
      guide('clients', 'Clients that were tried'),
      document('fields', 'Fields of each API'),
    ],
  },
];

/** For those who run the service, after the reference. */
export const OPERATING: readonly Section[] = [
  {
    title: 'Run it: install',
    pages: [
      { path: 'start', file: 'README.md', label: 'Getting started' },
      guide('docker', 'Docker'),
      guide('kubernetes', 'Kubernetes'),
      guide('reverse-proxy', 'Reverse proxy, TLS'),
      guide('troubleshooting', 'Troubleshooting'),
    ],
  },
  {
    title: 'Run it: models',
    pages: [
      guide('models', 'Local models'),
      guide('ollama', 'Connect Ollama'),
      guide('upstreams', 'Upstreams'),
      guide('diffusion', 'Diffusion models'),
      guide('painter', 'The painter'),
      document('third-party', 'Licences of models'),
    ],
  },
  {
    title: 'Run it: sell',
    pages: [
      guide('payments', 'Payments and credits'),
      guide('prices', 'Prices and costs'),
      guide('bookkeeping', 'Bookkeeping'),
      guide('money', 'How credits stay exact'),
    ],
  },
  {
    title: 'Run it: operate',
    pages: [
      guide('production', 'Production on one page'),
      document('settings', 'All settings'),
      guide('operators', "The operator's pages"),
      guide('sign-in', 'Sign-in'),
      document('operations', 'Operations'),
      guide('backup', 'Back up and restore'),
      guide('scaling', 'Scaling'),
      guide('telemetry', 'Telemetry'),
      guide('alerts', 'Alerts and a dashboard'),
      guide('personal-data', 'Personal data'),
      guide('marks', 'Marks of made media'),
      document('security', 'Security'),
      { path: 'report-a-vulnerability', file: 'SECURITY.md', label: 'Report a vulnerability' },
    ],
  },
];

/** Last: the internals of the service. */
export const BUILT: Section = {
  title: 'How it is built',
  pages: [
    document('architecture', 'Architecture'),
    { path: 'decisions', file: 'docs/decisions/README.md', label: 'Decisions' },
    document('contributing', 'Contributing'),
    document('glossary', 'Glossary'),
    { path: 'changelog', file: 'CHANGELOG.md', label: 'Changes' },
  ],
};

/** For people who change the service: searchable by heading only, so that they do not crowd out the guides. */
export const HEADINGS_ONLY = /^(decisions|contributing|changelog|architecture|glossary|third-party)/;
