// What the document says about each group of routes.
export const TAGS: Record<string, string> = {
  account: 'The account, its settings and its API keys.',
  audio: 'Speech: text to speech, and transcription of recordings.',
  batches: 'Many calls from one uploaded file, within a day and at a lower price.',
  builder: 'Applications from a prompt: builds, coding conversations, projects and their versions.',
  chat: 'Chat completions with streaming and memory, plain completions, embeddings, rerank and moderation.',
  code: 'Write, complete, refactor and explain code in more than 50 languages.',
  files: 'Uploads that other calls name by id.',
  gemini: 'The routes of the Gemini API: the same models, keys and credits, for programs written for that API.',
  image: 'Generate, edit and upscale images.',
  jobs: 'Work that takes longer than a request: state, progress, cancellation.',
  library: 'Everything that was made, in one list: search, tags, downloads, deletion and share links.',
  models: 'The models that this service offers, with their prices.',
  music: 'Songs from words: generation, mastering, voices, genres and the library.',
  ollama: "The routes of Ollama's API: the same models, keys and credits, for programs written for that API.",
  operator:
    "The operator's view of accounts, engines, jobs and deliveries. Needs a key of the operator with operator scopes.",
  payments: 'Credits: balance, transactions, prices, checkout, subscription and receipts.',
  requests: 'The request log: what happened to each request, where an account or key keeps one.',
  usage: 'Statistics of calls, tokens and credits.',
  video: 'Videos from text or images, and avatars that speak.',
  webhooks: 'Endpoints that receive events, their secrets and their deliveries.',
};
