// Nothing of a customer's size runs on the event loop: what can take long is found here, and each place says what bounds it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = [
  'src/http',
  'src/modules',
  'src/engines',
  'src/net',
  'src/core',
  'src/artifacts',
  'src/outbox',
  'src/jobs',
];
/** These run in a thread, a process or a browser. */
const ELSEWHERE =
  /-thread\.ts$|\/worker\.ts$|-?child\.ts$|\/browser\/|^src\/engines\/(diffusion|image\/(edit|networks|studio)|transcription\/whisper|embedding\/minilm|text\/local\/(recode|gpu))\/|^src\/engines\/text\/local\/(answer-writer|call-reader|chat-template|grammar|json-watch|resident-model|step-barrier|text-cutter)\.ts$|^src\/engines\/preview\/next-shims\.ts$/;

/** What can take long, and where it may stand: by what bounds it. */
const RULES: { what: string; finds: RegExp; allowed: Record<string, string[]> }[] = [
  {
    what: 'JSON is parsed',
    finds: /\bJSON\.parse\(/,
    allowed: {
      'bounded in depth, values and fields before': ['src/http/parse-json.ts', 'src/core/bounded-json.ts'],
      'kept bodies are cut to the kilobytes of a setting, and read in a thread': [
        'src/http/kept-bodies/merge-frames.ts',
        'src/http/kept-bodies/redact-json.ts',
      ],
      'what this service wrote itself': [
        'src/http/openapi/components.ts',
        'src/modules/account/session-security.ts',
        'src/modules/docs/api-document.ts',
        'src/modules/operators/upstream-service.ts',
        'src/modules/webhooks/event-watch.ts',
        'src/modules/chat/dialects/sealed-thoughts.ts',
        'src/core/log-lines.ts',
      ],
      'storage and files that were checked with bounds when they were kept': [
        'src/modules/builder/workspace-service.ts',
        'src/engines/preview/process-preview.ts',
      ],
      "an issuer's or Git host's answer of at most some hundred kilobytes": [
        'src/modules/account/session-github.ts',
        'src/modules/account/session-provider-call.ts',
      ],
      "frames and answers of the operator's upstreams, whose bytes are bounded": [
        'src/modules/chat/relayed-answer.ts',
        'src/modules/chat/dialects/gemini/native-body.ts',
        'src/modules/chat/stored-answer.ts',
        'src/modules/chat/dialects/chunks.ts',
        'src/modules/chat/dialects/responses/native-response.ts',
        'src/engines/video/upstream/ai-sdk.ts',
      ],
      "the operator's own file": ['src/net/comfyui/workflow.ts'],
      'what a tool of this machine prints, within its limit': [
        'src/engines/preview/python-check.ts',
        'src/engines/video/upstream/inspect.ts',
      ],
    },
  },
  {
    what: 'regular expressions are made',
    finds: /new RegExp\(/,
    allowed: {
      'from names and words of this service': [
        'src/modules/code/detect-language.ts',
        'src/modules/docs/code-block.ts',
        'src/engines/text/relay/plain-frames.ts',
        'src/net/upstream-words.ts',
        'src/core/redeem-code.ts',
        'src/core/guards/find-secrets.ts',
        'src/core/guards/readable.ts',
        'src/artifacts/s3-bucket.ts',
      ],
      "a customer's pattern is escaped, its repetitions are bounded, and it runs in a thread": [
        'src/http/kept-bodies/mask-text.ts',
      ],
      'the name of a variable is letters, digits and underscores': ['src/modules/builder/variable-service.ts'],
      "compiled only, at most 20,000 letters, without Unicode's properties": ['src/engines/text/pattern-form.ts'],
      "a field's name of letters and underscores, in an error's message": ['src/core/rename-param.ts'],
    },
  },
  {
    what: 'texts are compared, packed or derived at once',
    finds: /\b(?:zip|unzip|gzip|gunzip|inflate|deflate|brotli\w*|scrypt|pbkdf2)(?:Raw)?Sync\(|from 'diff'/,
    allowed: {
      'used by the thread that packs the history of a project': ['src/modules/builder/git-objects.ts'],
    },
  },
  {
    what: 'Markdown is rendered or code is coloured',
    finds: /from 'markdown-it'|require\('highlight\.js/,
    allowed: {
      'the pages of this service, in a thread': ['src/modules/docs/markdown.ts', 'src/modules/docs/code-block.ts'],
    },
  },
  {
    what: 'samples are drawn from a schema',
    finds: /new Sampler\(/,
    allowed: {
      'within a budget of steps and letters': ['src/engines/text/sandbox/sample-value.ts'],
    },
  },
];

/** The same, for the folders in which customers' texts are read. */
const RULES_FOR_TEXTS: { what: string; finds: RegExp; allowed: Record<string, string[]> }[] = [
  {
    what: 'lists of requests are sorted',
    finds: /\.(?:sort|toSorted)\(/,
    allowed: {
      'names, operations and statuses of this service': [
        'src/http/validate.ts',
        'src/http/openapi/components.ts',
        'src/http/openapi/document.ts',
        'src/http/openapi/statuses.ts',
        'src/modules/chat/dialects/own-fields.ts',
      ],
      'at most 200 files of a project': [
        'src/modules/builder/changes.ts',
        'src/modules/builder/git-objects.ts',
        'src/modules/builder/model-answer.ts',
        'src/modules/builder/workspace-service.ts',
        'src/modules/builder/project-answer.ts',
      ],
      'the models and previews of this service': [
        'src/modules/builder/model-choice.ts',
        'src/modules/builder/preview-host.ts',
      ],
      'at most some hundred places that name one of 80 results': ['src/modules/chat/dialects/search/searched.ts'],
      'at most 1,000 documents': ['src/modules/chat/rerank-service.ts'],
      'blocks and calls of one answer, and at most 16 ends': [
        'src/modules/code/extract-code.ts',
        'src/modules/chat/dialects/gathered-calls.ts',
        'src/modules/chat/stored-answer.ts',
        'src/engines/text/sandbox/engine.ts',
      ],
    },
  },
  {
    what: 'texts and lists of a given length are built',
    finds: /\.repeat\(|\.pad(?:End|Start)\(|Array\.from\(\{ length/,
    allowed: {
      'a number that the schema bounds: choices, inputs of a batch': [
        'src/modules/chat/chat-service.ts',
        'src/modules/chat/completion-service.ts',
        'src/modules/chat/dialects/gemini/embeddings.ts',
        'src/engines/text/relay/delivered-frames.ts',
      ],
      'a constant': [
        'src/http/gen-ai-metrics.ts',
        'src/modules/builder/git-packets.ts',
        'src/modules/builder/git-remote.ts',
        'src/modules/code/run-service.ts',
        'src/engines/text/local/calculator.ts',
      ],
      'as long as a run of backticks in the code': ['src/modules/code/prompts.ts'],
      'within a budget of letters': ['src/engines/text/sandbox/sample-value.ts'],
    },
  },
];
const TEXTS = /^src\/(http|modules\/(batches|builder|chat|code|files|mcp|requests)|engines\/text)\//;

for (const [rules, place] of [
  [RULES, /./],
  [RULES_FOR_TEXTS, TEXTS],
] as const)
  for (const { what, finds, allowed } of rules)
    test(`${what} only where something bounds it`, () => {
      const found = sourceFiles().filter(
        (file) => place.test(file) && finds.test(readFileSync(join(ROOT, file), 'utf8')),
      );
      const known = Object.values(allowed).flat();
      const words =
        'Use parseBounded (core/bounded-json.ts), diffTexts (core/text-diff.ts) or a CallThread, or name the bound in the list above.';
      assert.deepEqual(
        found.filter((file) => !known.includes(file)),
        [],
        words,
      );
      assert.deepEqual(
        known.filter((file) => !found.includes(file)),
        [],
        'These files need no exception any more.',
      );
    });

function sourceFiles(): string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true }).map((file) => `${folder}/${file}`),
  ).filter((file) => file.endsWith('.ts') && !ELSEWHERE.test(file));
}
