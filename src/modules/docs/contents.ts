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

export const SECTIONS: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      { path: 'start', file: 'README.md', label: 'Getting started' },
      guide('first-calls', 'A first call of every kind'),
      document('limits', 'What works, and the limits'),
      guide('python', 'Quickstart: Python'),
      guide('openai-sdk', 'Quickstart: OpenAI SDK'),
      guide('docker', 'Quickstart: Docker'),
      guide('kubernetes', 'Quickstart: Kubernetes'),
      guide('reverse-proxy', 'Quickstart: reverse proxy, TLS'),
      guide('troubleshooting', 'Troubleshooting'),
    ],
  },
  {
    title: 'How to',
    pages: [
      guide('streaming', 'Stream an answer'),
      guide('retries', 'Retry safely'),
      guide('pay', 'Pay'),
      guide('ollama', 'Connect Ollama'),
      guide('two-nodes', 'Run on two nodes'),
      guide('backup', 'Back up and restore'),
      guide('basics', 'Keys, errors, limits, jobs'),
      document('errors', 'All errors'),
    ],
  },
  {
    title: 'Make things',
    pages: [
      guide('text', 'Text'),
      guide('image', 'Images'),
      guide('music', 'Music'),
      guide('video', 'Video'),
      guide('audio', 'Speech and transcription'),
      guide('builder', 'Applications'),
      guide('batches', 'Batches and files'),
      guide('file-search', 'Search your files'),
      guide('dialects', 'Other APIs: Anthropic, Gemini, Ollama'),
      guide('clients', 'Clients that were tried'),
      document('fields', 'Fields of each API'),
      guide('mcp', 'MCP'),
      guide('budgets', 'Budgets: customers and runs'),
      guide('answer-cache', 'The answer cache'),
      { path: 'client', file: 'client/README.md', label: 'TypeScript client' },
      { path: 'command-line', file: 'cli/README.md', label: 'Command line' },
      { path: 'examples', file: 'examples/README.md', label: 'Example programs' },
    ],
  },
  {
    title: 'Sell and manage',
    pages: [
      guide('payments', 'Payments and credits'),
      guide('webhooks', 'Webhooks'),
      guide('teams', 'Teams'),
      guide('request-log', 'Request log'),
      guide('personal-data', 'Personal data'),
      guide('guards', 'Guards on content'),
      guide('marks', 'Marks of made media'),
      guide('sign-in', 'Sign-in'),
      guide('operators', "The operator's pages"),
      guide('bookkeeping', 'Bookkeeping'),
      guide('money', 'How credits stay exact'),
    ],
  },
  {
    title: 'Models',
    pages: [
      guide('models', 'Local models'),
      guide('prices', 'Prices and costs'),
      guide('upstreams', 'Upstreams'),
      guide('diffusion', 'Diffusion models'),
      guide('painter', 'The painter'),
      guide('voices', 'Voices'),
    ],
  },
  {
    title: 'Run the service',
    pages: [
      document('settings', 'All settings'),
      document('operations', 'Operations'),
      guide('scaling', 'Scaling'),
      guide('telemetry', 'Telemetry'),
      guide('alerts', 'Alerts and a dashboard'),
      document('security', 'Security'),
      { path: 'report-a-vulnerability', file: 'SECURITY.md', label: 'Report a vulnerability' },
      document('third-party', 'Licences of models'),
    ],
  },
];

/** After the reference: the internals of the service. */
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
